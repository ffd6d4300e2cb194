import type { Bindings } from "../../src/server/env.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { nowS } from "../clock.ts";
import { createKey, signToken, type TestKey } from "./access-tokens.ts";
import { all, type PageDocument } from "./document.ts";
import { askWith, formOf, pageOf } from "./shop.ts";
import { answerError, answerJson, stubStripe } from "./stripe-stub.ts";

/** The desk, opened by somebody whom Access let in, beside a Stripe that is a few objects. */

export const OWNER = "eigenaar@example.nl";
export const LOOKER = "boekhouder@example.nl";
const AUDIENCE = "b".repeat(64);

let teams = 0;
let key: TestKey | null = null;
let team = "";

/** What Stripe has. `refuse`: the status with which it answers a refund instead of making it; 0: no answer. */
export type StripeWorld = {
  cents: number;
  refunds: { id: string; amount: number; created: number; status: string }[];
  refuse?: number;
  status?: string;
  dispute?: string;
  /** Nothing is answered. */
  isAway?: boolean;
};

/** Stands in for Access and Stripe. Returns the refunds that were asked for. */
export async function openDesk(
  world: StripeWorld = { cents: 3900, refunds: [] },
): Promise<{ asked: URLSearchParams[]; teamOrigin: string }> {
  teams += 1;
  team = `https://desk-${teams}.cloudflareaccess.example`;
  // Making one takes a tenth of a second. Keys are remembered by team.
  key ??= await createKey("key-1", "RS256");
  const { publicJwk } = key;
  const asked: URLSearchParams[] = [];
  /** By idempotency key, as Stripe remembers them. */
  const made = new Map<string, object>();
  stubStripe(({ method, url, headers, form }) => {
    if (url.pathname === "/cdn-cgi/access/certs") return answerJson({ keys: [publicJwk] });
    if (world.isAway) throw new TypeError("connection lost");
    const list = (data: readonly unknown[]) => answerJson({ object: "list", data, has_more: false, url: url.pathname });
    const metadata = { environment: "local", product: "KVB1", flow: "none", price: String(world.cents) };
    const refunded = world.refunds.reduce((sum, { amount, status }) => sum + (status === "failed" ? 0 : amount), 0);
    const charge = {
      ...{ id: "ch_1", object: "charge", amount: world.cents, amount_refunded: refunded, currency: "eur", metadata },
      ...{ livemode: false, paid: true, status: "succeeded", payment_intent: "pi_desk", balance_transaction: null },
      billing_details: { address: null },
    };
    const [kind, id] = url.pathname.slice("/v1/".length).split("/");
    switch (kind) {
      case "payment_intents": {
        const { status = "succeeded", cents: amount } = world;
        return id === "search"
          ? list([])
          : answerJson({ id, object: "payment_intent", status, latest_charge: "ch_1", metadata, amount });
      }
      case "charges":
        return id === undefined ? list([charge]) : answerJson(charge);
      case "disputes": {
        const dispute = { id: "du_1", object: "dispute", status: world.dispute, balance_transactions: [] };
        return list(world.dispute === undefined ? [] : [dispute]);
      }
      case "refunds": {
        if (method === "GET") return list(world.refunds.toReversed());
        const name = headers.get("idempotency-key") ?? "";
        const known = made.get(name);
        if (known !== undefined) return answerJson(known);
        asked.push(form);
        if (world.refuse === 0) throw new TypeError("connection lost");
        if (world.refuse !== undefined) return answerError(world.refuse, { type: "invalid_request_error" });
        const refund = {
          id: `re_${asked.length}`,
          amount: Number(form.get("amount")),
          created: nowS(),
          status: "succeeded",
        };
        world.refunds.push(refund);
        made.set(name, { ...refund, object: "refund", charge: "ch_1" });
        return answerJson(made.get(name));
      }
      default:
        return answerError(404, { type: "invalid_request_error" });
    }
  });
  return { asked, teamOrigin: team };
}

function deskBindings(more: Partial<Bindings> = {}): Partial<Bindings> {
  return { ACCESS_TEAM_DOMAIN: team, ACCESS_AUD: AUDIENCE, DESK_EDITORS: OWNER, ...more };
}

async function headersOf(email: string): Promise<Record<string, string>> {
  const now = nowS();
  const claims = { aud: [AUDIENCE], email, exp: now + 3600, iat: now, nbf: now, iss: team, type: "app", sub: "u-1" };
  if (key === null) throw new Error("openDesk comes first");
  return { "cf-access-jwt-assertion": await signToken(claims, key, "RS256") };
}

export type Ask = { email?: string; more?: Partial<Bindings>; init?: RequestInit };

/** A request of the desk; `path` is that below `/beheer`. */
export async function askDesk(path: string, { email = OWNER, more = {}, init = {} }: Ask = {}): Promise<Response> {
  const headers = { ...(init.headers as Record<string, string>), ...(await headersOf(email)) };
  return askWith(deskBindings(more), `${PATHS.desk}${path}`, { ...init, headers });
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

/** Presses a preview's button. */
export function press(
  { action, fields }: ReturnType<typeof confirmationIn>,
  { headers = {}, ...ask }: Omit<Ask, "init"> & { headers?: object } = {},
): Promise<Response> {
  return askDesk(action, { ...ask, init: formOf(fields, headers) });
}

/** Previews an act and presses its button. */
export async function act(path: string, ask: Ask = {}): Promise<Response> {
  return press(confirmationIn(await screenOf(path, ask)), ask);
}
