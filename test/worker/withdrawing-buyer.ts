import { beforeEach, vi } from "vitest";
import { type MailRow, toMail } from "../../src/ledger/mails.ts";
import { createOrderToken } from "../../src/ledger/order-token.ts";
import type { Answer } from "../../src/ledger/withdrawal-life-rules.ts";
import { createFormName } from "../../src/orders/withdrawal/form-name.ts";
import { toWithdrawal, type Withdrawal } from "../../src/orders/withdrawal/withdrawals.ts";
import { sql } from "../../src/server/database.ts";
import type { MailerParams } from "../../src/server/env.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { all, type PageDocument, readDocument } from "./document.ts";
import { emptyLedger, paidOrder, row, rowsOf, run } from "./ledger-rows.ts";
import { askWith, formOf, shopOf } from "./shop.ts";
import { createIdleWorkflow } from "./workflows.ts";

/** A buyer who fills in the two forms of a withdrawal. */

export const INTENT = "pi_3QxYzAbCdEfGhIjKlMnOpQr";
export const TYPED = {
  naam: "Jan de Vries",
  overeenkomst: "Klein Vaarbewijs 1, gekocht op 1 november",
  email: "jan@example.nl",
  reden: "Ik vaar\nniet meer.",
};
const BUYER = { email: "noor@example.nl", buyerName: "Noor Bakker" };
export const ORDER = paidOrder({ intentId: INTENT, productId: "KVB2", ...BUYER });

export const started: { id: string; params: MailerParams }[] = [];

export function ask(path: string, init: RequestInit = {}, bindings: object = {}): Promise<Response> {
  return askWith({ MAILER: createIdleWorkflow(started), TAG_MANAGER_ID: "GTM-TEST1", ...bindings }, path, init);
}

export const send = (fields: Readonly<Record<string, string>>, bindings: object = {}) =>
  ask(PATHS.withdrawal, formOf(fields), bindings);

/** The name of a second form that is made now. */
export const newForm = () => createFormName(shopOf());
export let form = "";

export const confirm = (changes: Readonly<Record<string, string>> = {}, bindings: object = {}) =>
  send({ ...TYPED, formulier: form, stap: "bevestigen", ...changes }, bindings);

/** Stops the clock, and makes a form at that time. */
export async function at(time: string): Promise<void> {
  vi.setSystemTime(time);
  form = await newForm();
}

export const FORM_NAME = /^[0-9a-f-]{36}\.\d{13}\.1\.[\w-]{43}$/;

/** The values of a page's form fields, by name. A browser drops a line break that a textarea begins with. */
export async function fieldsOf(response: Response): Promise<Record<string, string>> {
  const fields = all(readDocument(await response.clone().text()), "form input, form textarea");
  const typed = (field: PageDocument) => field.getAttribute("value") ?? field.text.replace(/^\n/, "");
  return Object.fromEntries(fields.map((field) => [field.getAttribute("name") ?? "", typed(field)]));
}

export async function stored(): Promise<Withdrawal[]> {
  const rows = await rowsOf("SELECT * FROM withdrawals ORDER BY received_at, reference");
  return rows.flatMap((row) => toWithdrawal(row) ?? []);
}

/** Writes down a withdrawal by the own link of this order, and what the shop has answered. */
export async function keepWithdrawal(intentId: string, changes: Partial<Withdrawal> = {}): Promise<void> {
  const { reference = "HR-AAAA-BBBB-CCCC", receivedAt = "2026-07-03T22:10:00.000Z", answer = null } = changes;
  const times = { received_at: receivedAt, recorded_at: receivedAt, answered_at: answer === null ? null : receivedAt };
  const whose = { contract: "x", email: reference, mailbox: reference, intent_id: intentId, is_proven: 1 };
  await run(row("withdrawals", { reference, ...times, ...whose, receipt: "full", answer }));
}

export const answerAll = (answer: Answer) =>
  run(sql("UPDATE withdrawals SET answer = ?1, answered_at = received_at", answer));

export async function mails(): Promise<MailRow[]> {
  return (await rowsOf("SELECT * FROM mails ORDER BY kind, about, version")).map(toMail);
}

export async function tokenOf(intentId = INTENT): Promise<string> {
  return (await createOrderToken(shopOf(), intentId)) ?? "";
}

/** Before each test nothing is sold, nobody has withdrawn, and a form has been made. */
export function beginWithForm(): void {
  beforeEach(async () => {
    started.length = 0;
    await emptyLedger();
    form = await newForm();
  });
}
