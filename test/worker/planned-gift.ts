import { env } from "cloudflare:workers";
import { beforeEach, expect, vi } from "vitest";
import {
  changeDelivery,
  type Delivery,
  keepDeliveryDraft,
  planDelivery,
  readDelivery,
} from "../../src/gifts/day/gift-delivery.ts";
import { wishToMetadata } from "../../src/gifts/gift-wish.ts";
import { giftCodeOf } from "../../src/gifts/paid-gifts.ts";
import { ledgerOf } from "../../src/ledger/database.ts";
import { type Order, recordStatements } from "../../src/ledger/orders.ts";
import type { Bindings } from "../../src/server/env.ts";
import type { GiftWish } from "../../src/shared/gift.ts";
import { sendMail } from "../../src/upkeep/send-mail-steps.ts";
import { emptyLedger, newsOf, rowsOf, run } from "./ledger-rows.ts";
import { type MailRun, type MailWorld, runMails, type SentMail } from "./mail-steps.ts";
import { paidOrder } from "./paid-order.ts";
import { ORDER_KEYS } from "./shop.ts";
import { intent } from "./stripe-objects.ts";
import { answerJson, STRIPE_BINDINGS, stubStripe } from "./stripe-stub.ts";

/** A gift that is mailed on a day, its plan, and the day itself. */

export const NOW = new Date("2026-11-22T10:00:00Z");
export const DAY = "2026-12-05";
export const AT_EIGHT = "2026-12-05T07:00:00.000Z";
export const GIVER = "kees@example.nl";
export const NOOR = "noor@example.nl";
export const OTHER = "noor@elders.example";
export const DRAFT = "0a1b2c3d";
export const MINUTE_MS = 60_000;
export const DAY_MS = 24 * 60 * MINUTE_MS;

export const WISH: GiftWish = {
  productId: "KVB1",
  recipient: "Noor",
  giver: "Opa Kees",
  message: "Kijk op http://spam.example",
  from: DAY,
  deliveryDraftId: DRAFT,
};

let gifts = 0;
export let intentId = "";
export let order: Order;

export const bindings = (more: Partial<Bindings> = {}) =>
  ({ ...env, ...ORDER_KEYS, ...STRIPE_BINDINGS, ...more }) as Bindings;

export const stateNow = (): Promise<Delivery | null> => readDelivery(ledgerOf(env), intentId);

/** Every address of a recipient that the ledger has. */
export async function keptAddresses(): Promise<unknown[]> {
  const rows = await rowsOf(
    `SELECT address AS kept FROM deliveries UNION ALL SELECT address FROM delivery_drafts
      UNION ALL SELECT detail FROM mails WHERE detail LIKE '%@%'`,
  );
  return rows.flatMap(({ kept }) => kept ?? []);
}

/** Changes the plan, or stops it (null), as the order's page does. */
export const change = (wanted: Parameters<typeof changeDelivery>[2], env = bindings()) =>
  changeDelivery(env, intentId, wanted, new Date());

/** Lets the clock and the Workflows run from ten minutes before this moment on, by default for an hour. */
export function runDay(world: MailWorld = {}, moment = AT_EIGHT): Promise<MailRun> {
  vi.setSystemTime(Date.parse(moment) - 10 * MINUTE_MS);
  return runMails(intentId, { ...world, bindings: { ...STRIPE_BINDINGS, ...ORDER_KEYS, ...world.bindings } });
}

/** What the mail of this version of the plan came to, sent once at this moment, and who got it. */
export async function mailVersion(
  version: number,
  { moment = AT_EIGHT, send, ...more }: Partial<Bindings> & { moment?: string; send?: (to: string) => void } = {},
): Promise<{ outcome: string; to: string[] }> {
  vi.setSystemTime(new Date(moment));
  const to: string[] = [];
  const EMAIL = {
    send: async (mail: SentMail) => {
      send?.(mail.to);
      to.push(mail.to);
    },
  };
  const all = bindings({ ...({ EMAIL } as object), ...more });
  const name = { kind: "gift", about: intentId, version: String(version) } as const;
  const outcome = await sendMail(all, name, new Date(moment)).catch((error: unknown) => String(error));
  return { outcome, to };
}

/** Who got mails, in their order. */
export const mailedTo = ({ mails }: MailRun) => mails.map(({ to }) => to);

export function refuseMail(code: string): never {
  throw Object.assign(new Error("no mail"), { code });
}

export const codeNow = async () => (await giftCodeOf(bindings(), { intentId })) ?? "";

/** Before each test nothing is sold, and Stripe tells of a new payment of a gift. */
export function beginWithGift(): void {
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: NOW });
    gifts += 1;
    intentId = `pi_day${gifts}`;
    order = paidOrder({ intentId, source: "checkout", email: GIVER, gift: WISH }, NOW.toISOString());
    stubStripe(() => answerJson(intent({ id: intentId, status: "succeeded", metadata: wishToMetadata(WISH) })));
    await emptyLedger();
  });
}

/** Before each test a gift is paid, and its mail planned. What else a sale makes owed is left out. */
export function beginWithPlan(): void {
  beginWithGift();
  beforeEach(async () => {
    await keepDeliveryDraft(ledgerOf(env), intentId, { id: DRAFT, to: NOOR, day: DAY }, new Date());
    await run(...recordStatements(newsOf(order)), ...planDelivery(intentId, DAY, new Date()));
    expect(await stateNow()).toMatchObject({ state: "planned", version: 1, changes: 0, address: NOOR });
  });
}
