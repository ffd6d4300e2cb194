import AxeBuilder from "@axe-core/playwright";
import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { DESKTOP, openBrowser, PHONE } from "./browser.ts";
import { freshAddress, openScreen, PAGES, type Screen, STATES, seeEverything } from "./screens.ts";

/** Every screen and state against WCAG 2.2 A and AA, as far as instruments can tell. */

const browser = openBrowser();
const NARROW = { width: 320, height: 640 };
const AXE_TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
const SCREENS = [...PAGES, ...STATES];

/** Text on a drawn night: axe sees the drawing's own shapes and not what lies below the text. Checked by eye. */
const DRAWN_BACKGROUND = /^gift(, tapped twice| of a name)?$/;

const UNDER_A_POPUP = "exam map with a popup";

async function openAt(screen: Screen, viewport: typeof PHONE): Promise<Page> {
  const { page } = await browser.visit({ ...freshAddress(), viewport });
  await openScreen(page, screen);
  // What waits to be seen has its buttons now. A state of its own stays as it was made.
  if (screen.prepare === undefined) await seeEverything(page);
  // An error of a bridge page stands in its heading's place, as an alert.
  expect(await page.locator("h1:visible, [role=alert]:visible").count(), "main headings").toBeGreaterThan(0);
  expect(await page.getByRole("heading", { level: 1 }).count(), "main headings").toBeLessThan(2);
  return page;
}

/**
 * What axe finds. A popup that the visitor has opened on the map may lie on marks: the list beside it does the same
 * (WCAG 2.5.8, "equivalent"; exam-map.test.ts holds it to that).
 */
async function findViolations(page: Page, { name }: Screen): Promise<string[]> {
  const axe = new AxeBuilder({ page })
    .options({ resultTypes: ["violations"] })
    .withTags(AXE_TAGS)
    // Stripe's own form, which is not ours to mend.
    .exclude("iframe")
    .disableRules(DRAWN_BACKGROUND.test(name) ? ["color-contrast"] : [])
    // No page has frames of ours to look into, and this saves a page per run.
    .setLegacyMode(true);
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes
      .filter(({ html }) => !(id === "target-size" && html.includes("exam-marker") && name === UNDER_A_POPUP))
      .map((node) => `${id}: ${node.html} ${node.failureSummary?.replaceAll(/\s+/g, " ")}`),
  );
}

/** What is wrong with how the focused element shows, or null. Runs in the page; `seen` is kept there. */
function inspectFocus(): { name: string; problem: string | null } | "end" {
  const store = window as { seen?: Set<Element> };
  const seen = store.seen ?? new Set();
  store.seen = seen;
  const element = document.activeElement;
  if (element === null || element === document.body || element === document.documentElement) return "end";
  if (seen.has(element)) return "end";
  seen.add(element);
  const label = (element.getAttribute("aria-label") ?? element.textContent ?? "").trim().slice(0, 40);
  const name = `<${element.localName} class="${element.getAttribute("class") ?? ""}"> ${label}`;
  if (element.localName === "iframe") return { name, problem: null };

  // A choice's own box may be out of sight; then its row, or what is drawn beside it, shows the focus.
  const bearers = [element, element.nextElementSibling, element.parentElement, element.closest("label")];
  const shown = bearers.find((candidate) => {
    if (!candidate) return false;
    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(candidate);
    return outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2 && !outlineColor.includes(", 0)");
  });
  if (!shown) return { name, problem: "shows no focus" };

  const { left, top, right, bottom } = shown.getBoundingClientRect();
  const box = {
    left: Math.max(0, left),
    top: Math.max(0, top),
    right: Math.min(window.innerWidth, right),
    bottom: Math.min(window.innerHeight, bottom),
  };
  if (box.right - box.left < 1 || box.bottom - box.top < 1) return { name, problem: "is outside the screen" };
  const steps = [0.1, 0.5, 0.9];
  const points = steps.flatMap((x) =>
    steps.map((y) => [box.left + (box.right - box.left) * x, box.top + (box.bottom - box.top) * y] as const),
  );
  // A toast goes by itself after five seconds and can be closed, so it may lie on what is focused.
  const isSeen = ([x, y]: readonly [number, number]) => {
    const hit = document.elementFromPoint(x, y);
    return hit !== null && (shown.contains(hit) || hit.contains(shown) || hit.closest(".toast") !== null);
  };
  const covered = points.filter((point) => {
    const hit = document.elementFromPoint(point[0], point[1]);
    return !isSeen(point) && hit?.closest(".header, .consent-bar") != null;
  });
  if (covered.length > 0) return { name, problem: "is covered by something that stays in place" };
  if (!points.some(isSeen)) return { name, problem: "is covered" };
  return { name, problem: null };
}

/** Walks the page with the Tab key until it comes round: WCAG 2.4.7 and 2.4.11. */
async function walk(page: Page): Promise<string[]> {
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
  }
  return [...problems, "the walk does not end"];
}

/** Text and controls that cannot be seen whole: beyond the edge of the page, or cut off by a box around them. */
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

/** 320 px, and text of twice the size at every width: WCAG 1.4.4 and 1.4.10. */
async function findLossesAtEverySize(page: Page, { phoneOnly }: Screen): Promise<string[]> {
  const found: string[] = [];
  const look = async (what: string) =>
    found.push(...(await page.evaluate(findLosses)).map((loss) => `${what}: ${loss}`));
  await page.setViewportSize(NARROW);
  await look("320 px");
  await page.evaluate(() => {
    document.documentElement.style.fontSize = "200%";
  });
  await page.setViewportSize(PHONE);
  await look("390 px, 200%");
  if (!phoneOnly) {
    await page.setViewportSize(DESKTOP);
    await look("1440 px, 200%");
  }
  await page.evaluate(() => {
    document.documentElement.style.fontSize = "";
  });
  await page.setViewportSize(PHONE);
  return found;
}

/** Animations that run although the visitor asked for none. */
function findMotion(): string[] {
  return document
    .getAnimations()
    .filter(({ playState }) => playState === "running")
    .map((animation) => {
      const target = (animation.effect as KeyframeEffect).target;
      return `${(animation as CSSAnimation).animationName} on .${target?.className}`;
    });
}

/** Buttons that have no edge when the browser leaves backgrounds out. */
function findFlatButtons(): string[] {
  const hasLine = (style: string, width: string) => style !== "none" && Number.parseFloat(width) > 0;
  const flat = [...document.querySelectorAll<HTMLElement>(".button, button")]
    .filter((element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
    .filter((element) => {
      const { borderTopStyle, borderTopWidth, outlineStyle, outlineWidth } = getComputedStyle(element);
      return !hasLine(borderTopStyle, borderTopWidth) && !hasLine(outlineStyle, outlineWidth);
    })
    .map((element) => `<${element.localName} class="${element.className}">`);
  return [...new Set(flat)];
}

describe("every screen", () => {
  test.each(SCREENS)("$name, on a phone", async (screen) => {
    const page = await openAt(screen, PHONE);
    expect(await page.evaluate(findMotion), "motion that was not wanted").toEqual([]);
    expect(await findViolations(page, screen), "axe").toEqual([]);
    // The walk comes first: after a change of size a carousel still has to lay its pages out anew.
    expect(await walk(page), "a walk with the Tab key").toEqual([]);
    expect(await findLossesAtEverySize(page, screen), "lost at this size").toEqual([]);
  });

  test.each(SCREENS.filter(({ phoneOnly }) => !phoneOnly))("$name, on a wide screen", async (screen) => {
    const page = await openAt(screen, DESKTOP);
    expect(await findViolations(page, screen), "axe").toEqual([]);
    await page.emulateMedia({ forcedColors: "active" });
    expect(await page.evaluate(findFlatButtons), "without an edge in forced colours").toEqual([]);
    await page.emulateMedia({ forcedColors: "none" });
    expect(await walk(page), "a walk with the Tab key").toEqual([]);
  });
});
