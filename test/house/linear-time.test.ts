import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { unstable_readConfig as readConfig } from "wrangler";
import { createApp } from "../../src/app.tsx";
import { GIFT_FIELDS } from "../../src/gifts/give-gift-rules.ts";
import type { Bindings } from "../../src/server/env.ts";
import { ORDER_PARAMETER, PATHS } from "../../src/shared/paths.ts";
import { openD1 } from "../d1-on-node.ts";
import { sample } from "../full.ts";
import { routes } from "../routes.ts";
import { createMemoryKv } from "../worker/memory-kv.ts";
import { ROOT } from "./source-files.ts";

/**
 * No request can keep an isolate busy. Each field of each route gets the texts on which it would be slowest. A request
 * of 64 KB takes at most 80 times as long as one of 1 KB, which a quadratic pattern exceeds fifty times, and none takes
 * more than 50 ms. The test counts the thread's processor time, the least of several tries, so a busy machine does not
 * matter.
 */

/**
 * Bytes of a request: lengths that are still read of an address, a header and most bodies, then one that most refuse.
 */
const LENGTHS = sample([15_000, 45_000, 64 * 1024, 100_000], (length) => length === 45_000 || length === 100_000);
const SHORT = 1024;
const MAX_RATIO = 80;
const MAX_CPU_MS = 50;
/** A shorter time counts as this long, because so short a time is mostly chance. */
const LEAST_MS = 0.25;
const GOES = 9;

const ORIGIN = "http://localhost:8787";

/** Inputs that are slow for patterns, trimming, decoding and counting: each makes a text of `length` characters. */
const WORST = {
  letters: (length: number) => "a".repeat(length),
  digits: (length: number) => "1".repeat(length),
  "spaces with something behind": (length: number) => `a${" ".repeat(length)}a`,
  "dots between two at signs": (length: number) => `a@${".".repeat(length)}@`,
  "labels of a domain": (length: number) => `a@${"a.".repeat(length / 2)}`,
  "signs that nobody knows": (length: number) => "!".repeat(length),
  accents: (length: number) => `a${"\u0301".repeat(length)}`,
  "a family of emoji": (length: number) => "👩\u200d".repeat(length / 3),
  "line ends": (length: number) => "\r\n".repeat(length / 2),
  "lines of spaces": (length: number) => " \n \n".repeat(length / 4),
  "control characters": (length: number) => "\u0007".repeat(length),
  hyphens: (length: number) => "-".repeat(length),
  slashes: (length: number) => "/".repeat(length),
  semicolons: (length: number) => "a=b; ".repeat(length / 5),
  commas: (length: number) => 'W/"a", '.repeat(length / 7),
  brackets: (length: number) => "[".repeat(length),
  parameters: (length: number) => "a&".repeat(length / 2),
};

/** Stripe and the sign-in service, which find nothing and answer at once. */
const outside = createServer((_request, response) => {
  response.writeHead(404, { "content-type": "application/json" });
  response.end('{"error":{"type":"invalid_request_error","code":"resource_missing","message":"none"}}');
});
const outsideOrigin = await new Promise<string>((resolve) => {
  outside.listen(0, "127.0.0.1", () => resolve(`http://127.0.0.1:${(outside.address() as AddressInfo).port}`));
});
afterAll(() => outside.closeAllConnections());
afterAll(() => new Promise((resolve) => outside.close(resolve)));

const { vars } = readConfig({ config: `${ROOT}/wrangler.toml` });
const WITHIN_LIMITS = { limit: async () => ({ success: true }) };
const bindings = {
  ...vars,
  INTERSTITIALS: createMemoryKv(),
  GIFTS: createMemoryKv(),
  DB: openD1().DB,
  PAYMENT_LIMIT: WITHIN_LIMITS,
  GIFT_LIMIT: WITHIN_LIMITS,
  REPORT_LIMIT: WITHIN_LIMITS,
  ORDER_LIMIT: WITHIN_LIMITS,
  SITE_ORIGIN: ORIGIN,
  STRIPE_API_BASE: outsideOrigin,
  AUTH_URL: `${outsideOrigin}/auth/v1`,
  STRIPE_SECRET_KEY: "sk_test_a",
  STRIPE_WEBHOOK_SECRET: "whsec_a",
  ORDER_TOKEN_KEYS: `1:${"k".repeat(42)}A`,
} as unknown as Bindings;

type Ask = (text: string) => RequestInit & { path: string };

const form = (path: string, field: string, others: Record<string, string> = {}): Ask => {
  return (text) => ({
    path,
    method: "POST",
    headers: { origin: ORIGIN, "content-type": "application/x-www-form-urlencoded" },
    body: String(new URLSearchParams({ ...others, [field]: text })),
  });
};
const json = (path: string, make: (text: string) => unknown, type = "application/json"): Ask => {
  return (text) => ({
    path,
    method: "POST",
    headers: { origin: ORIGIN, "content-type": type },
    body: JSON.stringify(make(text)),
  });
};

const BUYER = { clientSecret: "pi_a_secret_b", name: "Jan", email: "jan@x.nl", isTold: true, consent: "2026-11" };
const WISH = { recipient: "Noor", giver: "Kees", message: "Hoi", from: "now" };
const WITHDRAWAL = { naam: "Jan", overeenkomst: "VK-1", email: "jan@x.nl", reden: "" };
const HEADERS = [
  "cookie",
  "accept",
  "authorization",
  "if-none-match",
  "idempotency-key",
  "stripe-signature",
  "content-type",
  "origin",
  "cf-connecting-ip",
  "cf-ray",
];

/** Every field that a visitor can send, by its name. */
const FIELDS: Readonly<Record<string, Ask>> = {
  ...Object.fromEntries(
    routes.map(({ name, path }) => [
      `${name} ${path}: query`,
      (text: string) => ({ path: `${path.replace(/:\w+/, "a")}?${new URLSearchParams({ m: text, code: text })}` }),
    ]),
  ),
  ...Object.fromEntries(
    routes
      .filter(({ path }) => path.includes(":"))
      .map(({ name, path }) => [
        `${name}: path`,
        (text: string) => ({ path: path.replace(/:\w+/, encodeURIComponent(text.toWellFormed())) }),
      ]),
  ),
  ...Object.fromEntries(
    HEADERS.flatMap((header) =>
      [PATHS.home, PATHS.interstitial, PATHS.stripeWebhook, PATHS.paymentDetails].map((path) => [
        `${path}: ${header}`,
        (text: string) => ({
          path: `${path}?payment_type=klein-vaarbewijs-1&payment_intent=pi_a`,
          method: path.startsWith("/api/") ? "POST" : "GET",
          ...(path.startsWith("/api/") ? { body: "{}" } : {}),
          headers: { origin: ORIGIN, "content-type": "application/json", [header]: text.replace(/[^ -~]/g, "~") },
        }),
      ]),
    ),
  ),
  ...Object.fromEntries(
    Object.keys(BUYER).map((field) => [
      `payment-details: ${field}`,
      json(PATHS.paymentDetails, (text) => ({ ...BUYER, [field]: text })),
    ]),
  ),
  ...Object.fromEntries(
    Object.keys(WISH).map((field) => [
      `payment-details: gift ${field}`,
      json(PATHS.paymentDetails, (text) => {
        const { consent: _, ...buyer } = BUYER;
        return { ...buyer, gift: { ...WISH, [field]: text } };
      }),
    ]),
  ),
  "payment-details: many fields": json(PATHS.paymentDetails, (text) =>
    Object.fromEntries(Array.from(text.slice(0, text.length / 8), (_, index) => [`a${index}`, 1])),
  ),
  ...Object.fromEntries(
    ["amount", "currency", "intent", "gift"].map((field) => [
      `create-payment-intent: ${field}`,
      json(PATHS.createPaymentIntent, (text) => ({ amount: 3900, currency: "eur", [field]: text })),
    ]),
  ),
  ...Object.fromEntries(
    [...Object.keys(WITHDRAWAL), ORDER_PARAMETER, "stap"].map((field) => [
      `withdrawal: ${field}`,
      form(PATHS.withdrawal, field, WITHDRAWAL),
    ]),
  ),
  "my-course: email": form(PATHS.myCourse, "email"),
  ...Object.fromEntries(
    Object.values(GIFT_FIELDS).map((field) => [`give-gift: ${field}`, form(PATHS.giveGift, field)]),
  ),
  ...Object.fromEntries(
    ["document-uri", "effective-directive", "blocked-uri"].map((field) => [
      `csp-report: ${field}`,
      json(
        PATHS.cspReport,
        (text) => ({ "csp-report": { "document-uri": `${ORIGIN}/`, "blocked-uri": "inline", [field]: text } }),
        "application/csp-report",
      ),
    ]),
  ),
  "csp-report: body": (text) => ({
    path: PATHS.cspReport,
    method: "POST",
    headers: { "content-type": "application/reports+json" },
    body: text,
  }),
};

const app = createApp();

/** The request with the longest text of a kind that fits into this many bytes, as it is sent. */
function fit(ask: Ask, make: (length: number) => string, bytes: number): ReturnType<Ask> {
  const asked = ask(make(bytes));
  const size = asked.path.length + String(asked.body ?? "").length;
  return size <= bytes * 1.1 ? asked : ask(make(Math.floor((bytes * bytes) / size)));
}

/** The least processor time of several tries of a request, to the end of its answer, milliseconds. */
async function cpuMs({ path, ...init }: ReturnType<Ask>, goes: number): Promise<number> {
  const times: number[] = [];
  for (let go = 0; go < goes; go += 1) {
    const before = process.threadCpuUsage();
    const response = await app.request(ORIGIN + path, init, bindings);
    await response.arrayBuffer();
    // A handler that throws at once would be fast.
    expect(response.status, path.slice(0, 100)).not.toBe(500);
    const { user, system } = process.threadCpuUsage(before);
    times.push((user + system) / 1000);
  }
  return Math.min(...times);
}

/** A message if a request is too slow, else null. For most requests one try shows that they are not. */
async function slownessOf(ask: Ask, make: (length: number) => string, bytes: number): Promise<string | null> {
  const long = fit(ask, make, bytes);
  if ((await cpuMs(long, 1)) <= LEAST_MS * MAX_RATIO) return null;
  const ms = await cpuMs(long, GOES);
  if (ms > MAX_CPU_MS) return `${ms} ms`;
  const shortMs = Math.max(LEAST_MS, await cpuMs(fit(ask, make, SHORT), GOES));
  return ms > MAX_RATIO * shortMs ? `${ms} ms after ${shortMs} ms` : null;
}

/** Whether a request is refused for its length, before any code has read its text. */
async function isTooLong(ask: Ask, bytes: number): Promise<boolean> {
  const { path, ...init } = fit(ask, WORST.letters, bytes);
  const { status } = await app.request(ORIGIN + path, init, bindings);
  return status === 413 || status === 414;
}

describe("at most 50 ms, and at most 80 times as long as 1 KB", () => {
  // Code that is compiled and kept once is not part of a request.
  beforeAll(async () => {
    for (const method of ["info", "warn", "error"] as const) vi.spyOn(console, method).mockImplementation(() => {});
    for (const ask of Object.values(FIELDS)) await cpuMs(ask("a"), 2);
  });

  afterAll(() => vi.restoreAllMocks());

  test.each(Object.entries(FIELDS))("%s", async (_, ask) => {
    for (const bytes of LENGTHS) {
      const kinds = (await isTooLong(ask, bytes)) ? { letters: WORST.letters } : WORST;
      for (const [kind, make] of Object.entries(kinds)) {
        expect(await slownessOf(ask, make, bytes), `${bytes} bytes, ${kind}`).toBeNull();
      }
    }
  });
});
