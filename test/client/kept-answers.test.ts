import { expect, test, vi } from "vitest";
import {
  isDeclined,
  loseAccount,
  onAccountChange,
  readPayingAccount,
  setDeclined,
} from "../../client/checkout/account.ts";
import { forgetGiftDraft, readGiftDraft, storeGiftDraft } from "../../client/checkout/gift-draft.ts";
import { forgetBuyer, keepBuyer, readKeptBuyer } from "../../client/checkout/kept-buyer.ts";
import { surroundings } from "../../client/checkout/surroundings.ts";
import { forgetMeasuring } from "../../client/tag-manager.ts";
import { isPopupDue } from "../../src/free/quiz/practice-popup-rules.ts";
import { CONSENT_VERSION, consentState, parseConsent } from "../../src/ui/consent-rules.ts";
import { DAY_MS } from "../clock.ts";

/** What a browser keeps of a visitor's answers, and how long it counts. */

const NOW = Date.parse("2026-11-21T12:00:00Z");
const ago = (ms: number) => new Date(NOW - ms).toISOString();
const consent = (choice: unknown, date: unknown, version: unknown = CONSENT_VERSION) =>
  JSON.stringify({ version, choice, date });

test.each<[text: string | null, answer: string | null]>([
  [consent("granted", ago(0)), "granted"],
  [consent("denied", ago(182 * DAY_MS - 1)), "denied"],
  [consent("granted", ago(182 * DAY_MS)), null],
  [consent("yes", ago(0)), null],
  [consent("granted", ago(-60_000)), null],
  [consent("granted", "ooit"), null],
  [consent("granted", undefined), null],
  [consent("granted", ago(0), CONSENT_VERSION + 1), null],
  ...[null, "", "granted", "null", "[]"].map((text): [string | null, null] => [text, null]),
])("the answer about measuring holds for six months: %j is %j", (text, answer) => {
  expect(parseConsent(text, NOW)).toBe(answer);
});

test("a yes is one to measuring alone", () => {
  const granted = Object.entries(consentState("granted")).filter(([, choice]) => choice === "granted");
  expect(granted).toEqual([["analytics_storage", "granted"]]);
});

test("a no deletes what Google's tags have set, on our host and on each domain above it", () => {
  const written = vi.fn();
  vi.stubGlobal(
    "document",
    Object.defineProperty({}, "cookie", { get: () => "_gcl_au=1; __stripe_mid=2", set: written }),
  );
  vi.stubGlobal("location", { hostname: "www.shop.example" });
  forgetMeasuring();
  const domains = ["", "; domain=www.shop.example", "; domain=shop.example", "; domain=example"];
  expect(written.mock.calls.flat()).toEqual(domains.map((domain) => `_gcl_au=; path=/; max-age=0${domain}`));
});

test.each([
  ["nothing", null, true],
  ["a time that is still to come", String(NOW + DAY_MS), true],
  ["no time at all", "gisteren", true],
  ["24 hours ago", String(NOW - DAY_MS), true],
  ["just less than that", String(NOW - DAY_MS + 1), false],
  ["now", String(NOW), false],
])("the practice popup was left: %s", (_, note, isDue) => expect(isPopupDue(note, NOW)).toBe(isDue));

/** A tab's storage, as a browser has it; `isFull` takes no new entry. */
function stubTab(kept: Readonly<Record<string, string>> = {}, isFull = false): Map<string, string> {
  const values = new Map(Object.entries(kept));
  const sessionStorage = {
    getItem: (name: string) => values.get(name) ?? null,
    removeItem: (name: string) => values.delete(name),
    setItem(name: string, text: string) {
      if (isFull) throw new DOMException("full", "QuotaExceededError");
      values.set(name, text);
    },
  };
  vi.stubGlobal("sessionStorage", sessionStorage);
  vi.stubGlobal("window", { sessionStorage });
  return values;
}

const WISH = { productId: "KVB1", recipient: "Noor", giver: "Opa", message: "Dag", from: "now" } as const;

test("the gift of this tab is kept until its own payment has ended", () => {
  stubTab();
  const draft = { wish: WISH, digest: "d", deliverTo: "noor@example.nl", intentId: "pi_1" };
  expect([readGiftDraft(), storeGiftDraft(draft), readGiftDraft()]).toEqual([null, true, draft]);
  forgetGiftDraft("pi_2");
  expect(readGiftDraft()).toEqual(draft);
  forgetGiftDraft("pi_1");
  expect(readGiftDraft()).toBeNull();
  stubTab({}, true);
  expect(storeGiftDraft(draft)).toBe(false);
});

test.each(["{", "7", "null", "{}", JSON.stringify({ wish: { ...WISH, message: 7 } })])(
  "what is no gift is none: %s",
  (text) => {
    stubTab({ "gift-draft": text });
    expect(readGiftDraft()).toBeNull();
  },
);

test("name and address are the tab's, also where storage is full, until they are forgotten or emptied", () => {
  for (const isFull of [false, true]) {
    stubTab({}, isFull);
    const buyer = { name: "Jan", email: "" };
    keepBuyer(buyer);
    expect(readKeptBuyer()).toEqual(buyer);
    if (isFull) expect(surroundings.tab.keys()).toContain("checkout-buyer");
    if (isFull) forgetBuyer();
    else keepBuyer({ name: "", email: "" });
    expect(readKeptBuyer()).toEqual({ name: "", email: "" });
  }
  expect(stubTab({ "checkout-buyer": "[1" }) && readKeptBuyer()).toEqual({ name: "", email: "" });
});

test("an account that a buyer leaves out, or that could not be written, is that one, until it is chosen again", () => {
  const values = stubTab();
  const [anna, ben] = ["anna", "ben"].map((userId) => ({ userId, email: null, accessToken: "" })) as [never, never];
  const leftOut = () => [isDeclined(anna), isDeclined(ben)];
  setDeclined(anna, true);
  expect([leftOut(), [...values]]).toEqual([[true, false], [["checkout-without-account", "anna"]]]);
  loseAccount(ben);
  expect(leftOut()).toEqual([true, true]);
  setDeclined(anna, false);
  expect(leftOut()).toEqual([false, false]);
});

test("of two looks at the account the later one counts, whichever ends first; a payment waits four seconds for one", async () => {
  const [first, second] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  const readAccount = vi.fn().mockReturnValueOnce(first.promise).mockReturnValueOnce(second.promise);
  vi.doMock("../../client/auth/session.ts", () => ({ readAccount }));
  const documentElement = { dataset: { authUrl: "/", account: "restoring" } };
  vi.stubGlobal("document", Object.assign(new EventTarget(), { documentElement }));
  vi.stubGlobal("addEventListener", () => undefined);
  const told = vi.fn();
  onAccountChange(told);
  document.dispatchEvent(new Event("accountchange"));
  second.resolve("later");
  await expect.poll(() => told.mock.calls).toEqual([["later"]]);
  first.resolve("earlier");
  await new Promise(setImmediate);
  expect(told).toHaveBeenCalledTimes(1);
  vi.useFakeTimers();
  readAccount.mockReturnValueOnce(new Promise(() => undefined));
  const paying = vi.fn();
  readPayingAccount().then(paying);
  await vi.advanceTimersByTimeAsync(4_000);
  expect(paying).toHaveBeenCalledWith(null);
});
