import { CHECKOUT_COPY } from "../../src/paying/checkout/checkout-copy.ts";
import { paymentConfig } from "../../src/paying/checkout/checkout-handler.tsx";
import type { PaymentConfig } from "../../src/paying/payment-rules.ts";
import { digestOfWish } from "../../src/paying/purchase-identity.ts";
import { readSettings } from "../../src/server/env.ts";
import type { Flow } from "../../src/shared/courses.ts";
import type { GiftWish } from "../../src/shared/gift.ts";
import { addDays, today } from "../../src/shared/time.ts";
import type { Person } from "./browser.ts";
import type { Address, Bought } from "./story.ts";
import type { World } from "./world.ts";

/** The people of a story, and what they buy. */

export const ANNA: Person = { name: "Anna Zeemans", email: "anna.zeemans@example.nl" };
export const BEN: Person = { name: "Ben Waterdrager", email: "ben.waterdrager@example.nl" };
/** Somebody to whom an order's link was forwarded. */
export const PARTNER: Person = { name: "Petra Loods", email: "petra.loods@example.nl" };
/** The address that an operator gives an order whose buyer mistyped theirs. */
export const CORRECTED_ADDRESS = "juist.adres@example.nl";
export const HOSTED_BUYER: Person = { name: "Cor Havenaar", email: "cor.havenaar@example.nl" };

/** The addresses to which a gift of a story is mailed; both are the recipient's. */
export const RECIPIENT_ADDRESSES: Readonly<Record<Address, string>> = {
  home: "wietske.loefbijter@thuis.example",
  work: "w.loefbijter@werf.example",
};

type Wish = Omit<GiftWish, "from">;
const SANNEKE = {
  productId: "KVB1",
  recipient: "Sanneke Roerganger",
  giver: "Opa Fokkemast",
  message: "Behouden vaart, lieve kapitein!",
} as const satisfies Wish;
const WIETSKE = {
  productId: "KVB1",
  recipient: "Wietske Loefbijter",
  giver: "Tante Grootzeil",
  message: "Lees dit pas als je op het water bent.",
} as const satisfies Wish;

type BoughtGift = {
  wish: Wish;
  flow: Flow;
  /** For how many days ahead the gift is, and where the shop mails it then. */
  delivery?: { inDays: number; to: Address };
};
const GIFTS: Readonly<Record<Exclude<Bought, "course">, BoughtGift>> = {
  gift: { wish: SANNEKE, flow: "none" },
  /** Costs the same as the first: only its texts differ. */
  "other gift": {
    wish: { productId: "KVB1", recipient: "Pieterjan Boegspriet", giver: "Opa Fokkemast", message: "" },
    flow: "none",
  },
  /** Has the same texts as the first: only the product and its price differ. */
  "gift of both": { wish: { ...SANNEKE, productId: "KVB1_KVB2" }, flow: "B" },
  "gift for today": { wish: WIETSKE, flow: "none", delivery: { inDays: 0, to: "home" } },
  "gift for tomorrow": { wish: WIETSKE, flow: "none", delivery: { inDays: 1, to: "home" } },
  /** The same purchase as the one before: the address is no part of the wish. */
  "gift for tomorrow, mailed to work": { wish: WIETSKE, flow: "none", delivery: { inDays: 1, to: "work" } },
  "gift for next year": { wish: WIETSKE, flow: "none", delivery: { inDays: 364, to: "home" } },
};
export const WISHES: readonly Wish[] = Object.values(GIFTS).map(({ wish }) => wish);

/** A company that asks for an invoice, and the one that it turns out to be. */
export const COMPANY = {
  company: "Zeilmakerij Kluiver",
  address: "Havendijk 7\n1234 AB Hoorn",
  vatId: "NL123456789B01",
};
export const OTHER_COMPANY = { ...COMPANY, company: "Kluiver Zeilen" };

/** Texts that no log line, no shared cache and no step of a Workflow may hold. */
export const PRIVATE_TEXTS = [BEN, HOSTED_BUYER, PARTNER]
  .flatMap(({ name, email }) => [name, email])
  .concat(
    CORRECTED_ADDRESS,
    COMPANY.company,
    OTHER_COMPANY.company,
    WISHES.flatMap(({ recipient, giver, message }) => [recipient, giver, message].filter(Boolean)),
    Object.values(RECIPIENT_ADDRESSES),
  );

/** The checkout's properties for a purchase, as its page has them today. */
export async function configOf(world: World, bought: Bought): Promise<PaymentConfig> {
  const settings = readSettings(world.envAt("AMS"));
  if (bought === "course") {
    const consent = { consent: CHECKOUT_COPY.form.consent.version };
    return paymentConfig(settings, { flow: "none", giftDigest: null }, consent) as PaymentConfig;
  }
  const { wish, flow, delivery } = GIFTS[bought];
  const gift = { ...wish, from: delivery === undefined ? "now" : addDays(today(new Date()), delivery.inDays) };
  const delivered = delivery === undefined ? {} : { deliverTo: RECIPIENT_ADDRESSES[delivery.to] };
  const visit = { flow, giftDigest: await digestOfWish(gift) };
  return paymentConfig(settings, visit, { gift, ...delivered }) as PaymentConfig;
}
