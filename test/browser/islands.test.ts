import type { Locator, Page } from "playwright";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { IslandName, IslandStatus } from "../../client/islands.ts";
import { GIFT_COPY } from "../../src/gifts/opening/gift-copy.ts";
import { CHECKOUT_COPY } from "../../src/paying/checkout/checkout-copy.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { CHOOSE_COURSE_COPY } from "../../src/shop/choose-course-copy.ts";
import { CLIENT } from "../../src/ui/client-manifest.ts";
import { CONSENT_LINK_ATTRIBUTE } from "../../src/ui/consent-rules.ts";
import { newerApis } from "../browser-support.ts";
import { sample } from "../full.ts";
import {
  brokenLater,
  isLight,
  LIGHT_MOMENTS,
  lightBrokenLater,
  lightModuleFor,
  type Moment,
  moduleFor,
  originalBrokenLater,
  pressesTaken,
  REACT_MOMENTS,
  readPage,
  removeApis,
  splitAtMarker,
} from "./broken-islands.ts";
import { openBrowser } from "./browser.ts";
import { payGift } from "./gifts.ts";
import { keepSession } from "./open-screen.ts";
import { PAGES } from "./pages.ts";
import { shop } from "./test-shop.ts";

/**
 * Islands that throw. Every island of the build, on the first page that has it, gets a chunk that throws at one moment.
 * Whatever the moment, the visitor keeps the server's markup, which works as it does without JavaScript. The browser has
 * only the APIs of the oldest ones that the shop is built for; until it throws, the island works with them.
 */

const browser = openBrowser();
const ISLANDS = Object.keys(CLIENT.islands) as IslandName[];

/** A container, so that pages have the consent bar too. */
const VARS = { TAG_MANAGER_ID: "GTM-TEST1" };
const SHOWN_ON = [...PAGES.map(({ path }) => path), `${PATHS.quizRedirect}?A1=A`];

/** The first page with each island: one of `SHOWN_ON`, or the page of a gift that has just been paid. */
const places = new Map<string, { path?: string; when: string }>();
let returnPath = "";
const pathOf = (name: IslandName) => places.get(name)?.path ?? returnPath;
beforeAll(async () => {
  await shop.set({ vars: VARS });
  ({ returnPath } = await payGift(shop.world.origin));
  for (const path of [...SHOWN_ON, undefined]) {
    for (const [marker, name = ""] of (await readPage(shop.origin + (path ?? returnPath))).matchAll(
      /<div [^>]*data-island="(\w+)"[^>]*>/g,
    )) {
      const when = /data-when="(\w+)"/.exec(marker)?.[1] ?? "";
      if (!places.has(name)) places.set(name, path === undefined ? { when } : { path, when });
    }
  }
});
beforeEach(async () => {
  await shop.set({ vars: VARS });
  ({ returnPath } = await payGift(shop.world.origin));
});

/** Every moment for the first island of each kind. The others throw once they work; a full run tries all. */
function momentsOf(name: IslandName): readonly Moment[] {
  const isFirst = ISLANDS.find((other) => isLight(other) === isLight(name)) === name;
  return sample(isLight(name) ? LIGHT_MOMENTS : REACT_MOMENTS, ({ isSampled }) => isFirst || isSampled === true);
}

/** A page with an island whose chunk is not the real one. */
type BrokenIsland = {
  page: Page;
  marker: Locator;
  /** The server's markup, as it was when the chunk was asked for. */
  markup(): string;
  /** Console errors and uncaught errors, without the browser's own message about an aborted request. */
  reports(): string[];
  /** The addresses to which the page tried to navigate. The test keeps it where it is. */
  left: readonly string[];
  /** Makes the island due. An island that waits for a touch is pressed, on its link if it has one. */
  wake(): Promise<void>;
  waitFor(status: IslandStatus): Promise<void>;
};

const NEWER_APIS = newerApis();

/**
 * Opens the island's page. Its chunk is `code`, or is not served if that is null. Its markup and React's may be
 * replaced.
 */
async function open(
  name: IslandName,
  code: string | null,
  other: { markup?: string; isReact?: true; before?: (page: Page) => Promise<unknown> } = {},
): Promise<BrokenIsland> {
  const place = places.get(name);
  if (place === undefined) throw new Error(`None of the pages in SHOWN_ON shows the island ${name}`);
  const { page, problems } = await browser.visit();
  const marker = page.locator(`[data-island="${name}"]`).first();
  const left: string[] = [];
  let markup = "";
  let isOpen = false;
  // `wake` moves the clock for an island that waits for a time.
  const delayMs = Number(place.when);
  if (delayMs > 0) await page.clock.install();
  await page.route("**/*", async (route) => {
    const request = route.request();
    if (!request.isNavigationRequest() || request.frame() !== page.mainFrame()) return route.fallback();
    if (isOpen) {
      left.push(request.url());
      // 204 to a navigation leaves the page where it is.
      return route.fulfill({ status: 204 });
    }
    if (other.markup === undefined) return route.fallback();
    const response = await route.fetch();
    const [before = "", start = "", after = ""] = splitAtMarker(await response.text(), name);
    const marked = other.isReact ? start.replace(">", ' data-react="">') : start;
    return route.fulfill({ response, body: before + marked + other.markup + after });
  });
  await page.route(
    (url) => url.pathname === CLIENT.islands[name] && url.search === "",
    async (route) => {
      markup = await marker.innerHTML();
      if (code === null) await route.abort();
      else await route.fulfill({ contentType: "text/javascript", body: code });
    },
  );
  // This island is shown only to signed-in visitors.
  if (name === "myOrders") await keepSession(page);
  await other.before?.(page);
  await page.goto(pathOf(name), { waitUntil: "domcontentloaded" });
  isOpen = true;
  return {
    page,
    marker,
    markup: () => markup,
    reports: () => problems.filter((problem) => !problem.startsWith("Failed to load resource")),
    left,
    async wake() {
      // `myOrders` is at the top of its page, and is hidden again after a failure.
      if (place.when === "visible" && name !== "myOrders") await marker.scrollIntoViewIfNeeded();
      else if (place.when === "touched") await marker.locator("a, button").first().click();
      else if (delayMs > 0) await page.clock.runFor(delayMs);
    },
    waitFor: (status) =>
      page.locator(`[data-island="${name}"][data-status="${status}"]`).first().waitFor({ state: "attached" }),
  };
}

describe.each(ISLANDS)("the island %s", (name) => {
  test.each(momentsOf(name))("whose chunk $name leaves the server's markup as it was", async ({ serve, isLate }) => {
    const island = await open(name, serve(name), { before: (page) => page.addInitScript(removeApis, NEWER_APIS) });
    expect(await island.page.evaluate(() => ["parse" in URL, "showPopover" in document.body])).toEqual([false, false]);
    const link = await island.marker.locator("a[href]").evaluateAll((links) => (links[0] as HTMLAnchorElement)?.href);
    await island.wake();
    if (isLate) {
      await island.waitFor("ready");
      // Waits for the files that the island itself loads.
      await island.page.waitForLoadState("networkidle");
      expect(island.reports(), "while it works").toEqual([]);
      await island.page.evaluate(() => dispatchEvent(new Event("break")));
    }
    await island.waitFor("failed");
    expect(await island.marker.innerHTML()).toBe(island.markup());
    expect(await pressesTaken(island)).toEqual([]);
    expect(await island.marker.getAttribute("data-status")).toBe("failed");
    expect(island.reports()).toHaveLength(1);
    // The browser handles the press that started the island.
    if (link !== undefined && !isLate && places.get(name)?.when === "touched") {
      await expect.poll(() => island.left).toEqual([link]);
    }
  });
});

describe.each(ISLANDS.filter((name) => !isLight(name)))("the island %s of React's", (name) => {
  test("stays when one of its event handlers throws, which is reported once", async () => {
    const handler = `const [isThere, setThere] = React.useState(false);
      React.useEffect(() => setThere(true), []);
      return [
        React.createElement(Original, { ...props, key: 1 }),
        isThere && React.createElement("button", { key: 2, id: "breaks", type: "button", onClick: broken }),
      ];`;
    const island = await open(name, moduleFor(name, handler));
    await island.wake();
    await island.waitFor("ready");
    await island.marker.locator("#breaks").waitFor({ state: "attached" });
    const press = () =>
      island.marker.evaluate((root) => {
        const before = root.innerHTML;
        root.querySelector<HTMLElement>("#breaks")?.click();
        return root.innerHTML === before;
      });
    expect(await press(), "markup after the press is that before it").toBe(true);
    expect(island.reports()).toHaveLength(1);
    expect(island.reports()[0]).toContain("broken on purpose");
    // React still handles events.
    expect(await press()).toBe(true);
    expect(island.reports()).toHaveLength(2);
    expect(await island.marker.getAttribute("data-status")).toBe("ready");
  });
});

describe("an island that cannot be what its marker says", () => {
  const broken = (html: string, attribute: string, value: string) =>
    html.replace(
      new RegExp(`(<div data-island="countdown"[^>]*?) data-${attribute}="[^"]*"`),
      `$1 data-${attribute}="${value}"`,
    );

  test.each([
    { name: "its properties are not JSON", attribute: "props", value: "{" },
    { name: "it has no chunk", attribute: "src", value: "" },
    { name: "its chunk is not there", attribute: "src", value: "/build/niets-00000000.js" },
    { name: "its chunk exports nothing", attribute: "src", value: CLIENT.notFoundScript },
  ])("$name: the server's markup stays", async ({ attribute, value }) => {
    const path = pathOf("countdown");
    const { page, problems } = await browser.visit();
    let isBroken = false;
    await page.route(`**${path}`, async (route) => {
      const response = await route.fetch();
      const html = await response.text();
      const body = broken(html, attribute, value);
      isBroken = body !== html;
      await route.fulfill({ response, body });
    });
    await page.goto(path);
    expect(isBroken).toBe(true);
    await page.locator('[data-island="countdown"][data-status="failed"]').waitFor();
    expect(await page.locator(".countdown-clock").textContent()).toBe(CHOOSE_COURSE_COPY.offer.withoutClock);
    const ownWords = /^(Failed to load resource|404: no page)/;
    expect(problems.filter((problem) => !ownWords.test(problem))).toHaveLength(1);
  });
});

describe("what a visitor has done in an island that throws", () => {
  /** Replaces the server's markup; `renderForm` renders the same with React. */
  const FORM = `<form action="${PATHS.faq}"><input name="naam" value=""><input type="checkbox" name="ja"><select name="keuze"><option>a</option><option>b</option></select><textarea name="tekst"></textarea><button>Verstuur</button></form>`;
  const renderForm = `React.createElement("form", { action: "${PATHS.faq}" },
    React.createElement("input", { name: "naam", defaultValue: "" }),
    React.createElement("input", { name: "ja", type: "checkbox" }),
    React.createElement("select", { name: "keuze" }, React.createElement("option", null, "a"), React.createElement("option", null, "b")),
    React.createElement("textarea", { name: "tekst" }),
    React.createElement("button", null, "Verstuur"))`;

  const asReact = (body: string) => ({ code: moduleFor("checkout", body), isReact: true }) as const;
  const asLight = (body: string) => ({ code: lightModuleFor("video", body) }) as const;

  test.each([
    { kind: "an island of React's", ...asReact(brokenLater(renderForm)) },
    { kind: "a light island", ...asLight(lightBrokenLater("null")) },
  ])("$kind: what was typed, chosen and focused stays, and is sent by the browser", async ({ code, ...kind }) => {
    const island = await open("video", code, { markup: FORM, ...kind });
    const field = (name: string) => island.marker.locator(`[name="${name}"]`);
    // The first touch starts the island.
    await field("naam").fill("Jan");
    await island.waitFor("ready");
    await field("ja").check();
    await field("keuze").selectOption("b");
    await field("tekst").fill("Goede vaart");
    await field("naam").fill("Jan de Boer");
    await field("naam").evaluate((input: HTMLInputElement) => input.setSelectionRange(4, 6));
    await island.page.evaluate(() => dispatchEvent(new Event("break")));
    await island.waitFor("failed");
    expect(await island.marker.innerHTML()).toBe(island.markup());
    expect(
      await island.page.evaluate(() => {
        const { name, selectionStart, selectionEnd } = document.activeElement as HTMLInputElement;
        return { name, selectionStart, selectionEnd };
      }),
    ).toEqual({ name: "naam", selectionStart: 4, selectionEnd: 6 });
    await island.marker.getByRole("button").click();
    const sent = `${shop.origin}${PATHS.faq}?naam=Jan+de+Boer&ja=on&keuze=b&tekst=Goede+vaart`;
    await expect.poll(() => island.left).toEqual([sent]);
    expect(island.reports()).toHaveLength(1);
  });

  test.each([
    { when: "render", ...asReact("broken();") },
    { when: "an effect", ...asReact(`React.useEffect(broken, []); return ${renderForm};`) },
    { when: "a light island", ...asLight("broken();") },
    {
      when: "a light island's handler",
      ...asLight(`const button = root.querySelector("button");
        button.addEventListener("click", guard((event) => { event.preventDefault(); broken(); }));`),
    },
  ])(
    "a press kept until $when throws is the browser's, on what stands in for the button",
    async ({ code, ...kind }) => {
      const island = await open("printButton", code, { markup: FORM, ...kind });
      await island.marker.getByRole("button").click();
      await island.waitFor("failed");
      const sent = `${shop.origin}${PATHS.faq}?naam=&keuze=a&tekst=`;
      await expect.poll(() => island.left).toEqual([sent]);
      expect(island.reports()).toHaveLength(1);
    },
  );
});

describe("a page whose island has thrown looks as it does without JavaScript", () => {
  async function openBroken(name: IslandName): Promise<Page> {
    const island = await open(name, originalBrokenLater(name));
    if (places.get(name)?.when === "touched") await island.marker.dispatchEvent("pointerenter");
    else await island.wake();
    await island.waitFor("ready");
    await island.page.evaluate(() => dispatchEvent(new Event("break")));
    await island.waitFor("failed");
    return island.page;
  }

  test("exam centres: the whole list, and neither a search field nor a map that does nothing", async () => {
    const page = await openBroken("examMap");
    expect(await page.locator(".exam-centre").count()).toBe(20);
    expect(await page.locator(".exam-map-search").isVisible()).toBe(false);
    expect(await page.locator(".exam-chart").isVisible()).toBe(false);
    const cut = await page.locator(".exam-centres").evaluate((list) => list.scrollHeight - list.clientHeight);
    expect(cut).toBe(0);
  });

  test("terms: no print button that prints nothing", async () => {
    const page = await openBroken("printButton");
    expect(await page.locator(".print-button").count()).toBe(1);
    expect(await page.locator(".print-button").isVisible()).toBe(false);
  });

  test("the link to the cookie choice is a link again", async () => {
    const page = await openBroken("consent");
    const link = page.locator(`[${CONSENT_LINK_ATTRIBUTE}]`).first();
    expect(await link.getAttribute("role")).toBeNull();
    await link.click();
    expect(await page.locator(".consent-bar").count()).toBe(0);
  });

  test("checkout: a way to load the form again in its place", async () => {
    const page = await openBroken("checkout");
    expect(await page.locator(".pay").isVisible()).toBe(false);
    expect(await page.getByRole("link", { name: CHECKOUT_COPY.form.failed.retry }).isVisible()).toBe(true);
  });

  test("gift: the link that unwraps it", async () => {
    const page = await openBroken("gift");
    expect(await page.locator(".gift-button").isVisible()).toBe(false);
    expect(await page.getByRole("link", { name: GIFT_COPY.openLink }).isVisible()).toBe(true);
  });
});
