import type { Shop } from "../server/shop.ts";
import type { DeskVisitor } from "./desk-visitor-rules.ts";

/** What a screen of the desk may use: the request's query or form, who asks, and the shop. */
export type Desk = {
  shop: Shop;
  visitor: DeskVisitor;
  params: URLSearchParams;
  /** Scheme and host of the shop. */
  origin: string;
};
