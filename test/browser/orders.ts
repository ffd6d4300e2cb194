import { expect } from "vitest";
import { createOrderPath } from "../../src/ledger/order-token.ts";
import { sql } from "../../src/server/database.ts";
import type { Bindings } from "../../src/server/env.ts";
import { openShop } from "../../src/server/shop.ts";
import { ORDER_TOKEN_KEYS } from "../outside-world/order-keys.ts";
import type { ShopMail } from "../outside-world/shop-clock.ts";
import { orderStatements, type StoredOrder } from "../stored-orders.ts";
import { shop } from "./test-shop.ts";

/** Makes orders of the running shop without a browser. */

/** It signs as the running shop does. */
export const SIGNER = openShop({ ORDER_TOKEN_KEYS } as unknown as Bindings);
export const orderPathOf = async (intentId: string) => (await createOrderPath(SIGNER, intentId)) ?? "";

const WITHDRAWN_AT = "2026-07-03T09:05:00.000Z";

/** Stores a paid order whose buyer has the confirmation. Nothing else comes after it: no mail is owed. */
export async function storeOrder(order: StoredOrder): Promise<void> {
  await shop.ledger(orderStatements(order));
}

export async function storeWithdrawal(intentId: string, reference: string): Promise<void> {
  await shop.ledger([
    sql(
      `INSERT INTO withdrawals (reference, received_at, recorded_at, name, contract, email, mailbox, intent_id, is_proven,
          receipt, notice)
        SELECT ?2, ?3, ?3, buyer_name, 'Klein Vaarbewijs 1', email, email, intent_id, 1, 'full', 'now'
        FROM orders WHERE intent_id = ?1`,
      intentId,
      reference,
      WITHDRAWN_AT,
    ),
  ]);
}

/** Waits for this many mails of the shop with this text in their subject, such as an order's number. Returns them. */
export async function mailsAbout(text: string, count = 1): Promise<readonly ShopMail[]> {
  const read = async () => (await shop.world.clock.readMails()).filter(({ subject }) => subject.includes(text));
  // Each look asks the runtime for all its mails.
  await expect.poll(async () => (await read()).length, { interval: 200 }).toBeGreaterThanOrEqual(count);
  return read();
}
