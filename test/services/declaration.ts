import type { D1Database } from "@cloudflare/workers-types";
import { type NewWithdrawal, recordWithdrawal } from "../../src/orders/withdrawal/withdrawals.ts";
import type { Bindings } from "../../src/server/env.ts";
import { openShop } from "../../src/server/shop.ts";

const FORM = { name: "Jan de Vries", contract: "Klein Vaarbewijs 1", email: "jan@example.nl", reason: "" };
const MAILER = { createBatch: async () => ({ errors: [] }) };

export type Declared = Partial<NewWithdrawal["fields"]> & { intentId?: string | null };

let forms = 0;

type Declaring = (DB: D1Database, time: string, fields?: Declared) => Promise<string>;
/** Declares a withdrawal at that time. Resolves to its reference. */
export const declare: Declaring = async (DB, time, { intentId = null, ...fields } = {}) => {
  forms += 1;
  const form = { id: `form-${forms}`, madeAt: time, isFresh: true };
  const env = { DB, MAILER } as unknown as Bindings;
  const declared = { form, fields: { ...FORM, ...fields }, intentId };
  const made = await recordWithdrawal(openShop(env, new Date(time)), declared);
  if (made.status !== "recorded") throw new Error(made.status);
  return made.withdrawal.reference;
};
