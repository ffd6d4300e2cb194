import type { Answer } from "../../src/ledger/withdrawal-life-rules.ts";
import { createFormName } from "../../src/orders/withdrawal/form-name.ts";
import type { Withdrawal } from "../../src/orders/withdrawal/withdrawals.ts";
import { sql } from "../../src/server/database.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { row, run } from "./ledger-rows.ts";
import { askWith, formOf, shopOf } from "./shop.ts";
import { createIdleWorkflow, type Instance } from "./workflows.ts";

/** A buyer who fills in the two forms of a withdrawal. */

export const TYPED = {
  naam: "Jan de Vries",
  overeenkomst: "Klein Vaarbewijs 1, gekocht op 1 november",
  email: "jan@example.nl",
  reden: "Ik vaar\nniet meer.",
};

export const started: Instance[] = [];

export function ask(path: string, init: RequestInit = {}, bindings: object = {}): Promise<Response> {
  return askWith({ MAILER: createIdleWorkflow(started), TAG_MANAGER_ID: "GTM-TEST1", ...bindings }, path, init);
}

export const send = (fields: Readonly<Record<string, string>>, bindings: object = {}) =>
  ask(PATHS.withdrawal, formOf(fields), bindings);

/** The name of a second form that is made now. */
export const newForm = () => createFormName(shopOf());

/** Writes down a withdrawal by the own link of this order, and what the shop has answered. */
export async function keepWithdrawal(intentId: string, changes: Partial<Withdrawal> = {}): Promise<void> {
  const { reference = "HR-AAAA-BBBB-CCCC", receivedAt = "2026-07-03T22:10:00.000Z", answer = null } = changes;
  const times = { received_at: receivedAt, answered_at: answer === null ? null : receivedAt };
  const whose = { contract: "x", email: reference, mailbox: reference, intent_id: intentId, is_proven: 1 };
  await run(row("withdrawals", { reference, ...times, ...whose, receipt: "full", answer }));
}

export const answerAll = (answer: Answer) =>
  run(sql("UPDATE withdrawals SET answer = ?1, answered_at = received_at", answer));
