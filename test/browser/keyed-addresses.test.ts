import { beforeEach, expect, test } from "vitest";
import { giftCodePath, PATHS, withdrawalPath } from "../../src/shared/paths.ts";
import { CONSENT_COPY } from "../../src/ui/consent-copy.ts";
import { openBrowser } from "./browser.ts";
import { orderPathOf, recordPaidOrder } from "./orders.ts";
import { shop } from "./test-shop.ts";

/**
 * A secret address must stay unknown to the network and the next page, even with a tag manager that the visitor has
 * agreed to and that runs on that page.
 */

const browser = openBrowser();

beforeEach(() => shop.set({ vars: { TAG_MANAGER_ID: "GTM-TEST1" } }));

const INTENT = "pi_KeyedAddress12345";

const KEYED: readonly (readonly [what: string, address: string, key: string])[] = [
  ["an order's page", await orderPathOf(INTENT), INTENT],
  ["the withdrawal form of an order", await withdrawalForm(), INTENT],
  ["a gift", `${giftCodePath("BROWSERTEST")}?n=Noor&g=Bas&m=Geheim`, "BROW-SERT"],
  ["the return page", `${PATHS.interstitial}?payment_type=klein-vaarbewijs-1&payment_intent=${INTENT}`, INTENT],
  ["a gift's address with a slip", "/g-BROW-SERT-/x", "BROW-SERT"],
];

async function withdrawalForm(): Promise<string> {
  return withdrawalPath((await orderPathOf(INTENT)).split("/").at(-1) ?? "");
}

test("no key in a referrer", async () => {
  const { page } = await browser.visit();
  // The data that a container reads when it runs.
  await page.context().route("https://www.googletagmanager.com/**", (route) =>
    route.fulfill({
      contentType: "text/javascript",
      body: "window.readByTagManager = { address: location.href, referrer: document.referrer, queue: JSON.stringify(window.dataLayer) };",
    }),
  );
  const runsTagManager = () => page.waitForFunction(() => "readByTagManager" in window);
  await page.goto(PATHS.home);
  await page.getByRole("button", { name: CONSENT_COPY.bar.grantLabel }).click();
  await runsTagManager();
  await recordPaidOrder(page.request, INTENT);
  const sent: string[] = [];
  page.on("request", (request) => {
    const { referer = "" } = request.headers();
    // The request of the address itself names it. The test looks at all other requests.
    sent.push(referer, ...(request.url().startsWith(shop.origin) ? [] : [request.url()]));
  });

  for (const [what, address, key] of KEYED) {
    expect(decodeURIComponent(address), what).toContain(key);
    sent.length = 0;
    await page.goto(address);
    await page.evaluate((path) => location.assign(path), PATHS.faq);
    await page.waitForURL(`**${PATHS.faq}`);
    const read = await (await runsTagManager()).evaluate(
      () => (window as { readByTagManager?: object }).readByTagManager,
    );
    expect(read, what).toMatchObject({ address: shop.origin + PATHS.faq, referrer: "" });
    expect(JSON.stringify(read), what).not.toContain(key);
    // The test does see referrers and the tag manager.
    expect(sent, what).toContain(shop.origin + PATHS.faq);
    expect(
      sent.some((text) => text.includes("gtm.js")),
      what,
    ).toBe(true);
    expect(
      sent.filter((text) => decodeURIComponent(text).includes(key)),
      what,
    ).toEqual([]);
  }
});

// accessibility-states.test.ts sends such a form with JavaScript.
test("the form of a withdrawal works where no referrer is sent, without JavaScript", async () => {
  const { page } = await browser.visit({ javaScriptEnabled: false });
  await recordPaidOrder(page.request, INTENT);
  await page.goto(await withdrawalForm());
  await page.getByLabel("Je naam").fill("Jan de Vries");
  await page.getByLabel("Je e-mailadres").fill("jan@example.nl");
  const sent = page.waitForRequest((request) => request.method() === "POST");
  await page.locator('.withdrawal-form [type="submit"]').last().click();
  expect((await (await sent).allHeaders()).origin).toBe("null");
  await page.getByRole("heading", { name: "Klopt dit?" }).waitFor();
});
