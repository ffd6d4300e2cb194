/** What a visitor answered to the question whether their visit may be measured, and for how long that answer holds. */

export type ConsentChoice = "granted" | "denied";

/** Local storage key; its value is a `StoredConsent` as JSON. */
export const CONSENT_STORAGE_KEY = "vaarkoers.consent";
/** Goes up when what is asked changes; an answer to another question does not count. */
export const CONSENT_VERSION = 1;
/** An answer holds for six months; then the question comes back, milliseconds. */
export const CONSENT_MAX_AGE_MS = 182 * 24 * 60 * 60 * 1000;

type StoredConsent = { version: number; choice: ConsentChoice; date: string };

/** Where Google's tag manager is. */
export const TAG_MANAGER_ORIGIN = "https://www.googletagmanager.com";

/** Marks the links that open the question again; without JavaScript they lead to the privacy page. */
export const CONSENT_LINK_ATTRIBUTE = "data-consent";

/** The choice in what local storage holds; null when there is none, it is too old, or it answers another question. */
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

/** What local storage holds of a choice made now. */
export function formatConsent(choice: ConsentChoice, nowMs: number): string {
  const stored: StoredConsent = { version: CONSENT_VERSION, choice, date: new Date(nowMs).toISOString() };
  return JSON.stringify(stored);
}

/** Consent Mode's state of each purpose. We ask for measuring only, so personal advertisements stay off either way. */
export function consentState(choice: ConsentChoice): Readonly<Record<string, ConsentChoice>> {
  return {
    ad_storage: choice,
    ad_user_data: choice,
    ad_personalization: "denied",
    analytics_storage: choice,
  };
}
