import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { PATHS } from "../../src/shared/paths.ts";
import { collectLogs } from "./logs.ts";
import { askWith } from "./shop.ts";

const logs = collectLogs();

/** Names of the vars that were reported, with the reason. */
function reported(): string[] {
  return logs.lines("config.invalid").map((line) => `${line.name}: ${line.reason}`);
}

describe("a var that cannot be used", () => {
  test.each([
    ["missing", undefined, "missing"],
    ["empty", "", "missing"],
    ["a placeholder", "https://fill-in-checkout.invalid/kvb1/none", "placeholder"],
    ["another scheme", "javascript:alert(1)", "malformed"],
    ["no URL", "hallo", "malformed"],
  ])("%s: the page stands and says that ordering is not possible; the log names the var", async (_, value, reason) => {
    const response = await askWith({ CHECKOUT_KVB1: value }, `${PATHS.order}?x=1`);
    expect(response.status).toBe(200);
    const html = await response.text();
    expect(html.match(/class="order-unavailable"/g)).toHaveLength(1);
    expect(html).toContain(`href="${env.CHECKOUT_KVB2}"`);
    expect(reported()).toEqual([`CHECKOUT_KVB1: ${reason}`]);
  });

  test("the production placeholders are all reported by name and no page breaks", async () => {
    const response = await askWith(
      {
        SITE_ORIGIN: "https://fill-in-site-origin.invalid",
        TRADER_KVK: "FILL-IN Chamber of Commerce number",
        STRIPE_PUBLISHABLE_KEY: "FILL-IN-publishable-key",
      },
      `${PATHS.home}?x=1`,
    );
    expect(response.status).toBe(200);
    const html = await response.text();
    expect(html).not.toContain("FILL-IN");
    expect(html).not.toContain(".invalid");
    expect(html).toContain('<link rel="canonical" href="http://localhost:8787/"/>');
    expect(reported()).toEqual([
      "TRADER_KVK: placeholder",
      "SITE_ORIGIN: placeholder",
      "STRIPE_PUBLISHABLE_KEY: placeholder",
    ]);
  });
});
