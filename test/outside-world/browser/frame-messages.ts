/** The messages between the stand-in Stripe.js and its frames, over a message port. */

/** The part of the page's appearance that the shop sets. */
type Look = { variables: Readonly<{ colorPrimary?: string; borderRadius?: string }> };

export type PaymentFrameConfig = Look & {
  kind: "payment";
  /** Methods to offer, in order: `card`, `ideal`. */
  methods: readonly string[];
};

export type ExpressFrameConfig = Look & {
  kind: "expressCheckout";
  wallets: readonly WalletType[];
  amount: number;
  currency: string;
  buttonHeight: number;
};

export type WalletType = "apple_pay" | "google_pay";

/** The values of the frame's form; `problem` is set if it may not be sent. */
export type Collected = { method: string; outcome: string; problem?: { code: string; message: string } };

export type ToFrame =
  | { type: "init"; config: PaymentFrameConfig | ExpressFrameConfig }
  | { type: "collect" }
  | { type: "open-sheet"; wallet: WalletType }
  | { type: "close-sheet" };

export type FromFrame =
  | { type: "ready" }
  | { type: "resize"; height: number }
  | { type: "collected"; collected: Collected }
  | { type: "wallet-click"; wallet: WalletType }
  | { type: "wallet-confirm"; wallet: WalletType; outcome: string };

type Configs = { payment: PaymentFrameConfig; expressCheckout: ExpressFrameConfig };

/** Runs in the frame of an element: starts it with what the page says of it, and tells the page how high it is. */
export function startFrame<Kind extends keyof Configs>(
  kind: Kind,
  start: (config: Configs[Kind], send: (message: FromFrame) => void) => (message: ToFrame) => void,
  heightOf: (config: Configs[Kind]) => number = () => document.documentElement.offsetHeight,
): void {
  addEventListener("message", ({ data, ports: [port] }: MessageEvent<ToFrame>) => {
    if (data.type !== "init" || data.config.kind !== kind || port === undefined) return;
    const config = data.config as Configs[Kind];
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
