import { brotliCompressSync, constants } from "node:zlib";
import { HTMLElement as Element, type Node, NodeType, parse } from "node-html-parser";
import { expect, test } from "vitest";
import { giftPaymentPath, PATHS } from "../../src/shared/paths.ts";
import { CLIENT } from "../../src/ui/client-manifest.ts";
import { MAIL_SAMPLES } from "../mail-samples.ts";
import { findViolations } from "./axe.ts";
import { openBrowser } from "./browser.ts";
import { findHtmlFaults } from "./html-validator.ts";
import { GIFT_CODE, GIFT_QUERY, PAGES, type Screen } from "./pages.ts";

/**
 * Every page as the server sends it has valid HTML, and names addresses that exist; every mail fits a narrow phone. What they say:
 * test/worker/every-page.test.ts and test/house/mails.test.ts.
 */

const browser = openBrowser();
const { origin } = browser;

type Fetched = { status: number; html: string; type: string };
const fetched = new Map<string, Promise<Fetched>>();

/** Returns the shop's answer for a path, which is requested only once. */
function get(path: string): Promise<Fetched> {
  const known = fetched.get(path);
  if (known !== undefined) return known;
  const answer = fetch(new URL(path, origin)).then(async (response) => ({
    status: response.status,
    // The texts of templates are attributes until a script shows them.
    html: (await response.text()).replace(/<span data-say="([^"]*)"><\/span>/g, "$1"),
    type: response.headers.get("content-type") ?? "",
  }));
  fetched.set(path, answer);
  return answer;
}

/** Every address of ours that a page names: links, forms, images, stylesheets, social image, canonical, structured data. */
function ownAddresses(page: Element, path: string): URL[] {
  const named = page.querySelectorAll("*").flatMap(({ attrs }) =>
    Object.entries(attrs).flatMap(([name, value]) => {
      if (/^(image)?srcset$/.test(name)) return value.split(",").map((one) => one.trim().replace(/\s.*/, ""));
      const isNamed = name === "content" ? /^https?:/ : /^([/?#]|https?:)/;
      return ["href", "src", "action", "poster", "content"].includes(name) && isNamed.test(value) ? [value] : [];
    }),
  );
  const data = page.querySelector('script[type="application/ld+json"]')?.rawText ?? "";
  const all = [...named, ...Array.from(data.matchAll(/"(https?:[^"#]*)/g), ([, address = ""]) => address)];
  return all.map((value) => new URL(value, new URL(path, origin))).filter((url) => url.origin === origin);
}

/** This page redirects at once in every browser, so no other test of all pages can check it. */
const QUIZ_REDIRECT: Screen = { name: "quiz redirect", path: `${PATHS.quizRedirect}?A1=A` };
/** Filled in by a script; with a gift it is one of the states in gift-screens.ts. */
const GIFT_STEP: Screen = { name: "payment step of a gift", path: giftPaymentPath("KVB1_KVB2") };

/** Elements after which a browser without CSS begins a new line. */
const BLOCKS = new Set(
  "address article aside blockquote body br caption dd details dialog div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 head header hr html legend li main nav noscript ol option p pre section select summary svg table tbody td template textarea th thead title tr ul".split(
    " ",
  ),
);

/** Texts that stand against each other where one element ends and another begins: "€59inclusief btw". */
function gluedTexts(page: Element): string[] {
  const found: string[] = [];
  let before = "";
  let crossed = false;
  const visit = (node: Node): void => {
    if (node.nodeType === NodeType.TEXT_NODE) {
      const text = node.text;
      if (text === "") return;
      if (crossed && /[\p{L}\p{N}.!?€%)]$/u.test(before) && /^[\p{L}\p{N}€(]/u.test(text))
        found.push(`${before.slice(-25)}|${text.slice(0, 25)}`);
      before = text;
      crossed = false;
      return;
    }
    if (!(node instanceof Element)) return;
    const name = node.rawTagName?.toLowerCase() ?? "";
    // The parts of a drawing stand where they stand; a screen reader is told what it shows.
    if (["script", "style", "head", "template", "svg"].includes(name)) return;
    // An input or a picture stands between texts.
    const isBreak = BLOCKS.has(name) || name === "input" || name === "img";
    if (isBreak) before = "";
    crossed = true;
    for (const child of node.childNodes) visit(child);
    if (isBreak) before = "";
    crossed = true;
  };
  visit(page);
  return found;
}

test.each([...PAGES, QUIZ_REDIRECT, GIFT_STEP])("$name", async ({ path, status = 200 }: Screen) => {
  const page = await get(path);
  expect(page.status).toBe(status);
  expect(await findHtmlFaults(page.html)).toEqual([]);

  for (const [, content] of page.html.matchAll(/http-equiv="refresh" content="([^"]*)"/g))
    expect(content).toMatch(/^\d+; url=\S+$/);

  const root = parse(page.html);
  expect(gluedTexts(root), "texts that CSS holds apart are apart without it").toEqual([]);

  const broken: string[] = [];
  for (const url of ownAddresses(root, path)) {
    const target = url.pathname + url.search;
    const { status: found, html, type } = await get(target);
    // A 404 page may link to itself, in a form or a retry link. A gift whose texts are all in its address links to
    // the look-up of its code, which KV may not know.
    const mayBeMissing = target === path || (found === 404 && url.pathname === PATHS.giftLookup);
    if (found >= 400 && !mayBeMissing) broken.push(`${target}: ${found}`);
    const id = decodeURIComponent(url.hash.slice(1));
    if (id !== "" && type.startsWith("text/html") && !html.includes(` id="${id}"`)) broken.push(`${target}#${id}`);
  }
  expect(broken, "links, files, and the parts that a hash names").toEqual([]);
});

/** Programs ask for these. The desk opens only to whom Cloudflare Access lets in: its own tests look at it. */
const NO_PAGES =
  "interstitialTargets createPaymentIntent paymentDetails stripeWebhook myOrders cspReport health sitemap robots studyPlanCalendar desk";
test("these tests look at every page of the URL contract", () => {
  const visited = [...PAGES, QUIZ_REDIRECT, GIFT_STEP].map(({ path }) => path.replace(/\?.*/, ""));
  const missing = Object.entries(PATHS)
    .filter(([name]) => !NO_PAGES.split(" ").includes(name))
    .filter(([, path]) => !visited.some((seen) => new RegExp(`^${path.replace(/:\w+/, "[^/]+")}$`).test(seen)));
  expect(missing).toEqual([]);
});

/** About the size at which the platform's brotli sends a text, bytes. */
const sentBytes = (text: string) =>
  brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }).length;

test.each([PATHS.home, PATHS.kvb1, PATHS.kvb2, PATHS.marifonie])("%s is under 8,500 bytes", async (path) => {
  expect(sentBytes((await get(path)).html)).toBeLessThan(8500);
});

/** The scripts of a page's islands by their names, with those that they import and what starts them. */
async function scriptsOf(path: string): Promise<Map<string, string>> {
  const scripts = new Map<string, string>();
  const add = async (script: string): Promise<void> => {
    const name = script.replace(/^.*\/(.*)-\w+\.js$/, "$1");
    if (scripts.has(name)) return;
    const { html: code } = await get(script);
    scripts.set(name, code);
    for (const [, other = ""] of code.matchAll(/\b(?:from|import)\s*"\.\/([^"]+)"/g)) await add(`/build/${other}`);
  };
  for (const [, script = ""] of (await get(path)).html.matchAll(/\sdata-src="([^"]*)"/g)) await add(script);
  await add(/\/build\/start-island-\w+\.js/.exec(CLIENT.loader.code)?.[0] ?? "");
  return scripts;
}

test.each([
  // With a container the consent bar comes too, of 1,200 bytes.
  [PATHS.home, 4_800, ["practice-popup", "reviews-carousel", "start-island", "video"]],
  [`${PATHS.order}?flow=A`, 8_000, ["countdown", "reviews-carousel", "start-island"]],
  [PATHS.giveGift, 8_000, ["gift-form", "gift-replay", "start-island"]],
  [`${GIFT_CODE}?${GIFT_QUERY}`, 2_500, ["gift", "start-island"]],
  // Without Leaflet, which comes with the map.
  [PATHS.exam, 6_000, ["exam-centres-rules", "exam-map", "practice-popup", "start-island"]],
])("all scripts of %s are a few KB, whatever its visitor does, and no React", async (path, most, names) => {
  const scripts = await scriptsOf(path);
  expect([...scripts.keys()].toSorted()).toEqual(names);
  const sizes = [CLIENT.loader.code, ...scripts.values()].map(sentBytes);
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(most);
});

test("no link of a page with a form has the name and the address of a query", async () => {
  const query = "?name=Jan+de+Vries&email=jan%40example.nl&account-email=jan%40example.nl&flow=A";
  for (const path of [PATHS.checkout, PATHS.giveGift, PATHS.myCourse, PATHS.withdrawal]) {
    const { html } = await get(path + query);
    expect(html, path).not.toMatch(/Jan|jan%40|jan@/);
    expect(html, path).toContain("?flow=A");
  }
});

test("no mail is wider than a narrow phone, and axe finds nothing in one", async () => {
  const { page } = await browser.visit({ viewport: { width: 320, height: 640 } });
  // A picture of no size has the one that its mail gives it.
  const picture = { contentType: "image/svg+xml", body: '<svg xmlns="http://www.w3.org/2000/svg"/>' };
  await page.route("**", (route) => route.fulfill(picture));
  for (const [name, { html }] of Object.entries(MAIL_SAMPLES)) {
    await page.setContent(html);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), name).toBe(320);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await findViolations(page), `${name}, ${colorScheme}`).toEqual([]);
    }
  }
});
