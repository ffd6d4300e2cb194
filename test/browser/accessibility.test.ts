import AxeBuilder from "@axe-core/playwright";
import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { DESKTOP, openBrowser, PHONE } from "./browser.ts";
import { freshAddress, openScreen, PAGES, type Screen, STATES } from "./screens.ts";

/** Every screen and state against WCAG 2.2 A and AA, as far as instruments can tell. */

const browser = openBrowser();
const NARROW = { width: 320, height: 640 };
const AXE_TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
const SCREENS = [...PAGES, ...STATES];

/** Text on a drawn night: axe sees the drawing's own shapes and not what lies below the text. Checked by eye. */
const DRAWN_BACKGROUND = /^gift(, tapped twice)?$/;

async function openAt(screen: Screen, options: Parameters<typeof browser.visit>[0] = {}): Promise<Page> {
  const { page } = await browser.visit({ ...freshAddress(), ...options });
  await openScreen(page, screen);
  return page;
}

async function findViolations(page: Page, { name }: Screen): Promise<string[]> {
  const axe = new AxeBuilder({ page })
    .withTags(AXE_TAGS)
    // Stripe's own form, which is not ours to mend.
    .exclude("iframe")
    .disableRules(DRAWN_BACKGROUND.test(name) ? ["color-contrast"] : [])
    // No page has frames of ours to look into, and this saves a page per run.
    .setLegacyMode(true);
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.html} ${node.failureSummary?.replaceAll(/\s+/g, " ")}`),
  );
}

describe("axe finds nothing", () => {
  test.each(SCREENS)("$name", async (screen) => {
    const page = await openAt(screen);
    const found = (await findViolations(page, screen)).map((line) => `phone: ${line}`);
    if (!screen.phoneOnly) {
      await page.setViewportSize(DESKTOP);
      found.push(...(await findViolations(page, screen)).map((line) => `desktop: ${line}`));
    }
    expect(found).toEqual([]);
  });
});

/** What is wrong with how the focused element shows, or null. Runs in the page; `seen` is kept there. */
function inspectFocus(): { name: string; problem: string | null } | "end" {
  const seen: Set<Element> = ((window as { seen?: Set<Element> }).seen ??= new Set());
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
  const isSeen = ([x, y]: readonly [number, number]) => {
    const hit = document.elementFromPoint(x, y);
    return hit !== null && (shown.contains(hit) || hit.contains(shown));
  };
  const covered = points.filter((point) => {
    const hit = document.elementFromPoint(point[0], point[1]);
    return !isSeen(point) && hit?.closest(".header, .toasts, .consent") != null;
  });
  if (covered.length > 0) return { name, problem: "is covered by something that stays in place" };
  if (!points.some(isSeen)) return { name, problem: "is covered" };
  return { name, problem: null };
}

/** Walks the page with the Tab key until it comes round. */
async function walk(page: Page): Promise<{ stops: number; problems: string[] }> {
  const problems: string[] = [];
  for (let stops = 0; stops < 200; stops++) {
    await page.keyboard.press("Tab");
    const found = await page.evaluate(inspectFocus);
    if (found === "end") return { stops, problems };
    if (found.problem !== null) problems.push(`${found.name}: ${found.problem}`);
  }
  return { stops: 200, problems: [...problems, "the walk does not end"] };
}

describe("a walk with the Tab key shows where one is", () => {
  test.each(SCREENS)("$name", async (screen) => {
    const found: string[] = [];
    for (const viewport of screen.phoneOnly ? [PHONE] : [PHONE, DESKTOP]) {
      const page = await openAt(screen, { viewport });
      const { stops, problems } = await walk(page);
      found.push(...problems.map((problem) => `${viewport.width} px: ${problem}`));
      if (stops === 0) found.push(`${viewport.width} px: nothing can be reached`);
      await page.context().close();
    }
    expect(found).toEqual([]);
  });
});

/** Text and controls that cannot be seen whole: beyond the edge of the page, or cut off by a box around them. */
function findLosses(): string[] {
  const width = document.documentElement.clientWidth;
  const losses: string[] = [];
  const overflow = document.documentElement.scrollWidth - width;
  if (overflow > 0) losses.push(`the page is ${overflow} px too wide`);
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
    const edge = box === null ? { left: 0, right: width } : box.getBoundingClientRect();
    if (right > Math.min(edge.right, width) + 1 || left < Math.max(edge.left, 0) - 1) {
      if (parent.closest(".skip-link")) continue;
      losses.push(`"${text.textContent.trim().slice(0, 40)}" in .${parent.className} ends at ${Math.round(right)} px`);
    }
  }
  return losses;
}

describe("320 px and text of twice the size: nothing is lost and nothing scrolls sideways", () => {
  test.each(SCREENS)("$name", async (screen) => {
    const page = await openAt(screen, { viewport: PHONE });
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
    if (!screen.phoneOnly) {
      await page.setViewportSize(DESKTOP);
      await look("1440 px, 200%");
    }
    expect(found).toEqual([]);
  });
});

describe("who wants no motion and who chooses their own colours", () => {
  test.each(SCREENS)("$name", async (screen) => {
    const page = await openAt(screen);
    const moving = await page.evaluate(() =>
      document
        .getAnimations()
        .filter(({ playState }) => playState === "running")
        .map((animation) => {
          const { target } = animation.effect as KeyframeEffect;
          return `${(animation as CSSAnimation).animationName} on .${target?.className}`;
        }),
    );
    expect(moving, "running animations").toEqual([]);

    await page.emulateMedia({ forcedColors: "active" });
    const flat = await page.locator("main, header, dialog[open]").evaluateAll((roots) =>
      roots
        .flatMap((root) => [...root.querySelectorAll<HTMLElement>(".button, button")])
        .filter((element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
        .filter((element) => {
          const { borderTopStyle, borderTopWidth, outlineStyle, outlineWidth } = getComputedStyle(element);
          const hasBorder = borderTopStyle !== "none" && Number.parseFloat(borderTopWidth) > 0;
          return !hasBorder && !(outlineStyle !== "none" && Number.parseFloat(outlineWidth) > 0);
        })
        .map((element) => `<${element.localName} class="${element.className}">`),
    );
    expect([...new Set(flat)], "buttons without an edge in forced colours").toEqual([]);
  });
});
