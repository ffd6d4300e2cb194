/** What the stand-in Stripe.js and its frames say to each other over a message port. */

export type PaymentFrameConfig = {
  kind: "payment";
  /** Methods to offer, in order: `card`, `ideal`. */
  methods: readonly string[];
  variables: Readonly<Record<string, string>>;
  readOnly: boolean;
};

export type ExpressFrameConfig = {
  kind: "expressCheckout";
  wallets: readonly WalletType[];
  amount: number;
  currency: string;
  buttonHeight: number;
  variables: Readonly<Record<string, string>>;
};

export type WalletType = "apple_pay" | "google_pay";

/** What the frame's form holds; `problem` is set when it may not be sent. */
export type Collected = {
  method: string;
  outcome: string;
  problem?: { code: string; message: string };
};

export type ToFrame =
  | { type: "init"; config: PaymentFrameConfig | ExpressFrameConfig }
  | { type: "collect"; id: number }
  | { type: "focus" }
  | { type: "open-sheet"; wallet: WalletType }
  | { type: "close-sheet"; message: string };

export type FromFrame =
  | { type: "ready" }
  | { type: "resize"; height: number }
  | { type: "focus" | "blur" | "escape" }
  | { type: "change"; method: string; complete: boolean; empty: boolean }
  | { type: "collected"; id: number; collected: Collected }
  | { type: "wallet-click"; wallet: WalletType }
  | { type: "wallet-confirm"; wallet: WalletType; outcome: string }
  | { type: "wallet-cancel" };
