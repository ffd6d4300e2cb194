import type { Ledger } from "../server/database.ts";
import type { Shop } from "../server/shop.ts";
import type { DeskVisitor } from "./desk-visitor-rules.ts";

/** What a screen of the desk may use: the request's query or form, who asks, and the shop. */
export type Desk = {
  shop: Shop;
  ledger: Ledger;
  visitor: DeskVisitor;
  params: URLSearchParams;
  now: Date;
  requestId: string;
  /** Scheme and host of the shop. */
  origin: string;
  /** The shop's name on its Stripe account, such as `production`; null if it has none. */
  environment: string | null;
};
