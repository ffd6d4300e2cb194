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
  | { type: "wallet-confirm"; wallet: WalletType; outcome: string }
  | { type: "wallet-cancel" };
