import { readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { checkLiveSite } from "../../kv-seed/go-live/live-site.ts";
import { checkFacts, checkTexts, type TextState } from "../../kv-seed/go-live/texts.ts";
import { HOSTED_SALES } from "../../kv-seed/go-live/wishes.ts";
import { runKvTool } from "../../kv-seed/kv.ts";
import { PROJECT_ROOT, WranglerError } from "../../kv-seed/wrangler.ts";
import { describeGoogleCookies } from "../../src/legal/privacy-copy.ts";
import { LINK_CONSENT } from "../../src/legal/purchase-consent-copy.ts";
import { ORDER_EVENT_TYPES } from "../../src/paying/webhook/order-events.ts";
import { SECRET_NAMES } from "../../src/server/env.ts";
import { bridgeKey, FLOWS, priceOf } from "../../src/shared/courses.ts";
import { formatPrice } from "../../src/shared/money.ts";
import { today } from "../../src/shared/time.ts";
import { OWNER_ANSWERS } from "../../src/shop/owner-copy.ts";
import { now } from "../clock.ts";
import type { StoredObject } from "../outside-world/stripe-account.ts";
import { stripe, world } from "../services/stripe-world.ts";
import {
  account,
  FILLED_IN,
  fullKv,
  goLive,
  KVB2_A,
  makeLinks,
  ORIGIN,
  openGoLive,
  type RunOptions,
  varsIn,
  writeConfig,
  writes,
} from "./go-live-run.ts";
import { MemoryStore, noted, printed, record } from "./tool.ts";

/** `npm run go-live -- check` */

openGoLive();

const orderPage = (vars: Readonly<Record<string, unknown>>) => (url: string) =>
  url.startsWith("http:")
    ? new Response(null, { status: 308, headers: { location: url.replace("http:", "https:") } })
    : new Response(url.includes("/healthz") ? "{}" : Object.values(vars).join(" "));

test("of this repository as it is: everything is missing, each with what mends it, and nothing is changed", async () => {
  const run = await goLive(["check"], {
    config: join(PROJECT_ROOT, "wrangler.toml"),
    key: null,
    secrets: [],
    kv: new MemoryStore(),
    texts: undefined,
  });
  expect(run.exitCode).toBe(1);
  for (const text of [
    ...Object.keys(OWNER_ANSWERS).map((name) => `missing OWNER_ANSWERS.${name} is not final`),
    "missing nobody has held the exam fees against cbr.nl",
    "missing nobody has read the rule of thumb of the home page (D1)",
    "-> set STRUCK_PRICE_CHECK in kv-seed/go-live/owner-checks.ts to the day and your name",
    "missing SITE_ORIGIN: placeholder",
    "missing CHECKOUT_KVB1_A: placeholder",
    "advice  VIDEO_INTRO_URL: placeholder",
    "missing TRADER_KVK: placeholder",
    "missing TRADER_PHONE: placeholder",
    "advice  no reviews are shown: those in the repository are examples",
    "advice  COURSE_MAKERS is empty: no page says who made the courses",
    "missing secret STRIPE_WEBHOOK_SECRET",
    "missing database vaarkoers\n",
    "npx wrangler d1 create vaarkoers --jurisdiction eu",
    "cannot be checked yet",
  ]) {
    expect(run.out).toContain(text);
  }
  expect(run.out).toMatch(/\n\d+ missing: a visitor cannot buy yet\.$/);
  expect(world.stripe.requests).toHaveLength(0);
});

test.each([
  ["production", "npm run deploy"],
  ["staging", "CLOUDFLARE_ENV=staging npm run deploy"],
])("what is wrong with the site of %s is mended by a deployment of that shop", async (environment, command) => {
  const findings = await checkLiveSite(
    { origin: ORIGIN, environment },
    {},
    async () => new Response("", { status: 404 }),
  );
  expect(findings.map(({ fix }) => fix)).toEqual([command]);
});

test("names a var that the shop does not read, such as one with a mistake in its name", async () => {
  const config = await writeConfig();
  await writeFile(config, (await readFile(config, "utf8")).replaceAll(/^COURSE_MAKERS/gm, "COURSE_MAKER"));
  const { out } = await goLive(["check"], { config });
  expect(out).toContain("advice  COURSE_MAKER: the shop knows no such var");
});

test("ends with 0 when all is there, deployed and live; not a moment before", async () => {
  const before = await goLive(["check"]);
  expect(before.exitCode).toBe(1);
  expect(before.out).toContain(`missing + payment link KVB1: ${formatPrice(priceOf("KVB1", "none").priceCents)}`);
  expect(before.out).toContain("-> npm run go-live -- stripe --env production");
  expect(writes()).toBe(0);

  const vars = await makeLinks();
  const config = await writeConfig(vars);
  expect(await goLive(["check"], { config, page: orderPage({}) })).toEqual(
    printed(1, "the order page does not sell with CHECKOUT_MARIFONIE_B"),
  );

  const live = await goLive(["check"], { config, page: orderPage(vars) });
  expect(live.out).toMatch(/\nA visitor can buy\.\nWhether .* only --deep tries\.$/);
  expect(live.out).not.toContain("missing");
  expect(live.exitCode).toBe(0);
});

test("KVB1 and KVB2 in one order may stay unsold; offered, they must be whole", async () => {
  const vars = await makeLinks();
  const names = ["CHECKOUT_KVB1_KVB2", "CHECKOUT_KVB1_KVB2_A", "CHECKOUT_KVB1_KVB2_B"];
  const empty = { ...vars, ...Object.fromEntries(names.map((name) => [name, ""])) };
  const kv = fullKv();
  const keys = FLOWS.map((flow) => bridgeKey("KVB1_KVB2", priceOf("KVB1_KVB2", flow).priceCents));
  for (const key of keys) kv.entries.delete(key);
  const unsold = await goLive(["check"], { config: await writeConfig(empty), page: orderPage(empty), kv });
  expect(unsold.out).not.toContain("missing");
  for (const name of names) expect(unsold.out).toContain(`advice  ${name} is empty: KVB1 and KVB2 are not offered`);
  expect(unsold.exitCode).toBe(0);

  const sold = await goLive(["check"], { config: await writeConfig(vars), page: orderPage(empty), kv });
  for (const key of keys) expect(sold.out).toContain(`missing INTERSTITIALS ${key}: not there`);
  for (const name of names) expect(sold.out).toContain(`missing the order page does not sell with ${name}`);
  expect(sold.exitCode).toBe(1);
});

test("nor must it be in the account before it is offered", async () => {
  const { out } = await goLive(["check"]);
  expect(out).toContain("advice  + product KVB1_KVB2");
  expect(out).toContain("advice  + payment link KVB1_KVB2 flow A");
  expect(out).toContain("missing + product KVB1:");
});

test("the exam fees hold for a year after somebody looked", () => {
  const check = { on: "2026-12-01", by: "Jan" };
  expect(checkFacts(null, "2026-12-01")).toMatchObject({ level: "missing", what: expect.stringContaining("nobody") });
  expect(checkFacts(check, "2027-12-01")).toMatchObject({ level: "ok", what: expect.stringContaining("Jan") });
  expect(checkFacts(check, "2027-12-02")).toMatchObject({ level: "advice", what: expect.stringContaining("a year") });
});

describe("what only the owner can say", () => {
  const levelsOf = (changes: Partial<TextState>, vars: object = OFFER, day = today(now())) =>
    checkTexts({ ...vars }, { ...FILLED_IN, ...changes }, day)
      .filter(({ what, level }) => level !== "ok" && !what.includes("reviews"))
      .map(({ level, what }) => `${level} ${what}`);
  const seen = { on: "2026-12-01", by: "Jan" };
  const OFFER = { OFFER_ENDS: today(now()) };
  const CONTAINER = { ...OFFER, TAG_MANAGER_ID: "GTM-TEST1" };

  test("is all there", () => expect(levelsOf({})).toEqual([]));

  test.each<[string, Partial<TextState>, string, object?, string?]>([
    ["an open answer", { answers: { access: { isFinal: false } } }, "missing OWNER_ANSWERS.access"],
    ["claims without proof", { CLAIMS_CHECK: null }, "missing nobody can prove"],
    ["the rule of thumb", { RULE_OF_THUMB_CHECK: null }, "missing nobody has read the rule of thumb"],
    ["the laws", { LAWS_CHECK: null }, "missing nobody has read the articles"],
    ["the laws, a year ago", { LAWS_CHECK: seen }, "advice LAWS_CHECK: Jan looked on 2026-12-01", OFFER, "2027-12-02"],
    ["the struck price", { STRUCK_PRICE_CHECK: null }, "missing nobody has seen"],
    ["the offer's end", {}, "missing flows A and B count down", {}],
    ["an end that is no day", {}, "missing flows A and B count down", { OFFER_ENDS: "31-12-2026" }],
    ["content or service", { WITHDRAWAL_CHECK: null }, "missing nobody has decided"],
    ["a service", { WITHDRAWAL_CHECK: { ...seen, treatedAs: "service" } }, "advice a course is treated as service"],
    ["a container's cookies", {}, "missing a container is configured", CONTAINER],
  ])("%s", (_name, changes, line, vars = OFFER, day = today(now())) => {
    const state = { ...changes, ...(day === today(now()) ? {} : { facts: { ...seen, on: day } }) };
    expect(levelsOf(state, vars, day).join("\n")).toContain(line);
  });

  test("the cookies of a container are named on the privacy page once they are known", () => {
    const cookies = { ...seen, names: ["_ga", "_ga_ABC"], months: 24 };
    expect(levelsOf({ cookies }, CONTAINER)).toEqual([]);
    expect(describeGoogleCookies(cookies).join()).toContain("heten _ga en _ga_ABC en blijven hoogstens 24 maanden");
    expect(describeGoogleCookies(null).join()).not.toContain("heten");
  });
});

test.each([
  ["a test key", { key: "sk_test_a" }, "the secret key here is of test mode"],
  ["no key", { key: null }, "no secret key"],
  ["no telephone number (art. 6:230m lid 1 c BW)", { vars: { TRADER_PHONE: "" } }, "TRADER_PHONE: missing"],
  ["a missing secret", { secrets: ["STRIPE_SECRET_KEY"] }, "secret STRIPE_WEBHOOK_SECRET"],
  ["no targets", { kv: new MemoryStore() }, `INTERSTITIALS ${bridgeKey("KVB2", KVB2_A)}: not there`],
  [
    "a database that is gone",
    { readDatabase: async () => null },
    "database vaarkoers: the account has none with the id",
  ],
  [
    "a database outside the EU",
    { readDatabase: async () => ({ jurisdiction: null, waiting: [] }) },
    "database vaarkoers: its data need not stay in the EU",
  ],
  [
    "a database without its tables",
    { readDatabase: async () => ({ jurisdiction: "eu", waiting: ["0001_ledger.sql"] }) },
    "database vaarkoers lacks 0001_ledger.sql",
  ],
  [
    "a database that does not answer",
    { readDatabase: () => Promise.reject(new WranglerError("Cloudflare's API: 502")) },
    "the database could not be read",
  ],
])(
  "with %s a visitor cannot buy",
  async (_name, { vars: set, ...options }: RunOptions & { vars?: Readonly<Record<string, string>> }, line) => {
    const vars = { ...(await makeLinks()), ...set };
    const whole = { config: await writeConfig(vars), page: orderPage(vars) };
    expect(await goLive(["check"], { ...whole, ...options })).toEqual(printed(1, `missing ${line}`));
  },
);

test("a site that serves pages over http is not ready", async () => {
  const vars = await makeLinks();
  const open = (url: string) => orderPage(vars)(url.replace("http:", "https:"));
  const run = await goLive(["check"], { config: await writeConfig(vars), page: open });
  expect(run.exitCode).toBe(1);
  expect(run.out).toContain(
    "missing http://www.vaarkoers.example/ answers 200, not with https://www.vaarkoers.example/",
  );
});

test("finds a closed account, links that differ, a second endpoint and wallets that do not work", async () => {
  const vars = await makeLinks();
  world.stripe.account.settings.chargesEnabled = false;
  await stripe.webhookEndpoints.create({ url: `${ORIGIN}/api/stripe-webhook`, enabled_events: ["*"] });
  Object.assign(account("payment_method_domains")[0] ?? {}, {
    apple_pay: { status: "inactive", status_details: { error_message: "No file." } },
  });
  const config = await writeConfig({ ...vars, CHECKOUT_KVB1: "https://buy.stripe.com/other" });
  const run = await goLive(["check"], { config, page: orderPage(vars) });
  expect(run.out).toContain("missing Stripe does not let this account take payments yet");
  expect(run.out).toContain("missing CHECKOUT_KVB1 is not the account's payment link");
  expect(run.out).toContain("missing a second webhook endpoint");
  expect(run.out).toContain("advice  www.vaarkoers.example cannot take Apple Pay (No file.)");
});

test("a domain that leads nowhere, a local address and an API that is not Stripe's", async () => {
  const path = await writeConfig({
    STRIPE_API_BASE: "https://api.example",
    ENVIRONMENT: "rehearsal",
    ACTIVATION_URL: "http://localhost:8788/a",
  });
  await writeFile(path, (await readFile(path, "utf8")).replace(/^routes = .*/m, ""));
  const { out } = await goLive(["check"], { config: path });
  expect(out).toContain("missing no route for www.vaarkoers.example");
  expect(out).toContain("missing ENVIRONMENT is not the name of its section");
  expect(out).toContain("missing STRIPE_API_BASE is not Stripe's own");
  expect(out).toContain("missing ACTIVATION_URL: points at this machine");
  expect(out).toContain("advice  ACTIVATION_URL has no {code}");
});

test("a picture of who made the courses is one that is there", async () => {
  const config = await writeConfig({ COURSE_MAKERS: "Anna", MAKERS_PICTURE: "/images/anna.jpg" });
  expect((await goLive(["check"], { config })).out).toContain(
    "missing MAKERS_PICTURE: there is no assets/images/anna.jpg",
  );
});

test("who made the courses may be said or not", async () => {
  const config = await writeConfig({ COURSE_MAKERS: "Anna de Boer, instructeur" });
  expect((await goLive(["check"], { config })).out).not.toContain("COURSE_MAKERS");
});

test("no gift is sold without an address to redeem it at, nor without the key that signs its code", async () => {
  const secrets = SECRET_NAMES.filter((name) => name !== "GIFT_ACTIVATION_KEY");
  for (const url of ["", "https://activation.invalid?{code}", "https://a.example/{code}/{code}"]) {
    const { out, exitCode } = await goLive(["check"], { config: await writeConfig({ ACTIVATION_URL: url }) });
    expect([out, exitCode]).toEqual([expect.stringContaining("missing ACTIVATION_URL: "), 1]);
    expect(out).toContain("no gift is sold without it");
  }
  const signed = await writeConfig({ ACTIVATION_URL: "https://course.example/?cadeau={code}" });
  expect((await goLive(["check"], { config: signed, secrets })).out).toContain("missing secret GIFT_ACTIVATION_KEY");
  const plain = await writeConfig({ ACTIVATION_URL: "https://course.example/" });
  expect((await goLive(["check"], { config: plain, secrets })).out).not.toContain("GIFT_ACTIVATION_KEY");
});

describe("check --deep", () => {
  /** Runs the command for a shop that starts payments and answers webhooks with this status. Returns the output. */
  async function deep(webhookStatus: number, sendMail = async (): Promise<void> => {}) {
    const server = createServer((_request, response) => void response.writeHead(webhookStatus).end());
    await new Promise<void>((listening) => void server.listen(0, "localhost", listening));
    world.stripe.setWebhooks(true);
    world.setShopOrigin(`http://localhost:${(server.address() as AddressInfo).port}`);
    const { out } = await goLive(["check", "--deep"], {
      page: async (url) => {
        if (!url.endsWith("/api/create-payment-intent")) return new Response("", { status: 404 });
        const intent = await stripe.paymentIntents.create({ amount: 3900, currency: "eur" });
        return Response.json({ clientSecret: intent.client_secret });
      },
      sendMail,
      // A delivery that is taken ends the wait, however long the machine takes for it.
      pauseMs: webhookStatus === 200 ? 500 : 20,
    });
    server.close();
    return out;
  }

  test("starts a payment through the live site, cancels it, sees its event taken, and sends a mail", async () => {
    const out = await deep(200);
    expect(out).toContain("and canceled");
    expect(out).toContain("every endpoint answered 2xx");
    expect(out).toContain("a test mail went from order@vaarkoers.example to owner@vaarkoers.example");
    expect(world.stripe.intents.map(({ status }) => status)).toEqual(["canceled"]);
  });

  test("an event that is refused, and a domain that may not mail, are missing", async () => {
    const out = await deep(400, () => Promise.reject(new WranglerError("domain not verified")));
    expect(out).toContain("missing 1 endpoint(s) of the account have not taken the event");
    expect(out).toContain("missing no mail goes out from order@vaarkoers.example: domain not verified");
  });
});

test("the command line explains itself, and refuses what makes no sense", async () => {
  const run = (...args: string[]) => record((terminal) => runKvTool(["go-live", ...args], { terminal }));
  expect(await run("--help")).toEqual(printed(0, "npm run kv -- go-live check --env production"));
  const check = await run("check");
  expect([check.exitCode, check.notes]).toEqual([2, expect.stringContaining("--env NAME is needed")]);
  for (const args of [[], ["deploy", "--env", "production"], ["check", "--force"]]) {
    expect((await run(...args)).exitCode).toBe(2);
  }
});

/** `npm run go-live -- stripe` */

const MARIFONIE = formatPrice(priceOf("MARIFONIE", "none").priceCents);

openGoLive();

const counts = (...kinds: string[]) => kinds.map((kind) => account(kind).length);

function linkOf(product: string, flow: string): StoredObject {
  const found = account("payment_links").find(({ active, metadata }) => {
    const { product: ofProduct, flow: ofFlow } = metadata as Record<string, string>;
    return active === true && ofProduct === product && ofFlow === flow;
  });
  if (found === undefined) throw new Error(`no link of ${product} ${flow}`);
  return found;
}

test("shows every change first, and makes none when the answer is no or nobody is there", async () => {
  const refused = await goLive(["stripe"], { answer: false });
  expect(refused.exitCode).toBe(1);
  expect(refused.out).toContain("In the Stripe account (LIVE mode):");
  expect(refused.out.match(/^ {2}\+ /gm)).toHaveLength(4 + 12 + 12 + 1 + 1);
  expect(refused.notes).toContain("Make these 30 changes in LIVE mode?\nNothing was changed.");
  expect(await goLive(["stripe"])).toEqual(noted(1, "Use --yes"));
  expect(writes()).toBe(0);
});

test("makes an empty account whole, prints the vars, and does nothing the second time", async () => {
  const first = await goLive(["stripe"], { answer: true });
  expect(first.exitCode).toBe(0);
  expect(counts("products", "prices", "payment_links", "webhook_endpoints")).toEqual([4, 12, 12, 1]);
  expect(varsIn(first.out)).toEqual(
    Object.fromEntries(HOSTED_SALES.map((sale) => [sale.varName, linkOf(sale.productId, sale.flow).url])),
  );
  expect(first.out).toMatch(/wrangler secret put STRIPE_WEBHOOK_SECRET --env production\n {2}whsec_\w{32}\n/);

  const before = writes();
  const config = await writeConfig(varsIn(first.out));
  const second = await goLive(["stripe"], { config });
  expect(second.exitCode).toBe(0);
  expect(second.out).toContain("Nothing to change in the Stripe account (LIVE mode).");
  expect(second.out).toContain("has all 12 links");
  expect(second.out).not.toContain("whsec_");
  expect(writes()).toBe(before);
});

test("a rehearsal on this machine asks for nothing in wrangler.toml", async () => {
  const { exitCode, out } = await goLive(["stripe", "--local", "--yes", "--outside-port", String(world.port)]);
  expect([exitCode, account("payment_links").length]).toEqual([0, 12]);
  expect(out).toContain("Then: npm run go-live -- check --local");
  expect(out).not.toMatch(/Put these|--env local|whsec_/);
});

test("the check of a rehearsal says what its Stripe lacks, and is whole once `stripe --local` has made it", async () => {
  const local = ["--local", "--port", "1", "--outside-port", String(world.port)];
  const before = await goLive(["check", ...local]);
  expect(before.exitCode).toBe(1);
  expect(before.out).toMatch(/^The Stripe of this machine\n {2}missing/m);
  expect(before.out).toContain("npm run go-live -- stripe --local");
  await goLive(["stripe", ...local, "--yes"]);
  const after = await goLive(["check", ...local]);
  expect(after.out).toMatch(/^The Stripe of this machine\n {2}ok +the payment links, the webhook endpoint/m);
  expect(after.out).not.toContain("stripe --local");
});

test("a payment link has price, metadata, return and consent as the shop needs them", async () => {
  await goLive(["stripe", "--yes"]);
  expect(linkOf("KVB2", "A")).toMatchObject({
    metadata: {
      product: "KVB2",
      flow: "A",
      price: String(KVB2_A),
      consent: LINK_CONSENT.version,
      environment: "production",
    },
    payment_intent_data: {
      metadata: { product: "KVB2", flow: "A", price: String(KVB2_A), environment: "production" },
    },
    after_completion: {
      type: "redirect",
      redirect: { url: `${ORIGIN}/${bridgeKey("KVB2", KVB2_A)}?session_id={CHECKOUT_SESSION_ID}` },
    },
    consent_collection: { terms_of_service: "required" },
    custom_text: {
      submit: { message: "Je houdt toegang totdat je bent geslaagd." },
      terms_of_service_acceptance: {
        message: "Ik ga akkoord met de [algemene voorwaarden](https://www.vaarkoers.example/algemene-voorwaarden).",
      },
    },
    custom_fields: [
      {
        key: "herroepingsrecht",
        type: "dropdown",
        optional: false,
        label: { type: "custom", custom: LINK_CONSENT.label },
        dropdown: { options: [{ label: LINK_CONSENT.answer, value: "vervalt" }] },
      },
    ],
    line_items: {
      data: [{ quantity: 1, price: { unit_amount: KVB2_A, currency: "eur", tax_behavior: "inclusive" } }],
    },
  });
  expect(account("webhook_endpoints")[0]).toMatchObject({
    url: `${ORIGIN}/api/stripe-webhook`,
    enabled_events: [...ORDER_EVENT_TYPES],
    api_version: "2026-10-28.endive",
  });
  expect(account("payment_method_domains")[0]).toMatchObject({ domain_name: "www.vaarkoers.example", enabled: true });
});

test("stops where Stripe refuses, says which page mends it, and goes on from there", async () => {
  world.stripe.account.settings.hasTermsUrl = false;
  const stopped = await goLive(["stripe", "--yes"]);
  expect(stopped.exitCode).toBe(1);
  expect(stopped.notes).toContain("5 of 30 changes were made. Run this again to go on.");
  expect(stopped.notes).toContain("https://dashboard.stripe.com/settings/public");
  expect(account("payment_links")).toHaveLength(0);
  world.stripe.account.settings.hasTermsUrl = true;
  const resumed = await goLive(["stripe", "--yes"]);
  expect(resumed.exitCode).toBe(0);
  expect(counts("products", "prices", "payment_links")).toEqual([4, 12, 12]);
});

test("what was changed by hand is put right: each field is shown before and after", async () => {
  await goLive(["stripe", "--yes"]);
  const link = linkOf("KVB1", "B");
  Object.assign(link, { consent_collection: null, custom_fields: [], metadata: { product: "KVB1", flow: "B" } });
  Object.assign(account("webhook_endpoints")[0] ?? {}, { enabled_events: ["*"], status: "disabled" });
  Object.assign(account("products")[0] ?? {}, { active: false, name: "Cursus" });
  Object.assign(account("prices")[0] ?? {}, { tax_behavior: "unspecified" });
  Object.assign(account("payment_method_domains")[0] ?? {}, { enabled: false });
  const run = await goLive(["stripe", "--yes"]);
  expect(run.out.match(/^ {2}~ /gm)).toHaveLength(5);
  expect(run.out).toContain('consent_collection: null -> {"terms_of_service":"required"}');
  expect(run.out).toContain('name: "Cursus" -> "Online cursus Klein Vaarbewijs 1"');
  expect(run.out).toContain('custom_fields: [] -> [{"key":"herroepingsrecht"');
  expect(link.consent_collection).toMatchObject({ terms_of_service: "required" });
  expect(link.custom_fields).toHaveLength(1);
  expect(account("webhook_endpoints")[0]).toMatchObject({
    enabled_events: [...ORDER_EVENT_TYPES],
    status: "enabled",
  });
  expect((await goLive(["stripe"])).out).toContain("Nothing to change");
});

test("another price is another link; the old one is switched off once the shop no longer names it", async () => {
  const first = await goLive(["stripe", "--yes"]);
  const old = linkOf("MARIFONIE", "none");
  const price = account("prices").find(
    ({ id }) => id === (old.line_items as { data: { price: { id: string } }[] }).data[0]?.price.id,
  );
  Object.assign(price ?? {}, { unit_amount: 4900 });
  const config = await writeConfig(varsIn(first.out));
  const second = await goLive(["stripe", "--yes"], { config });
  expect(second.out.match(/^ {2}[+~-] .*/gm)).toEqual([
    expect.stringContaining(`+ price MARIFONIE: ${MARIFONIE}`),
    expect.stringContaining(`+ payment link MARIFONIE: ${MARIFONIE}`),
  ]);
  expect(old.active).toBe(true);
  expect(varsIn(second.out).CHECKOUT_MARIFONIE).not.toBe(old.url);
  const third = await goLive(["stripe", "--yes"], { config: await writeConfig(varsIn(second.out)) });
  expect(third.out).toContain(`- payment link MARIFONIE ${old.url}: switched off`);
  expect(old.active).toBe(false);
  expect(account("payment_links").filter(({ active }) => active)).toHaveLength(12);
});

test("an endpoint made by hand is taken in, and another environment's things are left alone", async () => {
  await stripe.webhookEndpoints.create({ url: `${ORIGIN}/api/stripe-webhook`, enabled_events: ["*"] });
  const staging = await stripe.webhookEndpoints.create({
    url: "https://staging.example/api/stripe-webhook",
    enabled_events: ["charge.refunded"],
    metadata: { environment: "staging" },
  });
  const run = await goLive(["stripe", "--yes"]);
  expect(run.out).toContain("~ webhook endpoint https://www.vaarkoers.example");
  expect(account("webhook_endpoints")).toHaveLength(2);
  expect(account("webhook_endpoints")[1]).toMatchObject({ id: staging.id, enabled_events: ["charge.refunded"] });
});

test("another domain changes what there is in place: the same links, endpoint and secret", async () => {
  const vars = await makeLinks();
  const config = await writeConfig({ ...vars, SITE_ORIGIN: "https://vaarkoers.example" });
  const run = await goLive(["stripe", "--yes"], { config });
  expect(run.out.match(/^ {2}[+~-] [a-z]+ [a-z]+/gm)).toEqual([
    ...Array.from({ length: 12 }, () => "  ~ payment link"),
    "  ~ webhook endpoint",
    "  + domain vaarkoers",
  ]);
  expect(run.out).not.toContain("whsec_");
  expect(account("webhook_endpoints").map(({ url }) => url)).toEqual(["https://vaarkoers.example/api/stripe-webhook"]);
  expect(linkOf("KVB1", "none")).toMatchObject({
    url: vars.CHECKOUT_KVB1,
    after_completion: {
      redirect: { url: expect.stringMatching(/^https:\/\/vaarkoers\.example\/bridge-\d+incl-vb1\?/) },
    },
  });
});

test("without a key or a site there is nothing to do", async () => {
  expect(await goLive(["stripe"], { key: null })).toEqual(noted(1, "dashboard.stripe.com/apikeys"));
  expect(await goLive(["stripe"], { config: join(PROJECT_ROOT, "wrangler.toml") })).toEqual(noted(1, "SITE_ORIGIN"));
  world.stripe.setMode("unauthorized", 1);
  expect(await goLive(["stripe"])).toEqual(noted(1, "a working key is at"));
});
