/**
 * Takes the owner's manual's pictures of the desk, on a telephone: `npm run pictures:desk`, beside a new local shop
 * (`npm start -- --persist-to FOLDER`), which has nobody's orders yet. Options: `--port` and `--outside-port`, as there.
 */
import { mkdir, writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import sharp from "sharp";
import { ACTS_COPY } from "../../src/desk/acts-copy.ts";
import { DESK_PATHS } from "../../src/desk/desk-copy.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { launchChromium } from "../../test/browser/chromium.ts";

const OUTPUT = new URL("../../kv-seed/pictures/", import.meta.url);
const WIDTH = 390;
const MAX_BYTES = 40_000;
const QUALITY = 62;

/** A withdrawal waits, because André gave no right up. */
const BUYERS = [
  { checkout: "KVB1/none", name: "Sanne de Vries", email: "sanne@example.nl", method: "ideal", isWaived: true },
  { checkout: "KVB2/A", name: "Joost van den Berg", email: "joost@example.nl", method: "card", isWaived: true },
  { checkout: "KVB1/none", name: "Noor Jansen", email: "noor@example.nl", method: "ideal", isWaived: true },
  { checkout: "MARIFONIE/none", name: "André Müller", email: "andre@example.nl", method: "card", isWaived: false },
] as const;
const [SANNE, , , ANDRE] = BUYERS;

const { values } = parseArgs({
  options: { port: { type: "string", default: "8787" }, "outside-port": { type: "string", default: "8788" } },
});
const shop = `http://localhost:${values.port}`;
const outside = `http://localhost:${values["outside-port"]}`;

await mkdir(OUTPUT, { recursive: true });
const browser = await launchChromium();
try {
  const page = await browser.newPage({ viewport: { width: WIDTH, height: 844 }, locale: "nl-NL" });
  for (const { checkout, name, email, method, isWaived } of BUYERS) {
    const right = isWaived ? { herroepingsrecht: "vervalt" } : {};
    const form = { name, email, method, terms: "on", ...right };
    await page.request.post(`${outside}/checkout/${checkout}`, { form, headers: { origin: outside }, maxRedirects: 0 });
  }
  await page.goto(`${outside}/access`);
  await page.getByRole("button", { name: "die alles mag" }).click();
  await page.waitForURL(`${shop}${PATHS.desk}`);

  await openOrder(ANDRE.name);
  const number =
    (await page
      .getByText(/^VK-\w+$/)
      .first()
      .textContent()) ?? "";
  await page.goto(`${shop}${PATHS.withdrawal}`);
  await page.fill("[name=naam]", ANDRE.name);
  await page.fill("[name=overeenkomst]", number);
  await page.fill("[name=email]", ANDRE.email);
  await page.click("[name=stap]");
  await page.click("[name=stap][value=bevestigen]");

  await page.goto(`${shop}${PATHS.desk}`);
  await picture("desk-today", 900);
  await openOrder(SANNE.name);
  await picture("desk-order", 1340);
  await openOrder(ANDRE.name);
  await page.locator("summary", { hasText: ACTS_COPY.refund.form }).click();
  await page.getByRole("button", { name: ACTS_COPY.refund.formButton }).click();
  await page.waitForURL(`**${DESK_PATHS.act}/**`);
  await picture("desk-refund", 1200);
  await page.goto(`${shop}${PATHS.desk}${DESK_PATHS.books}`);
  await picture("desk-books", 1200);

  async function openOrder(buyer: string): Promise<void> {
    await page.goto(`${shop}${PATHS.desk}${DESK_PATHS.orders}`);
    await page.getByRole("link", { name: buyer }).first().click();
    await page.waitForURL(`**${DESK_PATHS.orders}/*`);
  }

  /** Writes the upper part of the page, at most so many pixels high. */
  async function picture(name: string, height: number): Promise<void> {
    // A page that a click led to may still be fading in.
    await page.reload();
    await page.evaluate(() => document.fonts.ready);
    const whole = await page.evaluate(() => document.documentElement.scrollHeight);
    const clip = { x: 0, y: 0, width: WIDTH, height: Math.min(whole, height) };
    const png = await page.screenshot({ fullPage: true, clip });
    const bytes = await sharp(png).webp({ quality: QUALITY, effort: 6, smartSubsample: true }).toBuffer();
    if (bytes.length > MAX_BYTES) throw new Error(`${name} has ${bytes.length} bytes, more than ${MAX_BYTES}`);
    await writeFile(new URL(`${name}.webp`, OUTPUT), bytes);
    console.log(`${name}.webp: ${bytes.length} bytes`);
  }
} finally {
  await browser.close();
}
