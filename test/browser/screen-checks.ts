import type { Page } from "playwright";
import { expect } from "vitest";
import { PATHS } from "../../src/shared/paths.ts";
import { FULL } from "../full.ts";
import { findNewViolations, findViolations } from "./axe.ts";
import { DESKTOP, drawn, type openBrowser, PHONE, problemsOf, TABLET } from "./browser.ts";
import { expectOneRow, expectShort } from "./lengths.ts";
import { openScreen, prepareScreen, seeEverything, startIslands } from "./open-screen.ts";
import type { Screen } from "./pages.ts";

/**
 * The checks of every screen and state (accessibility.test.ts, desk-screens.test.ts): WCAG 2.2 A and AA as far
 * as tools can tell, no console message, no policy violation, no difference between the server's markup and React's,
 * and no request to third parties before the visitor acts.
 */

type OpenedBrowser = ReturnType<typeof openBrowser>;

const NARROW = { width: 320, height: 640 };

/** Screens with text on a drawn night: axe does not find the colours behind the text. Checked by eye. */
const DRAWN_BACKGROUND = /^gift(, tapped twice| of a name)?$/;

const UNDER_A_POPUP = "exam map with a popup";

/** Screens that break a connection on purpose. The browser logs that. */
const BREAKS_ON_PURPOSE = /could not/;

/**
 * A visitor on a phone who looks at screens. The returned function brings the page into a state, and checks it for messages, requests
 * to other hosts, and headings. A screen with the path of the one before begins where that left the page.
 */
async function visitScreens(browser: OpenedBrowser): Promise<{ page: Page; show(screen: Screen): Promise<void> }> {
  const { page } = await browser.visit();
  const problems = problemsOf(page, ["error", "warning"]);
  const elsewhere = new Set<string>();
  page.on("requestfailed", (request) => {
    const error = request.failure()?.errorText;
    // A request that the visitor's next click aborted is not an error.
    if (error !== "net::ERR_ABORTED") problems.push(`failed: ${request.url()} ${error}`);
  });
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (/^https?:/.test(url.protocol) && url.origin !== browser.origin) elsewhere.add(url.origin + url.pathname);
  });
  let path = "";
  return {
    page,
    async show(screen) {
      const { name } = screen;
      const isThere = screen.path === path && screen.before === undefined && screen.opens === undefined;
      await (isThere ? prepareScreen : openScreen)(page, screen);
      path = screen.opens === undefined ? screen.path : "";
      if (screen.prepare === undefined) {
        await (FULL ? seeEverything : startIslands)(page);
        const allowed = ELSEWHERE[path];
        const unwanted = [...elsewhere].filter((url) => !allowed || !url.startsWith(browser.world + allowed));
        expect(unwanted, `${name}: requests to other hosts`).toEqual([]);
      }
      if (isPlain(screen)) {
        await page.evaluate(layOutAll);
        expect(await page.evaluate(findRedFaults, SIGNAL), `${name}: red buttons on a phone`).toEqual([]);
        await expectShort(page, path);
      }
      const { headings, alerts, mismatches, loose, motion } = await page.evaluate(lookOver);
      expect(mismatches, `${name}: markup that React changed`).toBe(0);
      expect(loose, `${name}: texts of React beside something else`).toEqual([]);
      expect(unexpectedIn(problems, screen), `${name}: messages`).toEqual([]);
      // On a bridge page an alert replaces the heading.
      expect(headings + alerts, `${name}: main headings`).toBeGreaterThan(0);
      expect(headings, `${name}: main headings`).toBeLessThan(2);
      expect(motion, `${name}: motion that was not wanted`).toEqual([]);
      problems.length = 0;
    },
  };
}

/** The other hosts that a page requests by itself, by its path, as paths of the outside world. */
const ELSEWHERE: Readonly<Record<string, string>> = { [PATHS.exam]: "/tiles/", [PATHS.checkout]: "/" };

/** The problems without the browser's own message about an error status, and the message that the 404 page must log. */
export function unexpectedIn(problems: readonly string[], { name, status = 200 }: Screen): readonly string[] {
  if (BREAKS_ON_PURPOSE.test(name)) return [];
  return problems.filter((problem) => !(status >= 400 && (problem.includes(String(status)) || /^404\b/.test(problem))));
}

/**
 * Axe's findings: in a full run on the whole screen. A popup that the visitor has opened may cover marks on the map: the list beside it
 * does the same (WCAG 2.5.8, "equivalent"; exam-map.test.ts tests that).
 */
async function expectNoViolations(page: Page, { name }: Screen): Promise<void> {
  const isDrawn = DRAWN_BACKGROUND.test(name);
  const found = FULL || isDrawn ? await findViolations(page, isDrawn) : await findNewViolations(page);
  const isEquivalent = (id: string, html: string) =>
    id === "target-size" && html.includes("exam-marker") && name === UNDER_A_POPUP;
  expect(
    found.filter(({ id, html }) => !isEquivalent(id, html)),
    `${name}: axe`,
  ).toEqual([]);
}

/**
 * Returns the focused element's name, the problem with its visible focus (null if there is none), and whether it is in
 * the footer; "end" without focus or at an element of `seen`. Runs in the page, which keeps `seen`.
 */
function inspectFocus(): { name: string; problem: string | null; isFooter: boolean } | "end" {
  const store = window as { seen?: Set<Element> };
  const seen = store.seen ?? new Set();
  store.seen = seen;
  const element = document.activeElement;
  if (element === null || element === document.body || element === document.documentElement) return "end";
  if (seen.has(element)) return "end";
  seen.add(element);
  const label = (element.getAttribute("aria-label") ?? element.textContent ?? "").trim().slice(0, 40);
  const name = `<${element.localName} class="${element.getAttribute("class") ?? ""}"> ${label}`;
  const isFooter = element.closest(".footer") !== null;
  const faint = ["rgba(0, 0, 0, 0)", getComputedStyle(element.closest(".footer") ?? document.body).backgroundColor];
  if (element.localName === "iframe") {
    // What shows the focus is inside. A frame that nobody sees is a stop that nobody sees.
    const isShown = element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    const { width, height } = element.getBoundingClientRect();
    return { name, problem: isShown && width > 1 && height > 1 ? null : "has no size", isFooter };
  }

  // The box of a choice may be hidden. Then its row, or the mark beside it, shows the focus.
  const bearers = [element, element.nextElementSibling, element.parentElement, element.closest("label")];
  const shown = bearers.find((candidate) => {
    if (!candidate) return false;
    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(candidate);
    return outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2 && !faint.includes(outlineColor);
  });
  if (!shown) return { name, isFooter, problem: "shows no focus" };

  const { left, top, right, bottom } = shown.getBoundingClientRect();
  const box = {
    left: Math.max(0, left),
    top: Math.max(0, top),
    right: Math.min(window.innerWidth, right),
    bottom: Math.min(window.innerHeight, bottom),
  };
  if (box.right - box.left < 1 || box.bottom - box.top < 1) return { name, isFooter, problem: "is outside the screen" };
  const steps = [0.1, 0.5, 0.9];
  const points = steps.flatMap((x) =>
    steps.map((y) => [box.left + (box.right - box.left) * x, box.top + (box.bottom - box.top) * y] as const),
  );
  // A toast may cover the focused element: it disappears after five seconds and can be closed.
  const isSeen = ([x, y]: readonly [number, number]) => {
    const hit = document.elementFromPoint(x, y);
    return hit !== null && (shown.contains(hit) || hit.contains(shown) || hit.closest(".toast") !== null);
  };
  const covered = points.filter((point) => {
    const hit = document.elementFromPoint(point[0], point[1]);
    return !isSeen(point) && hit?.closest(".header, .consent-bar") != null;
  });
  if (covered.length > 0) return { name, isFooter, problem: "is covered by something that stays in place" };
  if (!points.some(isSeen)) return { name, isFooter, problem: "is covered" };
  return { name, problem: null, isFooter };
}

/** Lets the next walk begin at the top of the page. Runs in the page. */
function startOver(): void {
  Object.assign(window, { seen: undefined });
  document.body.tabIndex = -1;
  document.body.focus();
  document.body.removeAttribute("tabindex");
}

/** Header and footer are the same on every page. The Tab key walks through them here, and on all in a full run. */
const WALKED_WHOLE = "home";

/** Walks the page with the Tab key until it is back at the start, or from its content to its footer: WCAG 2.4.7 and 2.4.11. */
async function walk(page: Page, { name }: Screen): Promise<string[]> {
  const isWhole = FULL || name === WALKED_WHOLE;
  if (!isWhole) await page.evaluate(() => document.querySelector<HTMLElement>("main")?.focus({ preventScroll: true }));
  const problems: string[] = [];
  let stops = 0;
  // Where a state has left the focus on its last control, the first Tab leads out of the page.
  for (let tabs = 0; tabs < 200; tabs++) {
    await page.keyboard.press("Tab");
    const found = await page.evaluate(inspectFocus);
    if (found === "end" && tabs > 0) return stops === 0 ? ["nothing can be reached"] : problems;
    if (found === "end") continue;
    stops += 1;
    if (found.problem !== null) problems.push(`${found.name}: ${found.problem}`);
    if (found.isFooter && !isWhole) return problems;
  }
  return [...problems, "the walk does not end"];
}

/** Text and controls that are not wholly visible: beyond the edge of the page, or cut off by a box around them. */
function findLosses(): string[] {
  const width = document.documentElement.clientWidth;
  const losses: string[] = [];
  const overflow = document.documentElement.scrollWidth - width;
  if (overflow > 0) {
    const wide = [...document.querySelectorAll("body *")].filter(
      (element) =>
        element.getBoundingClientRect().right > width + 1 && element.closest("svg, .leaflet-container") === null,
    );
    const names = wide.slice(0, 4).map((element) => `<${element.localName} class="${element.className}">`);
    losses.push(`the page is ${overflow} px too wide: ${names.join(" ")}`);
  }
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
    const parent = text.parentElement;
    if (
      parent === null ||
      !text.textContent?.trim() ||
      parent.closest("script, noscript, .visually-hidden, svg, .leaflet-container")
    )
      continue;
    if (!parent.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    range.selectNodeContents(text);
    const boxes = [...range.getClientRects()];
    const right = Math.max(...boxes.map((box) => box.right));
    const left = Math.min(...boxes.map((box) => box.left));
    let box: Element | null = parent;
    while (box !== null && getComputedStyle(box).overflowX === "visible") box = box.parentElement;
    if (box !== null && ["auto", "scroll"].includes(getComputedStyle(box).overflowX)) continue;
    // Hidden from view on purpose, for screen readers only.
    if (box !== null && box.clientWidth <= 1) continue;
    const edge = box === null ? { left: 0, right: width } : box.getBoundingClientRect();
    if (right > Math.min(edge.right, width) + 1 || left < Math.max(edge.left, 0) - 1) {
      if (parent.closest(".skip-link")) continue;
      losses.push(`"${text.textContent.trim().slice(0, 40)}" in .${parent.className} ends at ${Math.round(right)} px`);
    }
  }
  return losses;
}

/** 320 and 768 px, and text of twice the size on a phone and on a wide screen: WCAG 1.4.4 and 1.4.10. */
export async function findLossesAtEverySize(page: Page, { phoneOnly }: Partial<Screen> = {}): Promise<string[]> {
  const found: string[] = [];
  const sizes = [
    { viewport: NARROW, text: "100%" },
    { viewport: TABLET, text: "100%" },
    { viewport: DESKTOP, text: "200%" },
    { viewport: PHONE, text: "200%" },
  ] as const;
  // A table of amounts is the widest that a text gets: it has to fit where both are true.
  const hasTable = (await page.locator(".exam-table, .desk-table").count()) > 0;
  for (const { viewport, text } of [...sizes, ...(hasTable ? [{ viewport: NARROW, text: "200%" } as const] : [])]) {
    if (phoneOnly && viewport.width > PHONE.width) continue;
    await page.setViewportSize(viewport);
    await page.evaluate((size) => {
      document.documentElement.style.fontSize = size;
    }, text);
    // An island that follows the width has changed then.
    await drawn(page);
    const losses = await page.evaluate(findLosses);
    found.push(...losses.map((loss) => `${viewport.width} px, ${text}: ${loss}`));
  }
  await page.evaluate(() => {
    document.documentElement.style.fontSize = "";
  });
  return found;
}

/** What of a screen can be counted, the texts that React has by themselves (browser.ts), and the animations that run although the visitor asked for none. Runs in the page. */
function lookOver() {
  const shown = (selector: string) =>
    [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility({ visibilityProperty: true }));
  return {
    headings: shown("h1").length,
    alerts: shown("[role=alert]").length,
    mismatches: document.querySelectorAll("[data-mismatch]").length,
    loose: [...document.querySelectorAll('[data-island="checkout"] :not(svg *)')]
      .filter(({ childNodes }) => childNodes.length > 1 && [...childNodes].some((node) => node instanceof Text))
      .map(({ outerHTML }) => outerHTML.slice(0, 80)),
    motion: document
      .getAnimations()
      .filter(({ playState }) => playState === "running")
      .map((animation) => {
        const target = (animation.effect as KeyframeEffect).target;
        return `${(animation as CSSAnimation).animationName} on .${target?.className}`;
      }),
  };
}

/** Buttons, and what lies over the page, without a border, if the browser draws no backgrounds. */
function findFlatButtons(): string[] {
  const hasLine = (style: string, width: string) => style !== "none" && Number.parseFloat(width) > 0;
  const flat = [...document.querySelectorAll<HTMLElement>(".button, button, dialog, .toast, .consent-bar")]
    .filter((element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
    .filter((element) => {
      const { borderTopStyle, borderTopWidth, outlineStyle, outlineWidth } = getComputedStyle(element);
      return !hasLine(borderTopStyle, borderTopWidth) && !hasLine(outlineStyle, outlineWidth);
    })
    .map((element) => `<${element.localName} class="${element.className}">`);
  return [...new Set(flat)];
}

/** Signs of what can be pressed that are only a background, such as a plus: no browser draws those in forced colours. */
function findFlatSigns(): string[] {
  const flat = [
    ...document.querySelectorAll(":is(a, button, summary, label), :is(a, button, summary, label) *"),
  ].flatMap((element) =>
    ["::before", "::after"]
      .filter((part) => {
        const { content, backgroundColor, borderTopWidth, forcedColorAdjust } = getComputedStyle(element, part);
        const isDrawn = content !== "none" && !/, 0\)$/.test(backgroundColor);
        return isDrawn && borderTopWidth === "0px" && forcedColorAdjust === "auto";
      })
      .map((part) => `<${element.localName} class="${element.getAttribute("class")}">${part}`),
  );
  return [...new Set(flat)];
}

/** What can be pressed in each list: the attributes that say its state, and what shows it. Runs in the page. */
const listStates = () =>
  [...document.querySelectorAll("ol, ul")].flatMap((list, index) =>
    [...list.querySelectorAll("a, button")].map((element) => {
      const { backgroundColor, borderBottomColor, borderBottomWidth, outlineStyle } = getComputedStyle(element);
      const edge = borderBottomWidth === "0px" ? "" : borderBottomColor;
      const name = `${element.localName} ${element.className}`;
      return { index, name, state: element.getAttributeNames(), look: backgroundColor + edge + outlineStyle };
    }),
  );

/** What is only a background, and so lost in forced colours: edges, signs, and states. */
async function findLossesInForcedColours(page: Page): Promise<string[]> {
  const before = await page.evaluate(listStates);
  await page.emulateMedia({ forcedColors: "active" });
  const after = await page.evaluate(listStates);
  const alike = before.flatMap(({ index, name, state, look }, one) =>
    before.some(
      (other, place) =>
        other.index === index &&
        String(other.state) !== String(state) &&
        other.look !== look &&
        after[place]?.look === after[one]?.look,
    )
      ? [`all alike: ${name}`]
      : [],
  );
  const flat = [...(await page.evaluate(findFlatButtons)), ...(await page.evaluate(findFlatSigns))];
  await page.emulateMedia({ forcedColors: "none" });
  return [...new Set([...flat, ...alike])];
}

/** Lays out the lower sections at once, which a browser does when it is idle. */
function layOutAll(): void {
  for (const group of document.querySelectorAll(".below-fold")) group.classList.remove("below-fold");
}

export const SIGNAL = "rgb(217, 56, 30)";

/** The header's button if it is red, and red buttons that a phone shows on one screen. Runs in the page. */
export function findRedFaults(signal: string): string[] {
  const red = [...document.querySelectorAll<HTMLElement>(".button, button")]
    .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
    .filter((element) => getComputedStyle(element).backgroundColor === signal);
  const tops = red.map((element) => element.getBoundingClientRect().top).sort((one, other) => one - other);
  const close = tops.filter((top, index) => top - (tops[index - 1] ?? Number.NEGATIVE_INFINITY) < innerHeight / 2);
  return [
    ...red.filter((element) => element.matches(".header-order")).map((element) => element.className),
    ...close.map((top) => `a second one at ${Math.round(top)} px`),
  ];
}

const isPlain = ({ before, prepare }: Screen) => before === undefined && prepare === undefined;

/**
 * Checks screens that a visitor reaches in this order: how each opens, axe's findings on a phone, and forced colours. Of the whole
 * ones also the keyboard and every size; in a full run on a wide screen too.
 */
export async function checkScreens(
  browser: OpenedBrowser,
  screens: readonly Screen[],
  isWhole: (screen: Screen) => boolean,
): Promise<void> {
  const { page, show } = await visitScreens(browser);
  for (const screen of screens) {
    await show(screen);
    await expectNoViolations(page, screen);
    expect(await findLossesInForcedColours(page), "lost in forced colours").toEqual([]);
    if (!isWhole(screen)) continue;
    expect(await walk(page, screen), "a walk with the Tab key").toEqual([]);
    expect(await findLossesAtEverySize(page, screen), "lost at this size").toEqual([]);
    if (!screen.phoneOnly) await checkWide(page, screen);
    await page.setViewportSize(PHONE);
  }
}

async function checkWide(page: Page, screen: Screen): Promise<void> {
  if (screen.name === "home") {
    await page.setViewportSize(TABLET);
    await expectOneRow(page);
    expect(await findLossesInForcedColours(page), "lost in forced colours on a wide screen").toEqual([]);
  }
  if (!FULL) return;
  await page.setViewportSize(DESKTOP);
  await expectNoViolations(page, screen);
  await page.evaluate(startOver);
  expect(await walk(page, screen), "a walk with the Tab key on a wide screen").toEqual([]);
}
