import type { Bindings } from "../../src/server/env.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { nowS } from "../clock.ts";
import { createSigningKey, signToken } from "../outside-world/auth-keys.ts";
import { all, type PageDocument } from "./document.ts";
import { type AnswerElse, openLocalStripe } from "./local-stripe.ts";
import { askWith, formOf, pageOf, troubled } from "./shop.ts";
import { answerJson } from "./stripe-stub.ts";

/** The desk, opened by somebody whom Access let in. */

export const OWNER = "eigenaar@example.nl";
export const LOOKER = "boekhouder@example.nl";
const AUDIENCE = "b".repeat(64);

const KEY = createSigningKey("RS256");
let teams = 0;
let team = "";

export let stripe: ReturnType<typeof openLocalStripe>;

/** A payment at Stripe: whichever is asked for was paid, €39.00. */
export function paid(id: string) {
  const known = stripe.intents.get(id);
  if (known !== undefined) return known;
  const metadata = { environment: "local", product: "KVB1", flow: "none", price: "3900" };
  const intent = Object.assign(stripe.intents.create({ amount: 3900, currency: "eur", metadata }), { id });
  stripe.settle(intent, "succeeded");
  return intent;
}

/** Stands in for Access, beside the local Stripe. */
export function openDesk(answerElse: AnswerElse = () => undefined): void {
  teams += 1;
  team = `https://desk-${teams}.cloudflareaccess.example`;
  stripe = openLocalStripe((call) => {
    if (call.url.pathname === "/cdn-cgi/access/certs") return answerJson({ keys: [KEY.publicJwk] });
    const [, id] = /^\/v1\/payment_intents\/(pi_\w+)$/.exec(call.url.pathname) ?? [];
    if (id !== undefined) paid(id);
    return answerElse(call);
  });
}

export type Ask = { email?: string; more?: Partial<Bindings>; init?: RequestInit };

/** A request of the desk; `path` is that below `/beheer`. */
export async function askDesk(path: string, { email = OWNER, more = {}, init = {} }: Ask = {}): Promise<Response> {
  const now = nowS();
  // Here the audience is a text, and in desk-door.test.ts one of several.
  const claims = { aud: AUDIENCE, email, exp: now + 3600, iat: now, nbf: now, iss: team, type: "app", sub: "u-1" };
  const headers = { ...init.headers, "cf-access-jwt-assertion": signToken(KEY, claims) };
  const bindings = { ACCESS_TEAM_DOMAIN: team, ACCESS_AUD: AUDIENCE, DESK_EDITORS: OWNER, ...more };
  return askWith(bindings, `${PATHS.desk}${path}`, { ...init, headers });
}

/** A screen of the desk, which must have this status. */
export async function screenOf(path: string, ask: Ask = {}, status = 200): Promise<PageDocument> {
  return pageOf(askDesk(path, ask), status);
}

const hiddenIn = (form: PageDocument): Record<string, string> =>
  Object.fromEntries(all(form, 'input[type="hidden"]').map(({ attributes: { name, value } }) => [name, value ?? ""]));

export function confirmationIn(preview: PageDocument): { action: string; fields: Record<string, string> } {
  const form = preview.querySelector('form[method="post"]');
  if (form === null) throw new Error(`no form: ${preview.querySelector("main")?.textContent}`);
  return { action: (form.getAttribute("action") ?? "").slice(PATHS.desk.length), fields: hiddenIn(form) };
}

/** Sends the form of a screen that leads to `to`, with what is typed. Returns the path below `/beheer` that it is led to. */
export async function fillIn(screen: PageDocument, to: string, typed: Record<string, string>): Promise<string> {
  const form = screen.querySelectorAll("form").find((one) => one.getAttribute("action") === `${PATHS.desk}${to}`);
  if (form?.getAttribute("method") !== "post") throw new Error(`no form that is sent to ${to}`);
  const answer = await askDesk(to, { init: formOf({ ...hiddenIn(form), ...typed }) });
  if (answer.status !== 303) throw new Error(`${to}: ${answer.status}`);
  return (answer.headers.get("location") ?? "").slice(PATHS.desk.length);
}

/** Presses a preview's button. Whatever it asks of the ledger is answered the second time only, though it was done the first. */
export function press(
  { action, fields }: ReturnType<typeof confirmationIn>,
  { headers = {}, more = {}, ...ask }: Omit<Ask, "init"> & { headers?: object } = {},
): Promise<Response> {
  const DB = troubled((call) => call % 2 === 1);
  return askDesk(action, { ...ask, more: { DB, ...more }, init: formOf(fields, headers) });
}

/** Previews an act and presses its button. */
export async function act(path: string, ask: Ask = {}): Promise<Response> {
  return press(confirmationIn(await screenOf(path, ask)), ask);
}
