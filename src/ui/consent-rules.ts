/** A visitor's answer to the question whether the visit may be measured, and how long it is valid. */

export type ConsentChoice = "granted" | "denied";

/** Local storage key; its value is a `StoredConsent` as JSON. */
export const CONSENT_STORAGE_KEY = "vaarkoers.consent";
/** Raise it when the question changes: answers to an earlier version do not count. */
export const CONSENT_VERSION = 3;
/** How long an answer is valid, milliseconds: six months. */
const CONSENT_MAX_AGE_MS = 182 * 24 * 60 * 60 * 1000;

type StoredConsent = { version: number; choice: ConsentChoice; date: string };

export const TAG_MANAGER_ORIGIN = "https://www.googletagmanager.com";

/** Marks links that show the question again. Without JavaScript they lead to the privacy page. */
export const CONSENT_LINK_ATTRIBUTE = "data-consent";

/** The choice in local storage. Null if there is none, it is too old, or it answers another version of the question. */
export function parseConsent(stored: string | null, nowMs: number): ConsentChoice | null {
  if (stored === null) return null;
  try {
    const { version, choice, date } = JSON.parse(stored) as Partial<StoredConsent>;
    const ageMs = nowMs - Date.parse(date ?? "");
    if (version !== CONSENT_VERSION || !(ageMs >= 0 && ageMs < CONSENT_MAX_AGE_MS)) return null;
    return choice === "granted" || choice === "denied" ? choice : null;
  } catch {
    return null;
  }
}

/** The value for local storage of a choice made now. */
export function formatConsent(choice: ConsentChoice, nowMs: number): string {
  const stored: StoredConsent = { version: CONSENT_VERSION, choice, date: new Date(nowMs).toISOString() };
  return JSON.stringify(stored);
}

/** Consent Mode's state of each purpose. We ask for measuring only, so what serves advertising is always denied. */
export function consentState(choice: ConsentChoice): Readonly<Record<string, ConsentChoice>> {
  return { ad_storage: "denied", ad_user_data: "denied", ad_personalization: "denied", analytics_storage: choice };
}
