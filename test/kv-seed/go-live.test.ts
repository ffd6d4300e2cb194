import { readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import type Stripe from "stripe";
import { beforeEach, expect, test, vi } from "vitest";
import { checkLiveSite } from "../../kv-seed/go-live/live-site.ts";
import type { TextState } from "../../kv-seed/go-live/texts.ts";
import { HOSTED_SALES } from "../../kv-seed/go-live/wishes.ts";
import type { ReplacedParts } from "../../kv-seed/go-live.ts";
import { type KvToolParts, runKvTool } from "../../kv-seed/kv.ts";
import { PlatformError, PROJECT_ROOT } from "../../kv-seed/wrangler.ts";
import { INTERSTITIAL_KEYS } from "../../src/ledger/course-target.ts";
import { describeGoogleCookies } from "../../src/legal/privacy-copy.ts";
import { SECRET_NAMES } from "../../src/server/env.ts";
import { priceOf } from "../../src/shared/courses.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { addDays, today } from "../../src/shared/time.ts";
import { now } from "../clock.ts";
import type { StoredObject } from "../outside-world/stripe-account.ts";
import { openStripeWorld, stripe, world } from "../services/stripe-world.ts";
import { inLines } from "../worker/document.ts";
import { DESK_VARS, writeProductionConfig } from "./production-config.ts";
import { MemoryStore, reading, record, type ToolRun, temporaryFolder } from "./tool.ts";

/** `npm run go-live`: what it finds, what it makes at Stripe, and what both print. */

openStripeWorld();
const folder = temporaryFolder();

/** SITE_ORIGIN of the configuration. */
const ORIGIN = "https://www.vaarkoers.example";
const TEAM = DESK_VARS.ACCESS_TEAM_DOMAIN;
const DAY = today(now());
const SEEN = { on: DAY, by: "Jan" };
const CHECKS = ["CLAIMS_CHECK", "RULE_OF_THUMB_CHECK", "LAWS_CHECK", "STRUCK_PRICE_CHECK", "facts"] as const;
/** Each of them with this in it. */
const each = <T>(check: T) =>
  Object.fromEntries(CHECKS.map((name) => [name, check])) as Record<(typeof CHECKS)[number], T>;
/** All that the owner must fill in. */
const FILLED_IN: TextState = {
  WITHDRAWAL_CHECK: { ...SEEN, treatedAs: "content" },
  ...each(SEEN),
  answers: { access: { isFinal: true } },
  cookies: null,
};

type Vars = Readonly<Record<string, string>>;
type Options = Pick<ReplacedParts, "readDatabase" | "listSecrets" | "sendMail" | "pauseMs" | "texts"> & {
  /** Another wrangler.toml than the whole one with these vars, as its path, or as what becomes of its text. */
  config?: string | ((text: string) => string);
  vars?: Vars;
  answer?: boolean;
  key?: string | null;
  kv?: MemoryStore;
  secrets?: readonly string[];
  /** What the shop's pages, the keys of Access and the desk answer, if it is not what they should. */
  page?: (url: string, init?: RequestInit) => Response | Promise<Response>;
  keys?: () => Response;
  desk?: (path: string) => Response | Promise<Response>;
};

/** The addresses of the payment links, once they are made; the order page names them. */
let links: Vars = {};
beforeEach(() => {
  links = {};
  vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => AbortSignal.any(ms < 999 ? [AbortSignal.abort()] : []));
});

/** KV with a target for every bridge page. */
const fullKv = (target = "https://cursus.example/start") =>
  new MemoryStore(Object.fromEntries(INTERSTITIAL_KEYS.map((key) => [key, { target }])));

const login = (at = TEAM) =>
  new Response(null, { status: 302, headers: { location: `${at}/cdn-cgi/access/login/www.example.nl?kid=a` } });
const soldAt = (url: string) =>
  url.endsWith(PATHS.checkout)
    ? [links.CHECKOUT_KVB1_A]
    : HOSTED_SALES.map(({ flow: f, varName }) => url.endsWith(f === "none" ? PATHS.order : `=${f}`) && links[varName]);
/** Cloudflare itself leads to https with 301. */
const orderPage = (url: string, status = 308) =>
  url.startsWith("http:")
    ? new Response(null, { status, headers: { location: url.replace("http:", "https:") } })
    : new Response(url.includes("/healthz") ? "{}" : soldAt(url).join(" "));

/** Runs one command line for the production environment. */
async function goLive(args: string, options: Options = {}): Promise<ToolRun> {
  const { config, vars, answer, key = "sk_live_a", kv = fullKv(), secrets = SECRET_NAMES, ...rest } = options;
  const { page = (url) => orderPage(url), keys, desk, ...parts } = rest;
  const path = typeof config === "string" ? config : await writeProductionConfig(folder, { ...links, ...vars });
  if (typeof config === "function") await writeFile(path, config(await readFile(path, "utf8")));
  const fetchPage = async (input: unknown, init?: RequestInit) => {
    if (init?.redirect !== "manual" || init.signal?.aborted) throw new Error("a redirect was followed, or hasty");
    const url = String(input);
    if (url === `${TEAM}/cdn-cgi/access/certs`) return keys?.() ?? Response.json({ keys: [{ kid: "a", kty: "RSA" }] });
    return url.includes(PATHS.desk) ? (desk?.(new URL(url).pathname) ?? login()) : page(url, init);
  };
  const run = (terminal: KvToolParts["terminal"]) =>
    runKvTool(["go-live", ...args.split(" "), "--env", "production", "--config", path], {
      terminal,
      goLive: {
        readKey: async () => key,
        connect: async () => stripe,
        openStore: () => kv,
        readDatabase: async () => ({ jurisdiction: "eu", waiting: [] }),
        listSecrets: async () => secrets,
        fetchPage,
        texts: FILLED_IN,
        ...parts,
      },
    });
  return record(run, answer);
}

const KINDS = ["products", "prices", "payment_links", "webhook_endpoints", "payment_method_domains"];
const account = (kind: string): readonly StoredObject[] => world.stripe.account.all(kind);
const counts = () => KINDS.map((kind) => account(kind).length);
const writes = (): number => world.stripe.requests.filter(({ method }) => method === "POST").length;
const change = (kind: string, fields: object) => Object.assign(account(kind)[0] ?? {}, fields);
/** The vars that the output asks for. */
const varsIn = ({ out }: ToolRun): Vars =>
  Object.fromEntries([...out.matchAll(/^(CHECKOUT_\w+) = "(.*)"$/gm)].map(([, name = "", url = ""]) => [name, url]));

/** An account with everything, as `stripe` made it once, and what the check of a whole shop says. */
let made: { links: Vars; objects: readonly (readonly [string, StoredObject])[]; whole: ToolRun } | undefined;
async function makeAll(): Promise<void> {
  if (made === undefined) {
    links = varsIn(await goLive("stripe --yes"));
    const objects = KINDS.flatMap((kind) => account(kind).map((one) => [kind, structuredClone(one)] as const));
    made = { links, objects, whole: await goLive("check") };
  } else for (const [kind, object] of made.objects) world.stripe.account.add(kind, structuredClone(object));
  ({ links } = made);
}

/** What a check says that the check of a whole shop does not. */
function news(run: ToolRun, { out } = made?.whole ?? { out: "" }): string {
  const known = new Set(out.split("\n"));
  return reading({
    ...run,
    said: run.said
      .split("\n")
      .filter((line) => !known.has(line))
      .join("\n"),
  });
}

test("check of this repository as it is: everything is missing, each with what mends it, and nothing is changed", async () => {
  const config = join(PROJECT_ROOT, "wrangler.toml");
  const run = await goLive("check", { config, key: null, secrets: [], kv: new MemoryStore(), texts: undefined });
  expect(reading(run)).toMatchSnapshot();
  expect(world.stripe.requests).toHaveLength(0);
});

test("check ends with 0 when all is there, deployed and live; not a moment before", async () => {
  expect(reading(await goLive("check"))).toMatchSnapshot("an empty account");
  expect(writes()).toBe(0);
  await makeAll();
  expect(reading(made?.whole as ToolRun)).toMatchSnapshot("a whole shop");
  const old = await goLive("check", { page: (url) => new Response(url.includes("healthz") ? "{}" : "") });
  expect(news(old)).toMatchSnapshot("not deployed yet");
});

const UNSOLD = Object.fromEntries(
  HOSTED_SALES.filter(({ productId }) => productId === "KVB1_KVB2").map(({ varName }) => [varName, ""]),
);
const withoutBundle = () => {
  const kv = fullKv();
  for (const key of kv.keys("bridge-").filter((name) => name.endsWith("vb1-vb2"))) kv.entries.delete(key);
  return kv;
};
const texts = (changes: Partial<TextState>): Options => ({ texts: { ...FILLED_IN, ...changes } });
const LAST_YEAR = { on: addDays(DAY, -366), by: "Jan" };
const notFound = () => new Response("", { status: 404 });
const CONTAINER = { TAG_MANAGER_ID: "GTM-TEST1" };
/** A configuration whose production has this switched on. */
const inProduction = (name: string) => (text: string) =>
  text.replace(new RegExp(`(\\[env\\.production\\]\n.*?^${name} = )false`, "ms"), "$1true");
const without = (missing: string) => ({ secrets: SECRET_NAMES.filter((name) => name !== missing) });

const OLD = { LAWS_CHECK: LAST_YEAR, facts: LAST_YEAR, WITHDRAWAL_CHECK: { ...SEEN, treatedAs: "service" } } as const;
const FRESH = {
  facts: { on: addDays(DAY, -365), by: "Jan" },
  cookies: { ...SEEN, names: ["_ga", "_ga_ABC"], months: 24 },
};
const UNSIGNED = { ACTIVATION_URL: "https://course.example/", COURSE_MAKERS: "Anna de Boer, instructeur" };
const SIGNED = { ACTIVATION_URL: "https://course.example/?cadeau={code}", TRADER_PHONE: "", OFFER_ENDS: "" };
const NO_SCHEME = { ACTIVATION_URL: "https://activation.invalid?{code}", DESK_EDITORS: "eigenaar" };
const TWICE = { ACTIVATION_URL: "https://a.example/{code}/{code}", ACCESS_AUD: "abc", OFFER_ENDS: "31-12-2026" };
const AT_HOME = {
  ACTIVATION_URL: "http://localhost:1/a",
  STRIPE_API_BASE: "https://api.example",
  ENVIRONMENT: "rehearsal",
};
const AT_WORKERS = { SITE_ORIGIN: "https://vaarkoers.workers.dev" };
const TRIED_OUT = { DESK_EDITORS: "", STRIPE_PUBLISHABLE_KEY: "pk_test_a" };
const NOTHING = { ACTIVATION_URL: "", ACCESS_TEAM_DOMAIN: "", ACCESS_AUD: "" };
const ENDED = { OFFER_ENDS: "2020-01-01" };
const STRANGE = { CHECKOUT_KVB1: "https://buy.stripe.com/other", MAKERS_PICTURE: "/images/anna.jpg" };
const database = (jurisdiction: string | null, ...waiting: string[]) => ({
  readDatabase: async () => ({ jurisdiction, waiting }),
});
const silent = () => Promise.reject(new PlatformError("Cloudflare's API: 502"));
const SILENT = { readDatabase: silent, listSecrets: silent };
const routedByPath = (text: string) =>
  text.replace(/("www\.vaarkoers\.example)", custom_domain = true/, '$1/*", zone_name = "vaarkoers.example"');
const toAnother = (url: string) => orderPage(url.replace("http://www", "http://other"));
const astray = (path: string) => login(`${TEAM}${path === PATHS.desk ? ".other.example" : "/other"}`);
const refusing = (path: string) => (path === PATHS.desk ? new Response("", { status: 403 }) : silent());
const normalPrices = (url: string) => orderPage(url.replace(/\?flow=.$/, ""));
/** Of the order pages; our own checkout sells on. */
const noPrices = (url: string) => new Response(url.endsWith(PATHS.checkout) ? made?.links.CHECKOUT_KVB1_A : "");
const overHttp = (url: string) => orderPage(url.replace("http:", "https:"));
const misspelled = (text: string) =>
  inProduction("workers_dev")(text.replaceAll(/^COURSE_MAKERS/gm, "COURSE_MAKER").replace(/^routes = .*/m, ""));

// A shop lacks several things that have nothing to do with each other.
test.each<[string, Options]>([
  ["a test key, and nobody who may act", { key: "sk_test_a", vars: TRIED_OUT, kv: fullKv("https://x.invalid") }],
  ["no key, no desk, no gifts and no database", { key: null, vars: NOTHING, readDatabase: async () => null }],
  ["no telephone, no end of the offer and no key of its gifts", { vars: SIGNED, ...without("GIFT_ACTIVATION_KEY") }],
  ["no targets, outside the EU, with no such team", { kv: new MemoryStore(), ...database(null), keys: notFound }],
  ["addresses that are not its own, and no tables", { vars: AT_HOME, ...database("eu", "0001_ledger.sql") }],
  ["a desk without a team, and a Cloudflare that is silent", { vars: { ACCESS_TEAM_DOMAIN: "" }, ...SILENT }],
  ["a desk without an audience, and no secret", { vars: { ACCESS_AUD: "" }, ...without("STRIPE_WEBHOOK_SECRET") }],
  ["no key, at workers.dev", { key: null, vars: AT_WORKERS, config: inProduction("workers_dev") }],
  ["pages over http, and a desk without Access", { page: overHttp, desk: notFound }],
  ["a var with a mistake in its name, no route, and a strange editor", { vars: NO_SCHEME, config: misspelled }],
  ["another link than the account's, and no picture", { vars: STRANGE, keys: () => Response.json({ keys: [] }) }],
  ["malformed vars: the desk is not asked before they are right", { vars: TWICE, desk: notFound }],
  ["KVB1 and KVB2 offered in one order: they must be whole", { kv: withoutBundle() }],
  ["texts that nobody has read", { vars: CONTAINER, ...texts({ ...each(null), WITHDRAWAL_CHECK: null }) }],
  ["an open answer, and texts read more than a year ago", texts({ ...OLD, answers: { access: { isFinal: false } } })],
  [
    "KVB1 and KVB2 not in one order: they may stay unsold",
    { vars: { ...UNSOLD, ...UNSIGNED }, kv: withoutBundle(), ...without("GIFT_ACTIVATION_KEY") },
  ],
  ["an offer that has ended, whose links sell on", { vars: ENDED, page: normalPrices }],
  ["an offer that has ended, and a page that does not know", { vars: { ...ENDED, CHECKOUT_KVB2_A: "" } }],
  ["an offer that has ended, and pages that are away", { vars: ENDED, page: notFound }],
  ["fees of a year ago, and its container's cookies", { vars: CONTAINER, ...texts(FRESH) }],
  [
    "Access below the desk, of a team that answers no JSON",
    { keys: () => new Response("<html>"), desk: (path) => (path === PATHS.desk ? notFound() : login()) },
  ],
  [
    "the login of another team, at workers.dev",
    { desk: () => login("https://other.example"), config: inProduction("workers_dev") },
  ],
  ["logins that lead astray, in previews", { desk: astray, config: inProduction("preview_urls"), page: toAnother }],
  ["a desk that is open to everybody", { desk: () => new Response("Beheer"), page: (url) => orderPage(url, 301) }],
  ["a desk that refuses everybody, or is silent", { desk: refusing, config: routedByPath }],
])("check of a shop with %s", async (_name, options) => {
  await makeAll();
  expect(news(await goLive("check", options))).toMatchSnapshot();
});

test("check finds a closed account, a second endpoint, wallets that do not work, and a key that may see less or nothing", async () => {
  await makeAll();
  world.stripe.account.settings.chargesEnabled = false;
  await stripe.webhookEndpoints.create({ url: `${ORIGIN}/api/stripe-webhook`, enabled_events: ["*"] });
  change("webhook_endpoints", { api_version: "2020-01-01" });
  const inactive = { status: "inactive", status_details: { error_message: "No file." } };
  change("payment_method_domains", { apple_pay: inactive, google_pay: inactive });
  expect(news(await goLive("check"))).toMatchSnapshot();
  const refusal = (type: string) => Object.assign(new Error("not permitted"), { type: `Stripe${type}Error` });
  vi.spyOn(stripe.accounts, "retrieveCurrent").mockRejectedValueOnce(refusal("Permission"));
  vi.spyOn(stripe.products, "list").mockThrowOnce(refusal("Permission"));
  expect(news(await goLive("check"))).toMatchSnapshot("less");
  vi.spyOn(stripe.accounts, "retrieveCurrent").mockRejectedValueOnce(refusal("Authentication"));
  expect(news(await goLive("check"))).toMatchSnapshot("nothing");
});

test("what is wrong with the site of staging is mended by a deployment of that shop", async () => {
  const findings = await checkLiveSite({ origin: ORIGIN, environment: "staging" }, {}, [], async () => notFound());
  expect(findings.map(({ fix }) => fix)).toEqual(["CLOUDFLARE_ENV=staging npm run deploy"]);
});

test("the cookies of a container are named on the privacy page once they are known", () => {
  expect(describeGoogleCookies(FRESH.cookies).join()).toContain("heten _ga en _ga_ABC en blijven hoogstens 24 maanden");
  expect(describeGoogleCookies(null).join()).not.toContain("heten");
});

test.each<[string, number, NonNullable<Options["sendMail"]>, (string | null)?]>([
  ["starts a payment through the live site, cancels it, sees its event taken, and sends a mail", 200, async () => {}],
  [
    "says that an event is refused, and that a domain may not mail",
    400,
    (from: string, to: string) => Promise.reject(new PlatformError(`domain not verified, from ${from} to ${to}`)),
  ],
  ["says why no payment can be started", 502, async () => {}],
  ["says that a payment is not of this account", 404, async () => {}],
  ["says that a payment stays open without a key here", 404, async () => {}, null],
])("check --deep %s", async (_name, status, sendMail, key = "sk_live_a") => {
  // Somebody else's payment ends just after this one, and its event is taken.
  let other = "";
  const server = createServer(async (request, response) => {
    response.writeHead((await text(request)).includes(other) ? 200 : status).end();
  });
  await new Promise<void>((listening) => void server.listen(0, "localhost", listening));
  await makeAll();
  world.stripe.setWebhooks(true);
  world.setShopOrigin(`http://localhost:${(server.address() as AddressInfo).port}`);
  const page = async (url: string, init?: RequestInit) => {
    if (!url.endsWith("/api/create-payment-intent")) return orderPage(url);
    if (status === 404) return Response.json({ clientSecret: "pi_other_secret_a" });
    if (status === 502 || new Headers(init?.headers).get("origin") !== ORIGIN)
      return Response.json({ error: { code: "payment_unavailable" } }, { status });
    const begin = (amount: number) => stripe.paymentIntents.create({ amount, currency: "eur" });
    const [intent, { id }] = [await begin(3900), await begin(1900)];
    other = id;
    const cancel = stripe.paymentIntents.cancel.bind(stripe.paymentIntents);
    vi.spyOn(stripe.paymentIntents, "cancel").mockImplementationOnce(async (own) => {
      const canceled = await cancel(own);
      await cancel(other);
      return canceled;
    });
    return Response.json({ clientSecret: intent.client_secret });
  };
  // A delivery that is taken ends the wait, however long the machine takes for it.
  const run = await goLive("check --deep", { page, sendMail, key, pauseMs: status === 200 ? 500 : 20 });
  server.close();
  expect(news(run)).toMatchSnapshot();
  expect(world.stripe.intents.map((intent) => intent.status)).toEqual(status > 400 ? [] : ["canceled", "canceled"]);
});

function linkOf(product: string, flow: string): StoredObject {
  const found = account("payment_links").find(({ active, metadata }) => {
    const { product: ofProduct, flow: ofFlow } = metadata as Record<string, string>;
    return active === true && ofProduct === product && ofFlow === flow;
  });
  if (found === undefined) throw new Error(`no link of ${product} ${flow}`);
  return found;
}

test.each<[string, Options]>([
  ["shows every change first, and makes none when the answer is no", { answer: false, key: "rk_test_a" }],
  ["makes none when nobody is there", {}],
  ["has nothing to do without a key", { key: null }],
  ["has nothing to do without a site", { config: join(PROJECT_ROOT, "wrangler.toml") }],
])("stripe %s", async (_name, options) => {
  const { exitCode, notes } = await goLive("stripe", options);
  expect([exitCode, notes]).toMatchSnapshot();
  expect(writes()).toBe(0);
});

test("stripe makes an empty account whole, prints the vars, and does nothing the second time", async () => {
  const first = await goLive("stripe", { answer: true });
  expect(reading(first)).toMatchSnapshot("first");
  expect(counts()).toEqual([4, 12, 12, 1, 1]);
  const sold = HOSTED_SALES.map(({ varName, productId, flow }) => [varName, linkOf(productId, flow).url]);
  expect(varsIn(first)).toEqual(Object.fromEntries(sold));
  const before = writes();
  expect(reading(await goLive("stripe", { vars: varsIn(first) }))).toMatchSnapshot("second");
  expect(writes()).toBe(before);
});

test("a rehearsal on this machine asks for nothing in wrangler.toml, and its check says what its Stripe lacks", async () => {
  const local = `--local --port 1 --outside-port ${world.port}`;
  const before = await goLive(`check ${local}`);
  expect([before.exitCode, before.out]).toEqual([1, expect.stringContaining("-> npm run go-live -- stripe --local")]);
  const { exitCode, out } = await goLive(`stripe ${local} --yes`);
  expect([exitCode, account("payment_links").length]).toEqual([0, 12]);
  expect(out).toContain("Then: npm run go-live -- check --local");
  expect(out).not.toMatch(/Put these|--env local|whsec_/);
  const after = await goLive(`check ${local}`);
  expect(after.out).toMatch(/^The Stripe of this machine\n {2}ok +the payment links, the webhook endpoint/m);
  expect(after).toMatchObject({ exitCode: 1, out: expect.not.stringContaining("stripe --local") });
});

test("a payment link has price, metadata, return and consent as the shop needs them", async () => {
  await makeAll();
  const { data } = linkOf("KVB2", "A").line_items as { data: Stripe.LineItem[] };
  const [lines] = data.map(({ quantity, price }) => [quantity, price?.currency, price?.tax_behavior]);
  expect(data[0]?.price?.unit_amount).toBe(priceOf("KVB2", "A").priceCents);
  const fields = ["metadata", "payment_intent_data", "after_completion", "consent_collection", "custom_text"];
  const all = [
    ...[...fields, "custom_fields"].map((name) => linkOf("KVB2", "A")[name]),
    [lines, ...account("products").map(({ description }) => description)],
    ...["url", "enabled_events", "api_version"].map((name) => account("webhook_endpoints")[0]?.[name]),
    ...["domain_name", "enabled"].map((name) => account("payment_method_domains")[0]?.[name]),
  ];
  const facts = all.flat().map((part) => JSON.stringify(part, (_name, value) => value ?? undefined));
  const said = inLines(facts.flatMap((fact) => fact.replace(/^\{(.*)\}$/, "$1").split(/(?<=[}"]),(?="\w+":\{)/)));
  expect(reading({ said, exitCode: 0, out: "", notes: "" })).toMatchSnapshot();
});

test("stripe stops where Stripe refuses, says which page mends it, and goes on from there", async () => {
  world.stripe.account.settings.hasTermsUrl = false;
  const { notes, exitCode } = await goLive("stripe --yes");
  expect([exitCode, notes.split("\n").slice(-3)]).toMatchSnapshot();
  expect(counts()).toEqual([4, 1, 0, 0, 0]);
  world.stripe.account.settings.hasTermsUrl = true;
  expect((await goLive("stripe --yes")).exitCode).toBe(0);
  expect(counts()).toEqual([4, 12, 12, 1, 1]);
});

function changedByHand(): void {
  const metadata = { product: "KVB1", flow: "B" };
  Object.assign(linkOf("KVB1", "B"), { consent_collection: null, custom_fields: [], metadata });
  change("webhook_endpoints", { enabled_events: ["*"], status: "disabled" });
  change("products", { active: false, name: "Cursus" });
  change("prices", { tax_behavior: "unspecified" });
  change("payment_method_domains", { enabled: false });
}
function anotherPrice(): void {
  const reprice = (product: string, flow: string, change: object) => {
    const { data } = linkOf(product, flow).line_items as { data: { price: { id: string } }[] };
    Object.assign(account("prices").find(({ id }) => id === data[0]?.price.id) ?? {}, change);
    Object.assign(data[0]?.price ?? {}, change);
  };
  reprice("MARIFONIE", "none", { unit_amount: 4900 });
  reprice("MARIFONIE", "A", { tax_behavior: "exclusive" });
  reprice("MARIFONIE", "B", { type: "recurring" });
  reprice("KVB2", "A", { currency: "usd" });
  reprice("KVB1", "B", { active: false });
  Object.assign((linkOf("KVB2", "B").line_items as { data: [object] }).data[0], { quantity: 2 });
  (linkOf("KVB1", "A").line_items as { data: object[] }).data.push({});
  linkOf("KVB1", "B").active = false;
}
async function madeByHand(): Promise<void> {
  await stripe.products.create({ name: "Cursus", active: false, metadata: { product: "KVB1" } });
  world.stripe.account.add("payment_links", { ...linkOf("KVB2", "A"), id: "plink_2", url: "https://buy.stripe.com/2" });
  change("webhook_endpoints", { metadata: {}, enabled_events: ["*"] });
  change("payment_method_domains", { apple_pay: { status: "inactive" } });
  const url = "https://staging.example/api/stripe-webhook";
  const metadata = { environment: "staging" };
  Object.assign(linkOf("KVB1", "B").metadata as object, metadata);
  await stripe.webhookEndpoints.create({ url, enabled_events: ["charge.refunded"], metadata });
}

/** What is different at Stripe, or in the shop, once all was made. */
test.each<[string, () => unknown, Vars?, Options["page"]?, Options["page"]?]>([
  ["puts right what was changed by hand: each field is shown before and after", changedByHand],
  ["makes another link for another price, the old one goes off once nobody names it", anotherPrice, {}, noPrices],
  ["keeps to what sells beside what was made by hand, and leaves another environment's alone", madeByHand],
  ["switches links of an ended offer off once no page has them", () => {}, ENDED, notFound, normalPrices],
  ["keeps links, endpoint and secret on another domain", () => {}, { SITE_ORIGIN: "https://vaarkoers.example" }],
])("stripe %s", async (_name, happens, vars = {}, page = (url) => orderPage(url), next = page) => {
  await makeAll();
  await happens();
  const first = await goLive("stripe --yes", { vars, page });
  const before = account("payment_links").filter(({ active }) => active).length;
  links = { ...links, ...varsIn(first) };
  const then = await goLive("stripe --yes", { vars, page: next });
  const after = account("payment_links").filter(({ active }) => active).length;
  const endpoints = account("webhook_endpoints").map(
    ({ url, status, enabled_events }) => `${url} ${status}: ${[enabled_events].flat().length} events`,
  );
  const said = `${first.said}\n[${first.exitCode}]\n${then.said}`;
  expect(reading({ ...then, said }, `${before} links, then ${after}`, ...endpoints)).toMatchSnapshot();
});
