import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { PRACTICE_POPUP_COPY } from "../../src/free/quiz/practice-popup-copy.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { shop } from "../browser/test-shop.ts";
import { isSame, LOADED, MISSING, type Said, type ScreenReader, startScreenReader } from "./screen-reader.ts";

/** Short ways of a buyer who cannot see the shop: what Orca says on them is what was approved (`npm run test:orca`). */

test("its programs are installed, or named", () => {
  if (MISSING.length > 0) console.warn(`Not installed, so nothing was heard: ${MISSING.join(", ")}.`);
  if (process.env.CI_CLIENTS === "all") expect(MISSING).toEqual([]);
});

let reader: ScreenReader;

/** An action, and what it made Orca say: a transcript has a block of lines for each, which a person can read and approve. */
type Step = { action: string; said: Said };
type Take = (action: string, act: (expected?: Said) => Promise<Said>) => Promise<void>;

/** The actions of a walk; each is done when Orca has said what it says to it, and at least `words`. */
const visitorOf = (take: Take) => ({
  /** In a browser that was never used before. */
  open: (path: string, words = LOADED) =>
    take(`open ${path} until '${words}'`, (expected) => reader.open(shop.origin + path, { expected, words })),
  async press(...keys: readonly string[]) {
    for (const key of keys) await take(`press ${key}`, (expected) => reader.press(key, { expected }));
  },
  enter: (words: string) =>
    take(`press Return until '${words}'`, (expected) => reader.press("Return", { expected, words })),
  type: (text: string) => take(`type ${text}`, (expected) => reader.type(text, expected)),
});

const WALKS: Readonly<Record<string, (visitor: ReturnType<typeof visitorOf>) => Promise<void>>> = {
  async "popup and order"(visitor) {
    await visitor.open(PATHS.home, PRACTICE_POPUP_COPY.title);
    // To its second button, and by the headings to the first course, whose name is a link.
    await visitor.press("Tab", "Tab", "Return", "h", "h", "h", "Tab");
    await visitor.enter(LOADED);
  },
  async checkout(visitor) {
    await visitor.open(PATHS.checkout);
    // Backwards to the account, before which stands the button to pay: Orca's key for buttons passes one that is grey.
    await visitor.press("shift+b", "shift+Tab", "Return");
    await visitor.type("Jan de Vries");
    await visitor.press("Tab");
    await visitor.type("jan@");
    // Past the payment form, where the bank will refuse, and the consent to the button.
    await visitor.press("Tab", "Tab", "Down", "Tab", "space", "Tab", "Tab", "Tab");
    await visitor.enter("Vul een geldig emailadres in");
    await visitor.press("End");
    await visitor.type("example.nl");
    await visitor.enter("Er is niets afgeschreven");
    // The bank accepts it now.
    await visitor.press("Tab", "Tab", "Up");
    await visitor.press("shift+Tab", "shift+Tab");
    await visitor.enter("website van je bank");
    await visitor.press("b");
    await visitor.enter("Je betaling is gelukt");
  },
  async "gift with an error"(visitor) {
    await visitor.open(PATHS.giveGift);
    await visitor.press("b", "Return", "Tab", "Return");
    await visitor.type("Noor");
    await visitor.press("Tab");
    await visitor.type("Opa Kees");
    await visitor.enter(LOADED);
    await visitor.press("h", "h", "Down", "Down", "Down");
  },
  async withdrawal(visitor) {
    await visitor.open(PATHS.withdrawal);
    await visitor.press("h", "Tab");
    await visitor.type("Jan de Vries");
    await visitor.press("Tab");
    await visitor.type("KVB1");
    await visitor.press("Tab");
    await visitor.type("jan@example");
    await visitor.enter(LOADED);
    await visitor.press("Tab", "Return", "End");
    await visitor.type(".nl");
    await visitor.enter(LOADED);
    await visitor.press("h", "Down", "Down", "Down", "Down", "Down", "b");
    await visitor.enter(LOADED);
    await visitor.press("h", "Down", "Down", "Down", "Down", "Down", "Down", "Down");
  },
  async "gift unwrapped"(visitor) {
    await visitor.open("/cadeau-sanne?n=Sanne&g=Bas&m=Goede+vaart");
    await visitor.press("h", "Tab", "Return", "Return");
    await visitor.enter("Sanne");
    await visitor.press("Down", "Down", "Down", "Down", "Down", "Down");
  },
};

const formatSteps = (steps: readonly Step[]) =>
  steps.map(({ action, said }) => [`> ${action}`, ...said, ""].join("\n")).join("\n");

/** The approved steps; none if there is no transcript. */
function readApproved(path: string): Step[] {
  const text = existsSync(path) ? readFileSync(path, "utf8") : "";
  return text.split("\n\n").flatMap((block) => {
    const [action = "", ...said] = block.trimEnd().split("\n");
    return action === "" ? [] : [{ action: action.replace(/^> /, ""), said }];
  });
}

describe.skipIf(MISSING.length > 0)("Orca says", () => {
  beforeAll(async () => {
    reader = await startScreenReader();
  });
  afterAll(() => reader?.close());
  beforeEach(async () => {
    shop.world.stripe.reset();
    await shop.set({});
  });

  test.each(Object.entries(WALKS))("%s", async (name, walk) => {
    const path = join(import.meta.dirname, "approved", `${name}.txt`);
    const approved = readApproved(path);
    const steps: Step[] = [];
    const visitor = visitorOf(async (action, act) => {
      const { [steps.length]: planned } = approved;
      const expected = planned?.action === action ? planned.said : undefined;
      const said = await act(expected);
      steps.push({ action, said: expected !== undefined && isSame(said, expected) ? expected : said });
    });
    await walk(visitor);
    await expect(formatSteps(steps)).toMatchFileSnapshot(path);
  });
});
