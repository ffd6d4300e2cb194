import { expect, test } from "vitest";
import { isPopupDue, POPUP_INTERVAL_MS } from "../../src/free/quiz/practice-popup-rules.ts";
import { CONSENT_MAX_AGE_MS, CONSENT_VERSION, parseConsent } from "../../src/ui/consent-rules.ts";

/** What a browser keeps of a visitor's answers, and how long it counts. */

const NOW = Date.parse("2026-11-21T12:00:00Z");
const ago = (ms: number) => new Date(NOW - ms).toISOString();
const consent = (choice: unknown, date: unknown, version: unknown = CONSENT_VERSION) =>
  JSON.stringify({ version, choice, date });

test.each<[text: string | null, answer: string | null]>([
  [consent("granted", ago(0)), "granted"],
  [consent("denied", ago(CONSENT_MAX_AGE_MS - 1)), "denied"],
  [consent("granted", ago(CONSENT_MAX_AGE_MS)), null],
  [consent("yes", ago(0)), null],
  [consent("granted", ago(-60_000)), null],
  [consent("granted", "ooit"), null],
  [consent("granted", undefined), null],
  [consent("granted", ago(0), CONSENT_VERSION + 1), null],
  ...[null, "", "granted", "null", "[]"].map((text): [string | null, null] => [text, null]),
])("the answer about measuring holds for six months: %j is %j", (text, answer) => {
  expect(parseConsent(text, NOW)).toBe(answer);
});

test.each([
  ["nothing", null, true],
  ["a time that is still to come", String(NOW + POPUP_INTERVAL_MS), true],
  ["no time at all", "gisteren", true],
  ["24 hours ago", String(NOW - POPUP_INTERVAL_MS), true],
  ["just less than that", String(NOW - POPUP_INTERVAL_MS + 1), false],
  ["now", String(NOW), false],
])("the practice popup was left: %s", (_, note, isDue) => expect(isPopupDue(note, NOW)).toBe(isDue));
