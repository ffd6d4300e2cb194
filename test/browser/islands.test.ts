import type { Locator, Page } from "playwright";
import { beforeEach, expect, test } from "vitest";
import type { IslandName, IslandStatus } from "../../client/islands.ts";
import { GIFT_COPY } from "../../src/gifts/opening/gift-copy.ts";
import { CHECKOUT_COPY } from "../../src/paying/checkout/checkout-copy.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { CLIENT } from "../../src/ui/client-manifest.ts";
import { APIS } from "../browser-support.ts";
import { sample } from "../full.ts";
import { hang, openBrowser } from "./browser.ts";
import { payGift } from "./gifts.ts";
import { keepSession } from "./open-screen.ts";
import { PAGES } from "./pages.ts";
import { shop } from "./test-shop.ts";

/**
 * Islands that throw before they work. Every island of the build, on the first page that has it, gets a chunk that throws at
 * one moment. The visitor keeps the server's markup, which works as it does without JavaScript. The browser has only the
 * APIs of the oldest ones that the shop is built for; until it throws, the island works with them.
 */

const browser = openBrowser();

/** A module that replaces an island's. `original` is the of the real one. */
function moduleFor(name: IslandName, body: string): string {
  return `
    import { enhance as original } from "${CLIENT.islands[name]}?original";
    const broken = () => { throw new Error("broken on purpose"); };
    const onBreak = (act) => globalThis.isBroken ? act() : addEventListener("break", act);
    export async function enhance(root, props, fail) { ${body} }`;
}

/** The moments at which a chunk throws. Null: it is not served. */
const MOMENTS: readonly { name: string; serve(name: IslandName): string | null }[] = [
  {
    name: "throws when all has been done",
    serve: (name) => moduleFor(name, "await original(root, props, fail); broken();"),
  },
  { name: "does not come", serve: () => null },
  { name: "throws before it has done anything", serve: (name) => moduleFor(name, "broken();") },
];

/** A page as a browser gets it: after a redirect, with the cookies that came along. */
async function readPage(url: string): Promise<string> {
  const response = await fetch(url, { redirect: "manual" });
  const location = response.headers.get("location");
  if (location === null) return response.text();
  const cookies = response.headers.getSetCookie().map((one) => one.split(";", 1)[0]);
  return (await fetch(new URL(location, url), { headers: { cookie: cookies.join("; ") } })).text();
}

/** Removes these APIs from a page's scripts, so that it has those of the oldest browsers. Runs in the page. */
function removeApis(apis: readonly string[]): void {
  const scope = globalThis as unknown as Record<string, { prototype?: object } | undefined>;
  for (const [owner = "", member = ""] of apis.map((api) => api.split("."))) {
    const target = owner === "" || owner === "Window" ? globalThis : scope[owner];
    for (const holder of [target, target && "prototype" in target ? target.prototype : undefined])
      if (holder) Reflect.deleteProperty(holder as object, member);
  }
}

/** Keys with which an island does something. */
const KEYS = ["1", "ArrowLeft", "ArrowRight", "Enter", "Escape", " "];

function pressesTaken(marker: Locator): Promise<string[]> {
  return marker.evaluate((root, keys) => {
    const taken: string[] = [];
    const watch = (event: Event) => {
      if (event.defaultPrevented) taken.push(`${event.type} on ${(event.target as Element).outerHTML.slice(0, 80)}`);
      event.preventDefault();
    };
    for (const type of ["click", "submit"]) addEventListener(type, watch);
    for (const element of root.querySelectorAll<HTMLElement>("a, button, input, label")) element.click();
    for (const form of root.querySelectorAll("form")) form.requestSubmit();
    for (const key of keys) {
      const press = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
      if (!root.dispatchEvent(press)) taken.push(`the key ${key}`);
    }
    for (const type of ["click", "submit"]) removeEventListener(type, watch);
    return taken;
  }, KEYS);
}

const ISLANDS = Object.keys(CLIENT.islands) as IslandName[];

/** A container, so that pages have the consent bar too. */
const VARS = { TAG_MANAGER_ID: "GTM-TEST1" };
const SHOWN_ON = [...PAGES.map(({ path }) => path), `${PATHS.quizRedirect}?A1=A`];

type Place = { path?: string; when: string };

/** The first page with each island: one of `SHOWN_ON`, or the page of a gift that has just been paid. */
const places = new Map<IslandName, Place>();
await shop.set({ vars: VARS });
for (const path of [...SHOWN_ON, undefined]) {
  const html = await readPage(shop.origin + (path ?? (await payGift()).returnPath));
  for (const [marker, name = ""] of html.matchAll(/<div [^>]*data-island="(\w+)"[^>]*>/g)) {
    const when = /data-when="(\w+)"/.exec(marker)?.[1] ?? "";
    if (!places.has(name as IslandName)) places.set(name as IslandName, path === undefined ? { when } : { path, when });
  }
}
beforeEach(() => shop.set({ vars: VARS }));

function placeOf(name: IslandName): Place {
  const place = places.get(name);
  if (place === undefined) throw new Error(`None of the pages in SHOWN_ON shows the island ${name}`);
  return place;
}

const NEWER_APIS = [...APIS.keys()].filter((api) => APIS.get(api) !== "");

/** Opens the page of these islands. Each has this code as its chunk, or none that comes if it is null. The page's HTML may be edited. */
async function open(
  chunks: Readonly<Partial<Record<IslandName, string | null>>>,
  { edit, before }: { edit?: (html: string) => string; before?: (page: Page) => Promise<unknown> } = {},
) {
  const names = Object.keys(chunks) as IslandName[];
  const [{ path }] = names.map(placeOf) as [Place];
  const { page, problems } = await browser.visit();
  const markerOf = (name: IslandName) => page.locator(`[data-island="${name}"]`).first();
  const left: string[] = [];
  const markups = new Map<IslandName, string>();
  let isOpen = false;
  // `wake` moves the clock for an island that waits for a time.
  if (names.some((name) => waitOf(name) > 0)) await page.clock.install();
  await page.route("**/*", async (route) => {
    const request = route.request();
    if (!request.isNavigationRequest() || request.frame() !== page.mainFrame()) return route.fallback();
    if (isOpen) {
      left.push(request.url());
      // 204 to a navigation leaves the page where it is.
      return route.fulfill({ status: 204 });
    }
    if (edit === undefined) return route.fallback();
    const response = await route.fetch();
    return route.fulfill({ response, body: edit(await response.text()) });
  });
  for (const name of names) {
    const code = chunks[name];
    await page.route(
      (url) => url.pathname === CLIENT.islands[name] && url.search === "",
      async (route) => {
        markups.set(name, await markerOf(name).innerHTML());
        if (code == null) await route.abort();
        else await route.fulfill({ contentType: "text/javascript", body: code });
      },
    );
  }
  // This island is shown only to signed-in visitors.
  if (names.includes("myOrders")) await keepSession(page);
  await before?.(page);
  await page.goto(path ?? (await payGift()).returnPath, { waitUntil: "domcontentloaded" });
  isOpen = true;
  return {
    page,
    /** Console errors and uncaught errors, without the browser's own message about an aborted request. */
    reports: () => problems.filter((problem) => !problem.startsWith("Failed to load resource")),
    /** The addresses to which the page tried to navigate. The test keeps it where it is. */
    left,
    island: (name: IslandName) => ({
      marker: markerOf(name),
      /** The server's markup, as it was when the chunk was asked for. */
      markup: () => markups.get(name) ?? "",
      /** Makes the island due. An island that waits for a touch is pressed, on its link if it has one. */
      async wake() {
        const { when } = placeOf(name);
        // `myOrders` is at the top of its page, and is hidden again after a failure.
        if (when === "visible" && name !== "myOrders") await markerOf(name).scrollIntoViewIfNeeded();
        else if (when === "touched") await markerOf(name).locator("a, button").first().click();
        else if (waitOf(name) > 0) await page.clock.runFor(waitOf(name));
      },
      waitFor: (status: IslandStatus) =>
        page.locator(`[data-island="${name}"][data-status="${status}"]`).first().waitFor({ state: "attached" }),
    }),
  };
}

/** Breaks an island, also one whose code is still on its way. */
const breakNow = (page: Page) => page.evaluate("isBroken = true; dispatchEvent(new Event('break'))");

/** What else is as it is without JavaScript, once an island has thrown. */
const LOOKS: Readonly<Partial<Record<IslandName, (page: Page) => Promise<void>>>> = {
  /** The whole list, and neither a search field nor a map that does nothing. */
  async examMap(page) {
    expect(await page.locator(".exam-centre").count()).toBe(20);
    expect(await page.locator(".exam-map-search").isVisible()).toBe(false);
    expect(await page.locator(".exam-chart").isVisible()).toBe(false);
    const cut = await page.locator(".exam-centres").evaluate((list) => list.scrollHeight - list.clientHeight);
    expect(cut).toBe(0);
  },
  async printButton(page) {
    expect(await page.locator(".print-button").count()).toBe(1);
    expect(await page.locator(".print-button").isVisible()).toBe(false);
  },
  async giftShare(page) {
    // It comes with the outcome.
    await page.locator(".gift-share").waitFor({ state: "attached" });
    expect(await page.locator(".gift-share").isVisible()).toBe(false);
  },
  /** A way to load the form again in its place. */
  async checkout(page) {
    expect(await page.locator(".pay, .checkout-compass").filter({ visible: true }).count()).toBe(0);
    expect(await page.getByRole("link", { name: CHECKOUT_COPY.form.failed.retry }).isVisible()).toBe(true);
  },
  async myOrders(page) {
    expect(await page.locator(".my-orders").isVisible()).toBe(false);
  },
  /** The link that unwraps it. */
  async gift(page) {
    expect(await page.locator(".gift-button").isVisible()).toBe(false);
    await page.getByRole("link", { name: GIFT_COPY.openLink }).click({ trial: true, position: { x: 40, y: -80 } });
  },
};

/** How long an island waits on its page, milliseconds; 0 if it does not wait for a time. */
const waitOf = (name: IslandName) => Number(placeOf(name).when) || 0;

/** The islands of each page. Those that wait longest are last: a popup would cover the others. */
const GROUPS = Object.values(Object.groupBy(ISLANDS, (name) => placeOf(name).path ?? "")).map((names = []) =>
  names.toSorted((one, other) => waitOf(one) - waitOf(other)),
);
const FULLEST = GROUPS.reduce((one, other) => (other.length > one.length ? other : one));

const CASES = GROUPS.flatMap((names) =>
  MOMENTS.map((_, round) => {
    // In the first round all throw at the first moment. In the others those of a page throw at different ones.
    const islands = names.map((name, index) => {
      const [first, ...others] = MOMENTS;
      return {
        name,
        moment: (round === 0 ? first : others[(index + round) % others.length]) as (typeof MOMENTS)[number],
      };
    });
    return { names, round, islands, title: islands.map(({ name, moment }) => `${name} ${moment.name}`).join(", ") };
  }),
);

// The last test breaks the checkout later than the first round does.
const SAMPLED = sample(CASES, ({ names, round }) =>
  names.includes("checkout") ? false : round === 0 || (names === FULLEST && round === 1),
);

test.each(SAMPLED.map(({ title, ...one }) => [title, one] as const))(
  "%s: the server's markup is as it was",
  async (_, { islands, round }) => {
    const chunks = Object.fromEntries(islands.map(({ name, moment }) => [name, moment.serve(name)]));
    const { page, island, reports, left } = await open(chunks, {
      before: async (page) => {
        await page.addInitScript(removeApis, NEWER_APIS);
        // What comes after the failure would be reported too, or not: it depends on when it comes.
        await page.route(`**${PATHS.createPaymentIntent}*`, hang);
      },
    });
    expect(await page.evaluate(() => ["parse" in URL, "showPopover" in document.body])).toEqual([false, false]);
    const links: string[] = [];
    for (const { name } of islands) {
      const link = island(name).marker.locator("a[href]").first();
      // The browser handles the press that started the island.
      if (placeOf(name).when === "touched" && (await link.count()) > 0)
        links.push(await link.evaluate((element: HTMLAnchorElement) => element.href));
      await island(name).wake();
    }
    for (const { name } of islands) {
      const { marker, markup, waitFor } = island(name);
      await waitFor("failed");
      expect(await marker.innerHTML(), name).toBe(markup());
      expect(await pressesTaken(marker), name).toEqual([]);
    }
    expect(reports()).toEqual(islands.map(() => expect.stringMatching(/broken on purpose|dynamically imported/)));
    if (links.length > 0) await expect.poll(() => left).toEqual(links);
    // In the other rounds an island may have no chance to undo its changes elsewhere on the page.
    if (round === 0) for (const { name } of islands) await LOOKS[name]?.(page);
  },
);

test("without JavaScript it is the same: nothing is shown that needs a script, and what stands for it is", async () => {
  const { page } = await browser.visit({ javaScriptEnabled: false });
  for (const name of ["examMap", "printButton", "gift", "giftShare"] as const) {
    await page.goto(placeOf(name).path ?? (await payGift()).returnPath);
    await LOOKS[name]?.(page);
  }
});

test("a map whose Leaflet comes after the island has failed is not drawn into the markup that was put back", async () => {
  const [{ serve }] = MOMENTS as [(typeof MOMENTS)[number]];
  const leaflet = Promise.withResolvers<void>();
  let src = "";
  const { page, island, reports } = await open(
    { examMap: serve("examMap") },
    {
      before: (page) =>
        page.route(/\/leaflet-map-/, async (route) => {
          src = route.request().url();
          await leaflet.promise;
          await route.fallback();
        }),
    },
  );
  const { marker, markup, wake, waitFor } = island("examMap");
  await wake();
  await waitFor("failed");
  await page.waitForFunction(() => [...document.styleSheets].some(({ href }) => href?.includes("/leaflet-")));
  leaflet.resolve();
  // The same module, asked for once more: what waited for it before has gone on by then.
  await page.evaluate(`import("${src}").then(() => new Promise(requestAnimationFrame))`);
  expect(await marker.innerHTML()).toBe(markup());
  expect(reports()).toHaveLength(1);
});

/** Stands in place of an island's content. */
const FORM = `<form action="${PATHS.faq}"><input name="naam" value=""><input type="checkbox" name="ja"><select name="keuze"><option>a</option><option>b</option></select><textarea name="tekst"></textarea><button>Verstuur</button></form>`;

test("in an island that throws what was typed, chosen and focused stays, and is sent by the browser", async () => {
  const body = 'addEventListener("again", fail); await new Promise(onBreak); broken();';
  // The marker's content has no div.
  const edit = (html: string) => html.replace(/(<div [^>]*data-island="video"[^>]*>).*?(?=<\/div>)/s, `$1${FORM}`);
  const { page, island, reports, left } = await open({ video: moduleFor("video", body) }, { edit });
  const { marker, markup, waitFor } = island("video");
  const field = (name: string) => marker.locator(`[name="${name}"]`);
  // The first touch starts the island.
  await field("naam").fill("Jan");
  await waitFor("loading");
  // A press would be kept.
  await field("ja").evaluate((box: HTMLInputElement) => {
    box.checked = true;
  });
  await field("keuze").selectOption("b");
  await field("tekst").fill("Goede vaart");
  await field("naam").fill("Jan de Boer");
  await field("naam").evaluate((input: HTMLInputElement) => input.setSelectionRange(4, 6));
  await breakNow(page);
  await waitFor("failed");
  expect(await marker.innerHTML()).toBe(markup());
  expect(
    await page.evaluate(() => {
      const { name, selectionStart, selectionEnd } = document.activeElement as HTMLInputElement;
      return [name, selectionStart, selectionEnd];
    }),
  ).toEqual(["naam", 4, 6]);
  await marker.getByRole("button").click();
  const sent = `${shop.origin}${PATHS.faq}?naam=Jan+de+Boer&ja=on&keuze=b&tekst=Goede+vaart`;
  await expect.poll(() => left).toEqual([sent]);
  // Who has gone on to another part of the page stays there.
  await page.locator("main a").last().focus();
  await page.evaluate(() => dispatchEvent(new Event("again")));
  expect(await page.evaluate(() => document.activeElement?.localName)).toBe("a");
  expect(reports()).toHaveLength(1);
});

test("the checkout that throws once it works: the server's markup is back, and a way to load it again", async () => {
  const { page, island, reports } = await open(
    {
      checkout: moduleFor(
        "checkout",
        "await original(root, props, fail); onBreak(() => { props.payment.purchase = null; });",
      ),
    },
    { before: (page) => page.addInitScript(removeApis, NEWER_APIS) },
  );
  const { marker, markup, wake, waitFor } = island("checkout");
  await wake();
  await marker.locator("[data-phase=ready]").waitFor();
  await breakNow(page);
  // The next render throws.
  await marker.locator("#checkout-name").fill("Jan de Boer");
  await waitFor("failed");
  expect(await marker.innerHTML()).toBe(markup());
  expect(await pressesTaken(marker)).toEqual([]);
  await LOOKS.checkout?.(page);
  expect(reports()).toHaveLength(1);
});
