import { env } from "cloudflare:workers";
import { beforeEach, vi } from "vitest";
import type { Bindings } from "../../src/env.ts";
import { createOrderToken } from "../../src/services/order-token.ts";
import { createFormName } from "../../src/services/withdrawal-form.ts";
import { WITHDRAWAL_PREFIX, type Withdrawal, withdrawalSchema } from "../../src/services/withdrawals.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { freshAddress } from "../client-address.ts";
import { all, type PageDocument, readDocument } from "./document.ts";
import { collectLogs, type Logs } from "./logs.ts";
import { paidOrder } from "./paid-order.ts";
import { kvWorld } from "./places.ts";
import { askWith, emptyKv, formOf, ORDER_KEYS } from "./shop.ts";
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
export const ORDER = JSON.stringify(paidOrder({ intentId: INTENT, productId: "KVB2", ...BUYER }));

/** The parameters with which a recording Workflow was started. */
export const started: unknown[] = [];
const AFTER_WITHDRAWAL = createIdleWorkflow(started);

export function ask(path: string, init: RequestInit = {}, bindings: object = {}): Promise<Response> {
  const headers = { "cf-connecting-ip": freshAddress(), ...(init.headers as Record<string, string>) };
  const all = { ...ORDER_KEYS, ...kvWorld.at("buyer"), AFTER_WITHDRAWAL, ...bindings } as Partial<Bindings>;
  return askWith(all, path, { ...init, headers });
}

export const send = (fields: Readonly<Record<string, string>>, bindings: object = {}, headers: object = {}) =>
  ask(PATHS.withdrawal, formOf(fields, headers), bindings);

/** The name of a second form that is made now. */
export const newForm = () => createFormName({ ...env, ...ORDER_KEYS } as Bindings);
/** The name of the form that a test confirms. */
export let form = "";

export const confirm = (changes: Readonly<Record<string, string>> = {}, bindings: object = {}, headers: object = {}) =>
  send({ ...TYPED, formulier: form, stap: "bevestigen", ...changes }, bindings, headers);

/** Stops the clock, and makes a form at that time. */
export async function at(time: string): Promise<void> {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date(time) });
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
  const { keys } = await env.ORDERS.list({ prefix: WITHDRAWAL_PREFIX });
  const values = await Promise.all(keys.map(({ name }) => env.ORDERS.get(name, "json")));
  return values.map((value) => withdrawalSchema.parse(value));
}

export async function tokenOf(intentId = INTENT): Promise<string> {
  return (await createOrderToken(ORDER_KEYS as Bindings, intentId)) ?? "";
}

/** Before each test nobody has withdrawn, and a form has been made. */
export function beginWithForm(): Logs {
  beforeEach(async () => {
    started.length = 0;
    await emptyKv(env.ORDERS);
    form = await newForm();
  });
  return collectLogs();
}
