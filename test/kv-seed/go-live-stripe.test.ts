import { join } from "node:path";
import { expect, test } from "vitest";
import { HOSTED_SALES } from "../../kv-seed/go-live/wishes.ts";
import { PROJECT_ROOT } from "../../kv-seed/wrangler.ts";
import { LINK_CONSENT } from "../../src/legal/purchase-consent-copy.ts";
import { ORDER_EVENT_TYPES } from "../../src/paying/webhook/order-events.ts";
import { bridgeKey, priceOf } from "../../src/shared/courses.ts";
import { formatPrice } from "../../src/shared/money.ts";
import type { StoredObject } from "../outside-world/stripe-account.ts";
import { account, goLive, KVB2_A, makeLinks, ORIGIN, openGoLive, varsIn, writeConfig, writes } from "./go-live-run.ts";
import { stripe, world } from "./stripe-world.ts";
import { noted } from "./tool.ts";

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
      submit: { message: "Je houdt toegang totdat je bent geslaagd voor het examen waar de cursus op voorbereidt." },
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
