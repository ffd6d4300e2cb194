import type { BridgeState } from "../../src/paying/return/interstitial-rules.ts";
import type { Bindings } from "../../src/server/env.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { all, readDocument, transcript } from "./document.ts";
import { dataBlock, shownMarkup } from "./markup.ts";
import { kvWorld } from "./places.ts";
import { askWith } from "./shop.ts";
import { intent } from "./stripe-objects.ts";
import { answerJson, stubStripe } from "./stripe-stub.ts";

/** A browser that comes back from its bank. */

export const TYPE = "payment_type=klein-vaarbewijs-1";
/** The address without the secret, and the cookie of a browser that came back. */
export const CLEAN = `${TYPE}&payment_intent=pi_1`;
export const TARGET = "http://localhost:8788/cursus/kvb1";

export type Asked = { headers?: Record<string, string>; bindings?: Partial<Bindings> };

export function comeBack(query: string, { headers = {}, bindings = {} }: Asked = {}) {
  const all = { ...kvWorld.at("buyer"), ...bindings };
  return askWith(all, `${PATHS.interstitial}?${query}`, { headers });
}

export function look(query = CLEAN, { headers = {}, bindings = {} }: Asked = {}) {
  return comeBack(query, { headers: { cookie: "payment_pi_1=pi_1_secret_a", ...headers }, bindings });
}

export async function told(payment: object, query = CLEAN, asked: Asked = {}, request: typeof comeBack = look) {
  const calls = stubStripe(() => answerJson(intent({ ...payment })));
  return { calls, ...(await read(await request(query, asked))) };
}

/** What a payment return shows, and what it tells its script; `approved`: both of its last part, to be approved. */
export async function read(response: Response) {
  const html = await response.text();
  const outcome = all(readDocument(html), ".return-outcome").at(-1);
  const state = dataBlock(html, "bridge-state") as BridgeState | null;
  const told = JSON.stringify({ ...state, entry: dataBlock(html, "interstitial-entry") });
  const approved = `${outcome && transcript(outcome, { most: 200 })}\n${told}`;
  return { html, shown: shownMarkup(html), state, approved };
}
