import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, test } from "vitest";
import seed from "../../kv-seed/interstitials.json";
import { OFFERS } from "../../src/shared/courses.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { collectLogs } from "./logs.ts";
import { ask, askWith, pageText } from "./shop.ts";

const KEY = "bridge-59incl-vb1";
const ERROR_TEXT = "Pagina niet gevonden of nog niet geconfigureerd.";
const SPINNER_TEXT = "Momentje, je betaling wordt verwerkt";

/** What the page's data block says of the target. */
function streamedEntry(html: string): unknown {
  return JSON.parse(
    /<script type="application\/json" id="interstitial-entry">(.*?)<\/script>/.exec(html)?.[1] ?? "null",
  );
}

/** A KV namespace of which every call does what is given. */
function brokenKv(get: () => Promise<never>): typeof env.INTERSTITIALS {
  return { get } as unknown as typeof env.INTERSTITIALS;
}

const logs = collectLogs();

beforeEach(async () => {
  for (const { key, value } of seed) await env.INTERSTITIALS.put(key, value);
});

describe("the ten bridge pages", () => {
  test("there are ten", () => expect(OFFERS).toHaveLength(10));

  test.each(OFFERS.map((offer) => [offer.path, offer.key] as const))("GET %s goes to its target", async (path, key) => {
    const response = await ask(path);
    expect(response.status).toBe(200);
    const html = await response.text();
    const target = JSON.parse(seed.find((entry) => entry.key === key)?.value ?? "{}").target;
    expect(html).toContain(SPINNER_TEXT);
    expect(streamedEntry(html)).toEqual({ status: "found", target });
    expect(html).toContain(`href="${target}"`);
    expect(html).toContain(`<noscript><meta http-equiv="refresh" content="10;url=${target}"/></noscript>`);
    expect(html).toContain('<meta name="robots" content="noindex, nofollow"/>');
    expect(html).not.toContain('rel="canonical"');
    expect(response.headers.get("cache-control")).toBe("private, no-store");
  });

  test("the purchase value is the price without VAT", async () => {
    expect(await pageText("/bridge-59incl-vb1")).toContain("&quot;purchaseValue&quot;:48.76");
    expect(await pageText("/bridge-39incl-vb2")).toContain("&quot;purchaseValue&quot;:32.23");
  });

  test("the shell is sent before KV has answered", async () => {
    let answer: (value: string) => void = () => undefined;
    const slow = brokenKv(() => new Promise<never>((resolve) => (answer = resolve as unknown as typeof answer)));
    const response = await askWith({ INTERSTITIALS: slow }, `/${KEY}`);
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    const decoder = new TextDecoder();
    const first = decoder.decode((await reader.read()).value, { stream: true });
    expect(first).toContain(SPINNER_TEXT);
    expect(first).not.toContain("interstitial-entry");
    answer(JSON.stringify({ target: "https://course.example/start" }));
    let rest = "";
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      rest += decoder.decode(part.value, { stream: true });
    }
    expect(rest).toContain("https://course.example/start");
    expect(rest).toContain("</html>");
  });
});

describe("what KV may hold", () => {
  test("no entry: the error, no redirect", async () => {
    await env.INTERSTITIALS.delete(KEY);
    const html = await pageText(`/${KEY}`);
    expect(html).toContain(ERROR_TEXT);
    expect(streamedEntry(html)).toEqual({ status: "missing" });
    expect(html).not.toContain("http-equiv");
  });

  test.each([
    ["not JSON", "{target:"],
    ["a wrong type", JSON.stringify({ target: 5 })],
    ["an array", JSON.stringify(["https://course.example"])],
    ["null", "null"],
    ["a javascript: target", JSON.stringify({ target: "javascript:alert(1)" })],
    ["a data: target", JSON.stringify({ target: "data:text/html,<script>1</script>" })],
    ["http on another host", JSON.stringify({ target: "http://course.example/" })],
    ["a target with a password", JSON.stringify({ target: "https://user:pass@course.example/" })],
    ["a relative target", JSON.stringify({ target: "//course.example" })],
    ["an unknown field", JSON.stringify({ target: "https://course.example/", foo: 1 })],
  ])("%s is not configured, and logged with its key", async (_, value) => {
    await env.INTERSTITIALS.put(KEY, value);
    const html = await pageText(`/${KEY}`);
    expect(html).toContain(ERROR_TEXT);
    expect(html).not.toContain("http-equiv");
    expect(logs.lines("kv.malformed")).toMatchObject([
      { key: KEY, namespace: "INTERSTITIALS", reason: expect.any(String) },
    ]);
    const map = (await (await ask(PATHS.interstitialTargets)).json()) as Record<string, unknown>;
    expect(map).not.toHaveProperty(KEY);
    expect(Object.keys(map)).toHaveLength(seed.length - 1);
  });

  test("KV throws: the page still stands, says nothing false, and leaves it to the browser to ask again", async () => {
    const broken = brokenKv(() => Promise.reject(new Error("KV GET failed: 500")));
    const response = await askWith({ INTERSTITIALS: broken }, `/${KEY}`);
    expect(response.status).toBe(200);
    const html = await response.text();
    expect(streamedEntry(html)).toEqual({ status: "unavailable" });
    expect(html).not.toContain(`<p role="alert">${ERROR_TEXT}`);
    expect(logs.lines("kv.unavailable")).toHaveLength(1);
  });
});

describe("GET /interstitial-targets.json", () => {
  test("is the JSON map of all configured keys, never cached unseen", async () => {
    const response = await ask(PATHS.interstitialTargets);
    expect(response.status).toBe(200);
    expect(response.headers.get("cache-control")).toBe("no-cache");
    const expected = Object.fromEntries(seed.map(({ key, value }) => [key, JSON.parse(value)]));
    expect(await response.json()).toEqual(expected);
  });

  test("KV throws: a JSON error that can be retried", async () => {
    const broken = brokenKv(() => Promise.reject(new Error("down")));
    const response = await askWith({ INTERSTITIALS: broken }, PATHS.interstitialTargets);
    expect(response.status).toBe(503);
    expect(response.headers.get("retry-after")).toBe("5");
    expect(await response.json()).toEqual({ error: { code: "unavailable", message: expect.any(String) } });
  });
});
