import { env } from "cloudflare:workers";
import { beforeEach, vi } from "vitest";
import { type MailRow, readMail } from "../../src/ledger/mails.ts";
import { type Order, type ReportSource, readOrder } from "../../src/ledger/orders.ts";
import { type Recorded, recordEvent } from "../../src/paying/webhook/payment-record.ts";
import { ledgerOf } from "../../src/server/database.ts";
import type { Bindings } from "../../src/server/env.ts";
import { openShop } from "../../src/server/shop.ts";
import type { MailKind } from "../../src/shared/mail-kind.ts";
import { emptyLedger, newsOf } from "./ledger-rows.ts";
import { collectLogs, type Logs } from "./logs.ts";
import { type MailRun, type MailWorld, runMails, type SentMail } from "./mail-steps.ts";
import { paidOrder } from "./paid-order.ts";
import { ORDER_KEYS, seedTargets } from "./shop.ts";

/** A sale that was recorded, and the mails after it. */

export const BUYER = "jan@example.nl";
export const OWNER = "eigenaar@vaarkoers.example";
export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
export const NOW = "2026-11-22T10:00:00.000Z";

let sales = 0;
export let intentId = "";
/** Before each test nothing is sold, the clock stands at `NOW`, and there is the id of a new payment. */
export function beginSale(): Logs {
  beforeEach(async () => {
    vi.setSystemTime(NOW);
    sales += 1;
    intentId = `pi_sale${sales}`;
    await emptyLedger();
    await seedTargets();
  });
  return collectLogs();
}

/** The buyer's side of a sale that our checkout recorded. */
export const SALE: Partial<Order> = {
  source: "checkout",
  productId: "KVB1",
  flow: "none",
  buyerName: "Jan Jansen",
  email: BUYER,
  consent: "2026-11",
  consentAt: NOW,
};

/** Records a sale at this moment, as the webhook does with an event of this source. */
export function record(known: Partial<Order> = SALE, source: ReportSource = "intent"): Promise<Recorded> {
  const news = newsOf(paidOrder({ intentId, ...known }, NOW), source);
  return recordEvent(openShop({ ...env, ...ORDER_KEYS } as Bindings), { news, effect: "sale" });
}

/** Runs the clock and the mails of the sale. */
export function follow(world: MailWorld = {}): Promise<MailRun> {
  return runMails(intentId, world);
}

export const mailed = (mails: readonly SentMail[]) => mails.map(({ to }) => to);

/** A mail of the sale in the ledger. */
export function mailOf(kind: MailKind, version = ""): Promise<MailRow | null> {
  return readMail(ledgerOf(env), { kind, about: intentId, version });
}
/** How the confirmation stands. */
export const stateOfConfirmation = async () => (await mailOf("confirmation"))?.state;

/** Whether the order's page shows that the confirmation went. */
export const isConfirmed = async () => (await readOrder(ledgerOf(env), intentId))?.confirmedAt !== undefined;
