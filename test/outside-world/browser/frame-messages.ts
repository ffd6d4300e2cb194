/** The messages between the stand-in Stripe.js and its frames, over a message port. */

/** What a frame is told of its element. */
export type FrameConfig = {
  /** The part of the page's appearance that the shop sets. */
  variables: Readonly<{ colorPrimary?: string; borderRadius?: string }>;
  /** Methods to offer, in order: `card`, `ideal`. */
  methods: readonly string[];
  wallets: readonly WalletType[];
  amount: number;
  currency: string;
  buttonHeight: number;
};

export type WalletType = "apple_pay" | "google_pay";

/** The values of the frame's form; `problem` is set if it may not be sent. */
export type Collected = { method: string; outcome: string; problem?: { code: string; message: string } };

export type ToFrame =
  | { type: "init"; config: FrameConfig }
  | { type: "collect" }
  | { type: "open-sheet"; wallet: WalletType }
  | { type: "close-sheet" };

export type FromFrame =
  | { type: "ready" }
  | { type: "resize"; height: number }
  | { type: "collected"; collected: Collected }
  | { type: "wallet-click"; wallet: WalletType }
  | { type: "wallet-confirm"; wallet: WalletType; outcome: string };

/** Runs in the frame of an element: starts it with what the page says of it, and tells the page how high it is. */
export function startFrame(
  start: (config: FrameConfig, send: (message: FromFrame) => void) => (message: ToFrame) => void,
  heightOf: (config: FrameConfig) => number = () => document.documentElement.offsetHeight,
): void {
  addEventListener("message", ({ data, ports: [port] }: MessageEvent<ToFrame>) => {
    if (data.type !== "init" || port === undefined) return;
    const { config } = data;
    const send = (message: FromFrame) => port.postMessage(message);
    document.documentElement.style.setProperty("--radius", config.variables.borderRadius ?? null);
    const hear = start(config, send);
    port.onmessage = (message: MessageEvent<ToFrame>) => hear(message.data);
    const sendHeight = () => send({ type: "resize", height: heightOf(config) });
    new ResizeObserver(sendHeight).observe(document.documentElement);
    // The height is final before the page is told that the frame is ready.
    sendHeight();
    send({ type: "ready" });
  });
}
