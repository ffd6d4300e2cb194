/** Versions of the consent to start at once (`CHECKOUT_CONSENT`), newest last, one for each text. */
export const CONSENT_VERSIONS = ["2026-11", "2026-11-22"] as const;

/** Versions of a payment link's consent (`LINK_CONSENT`). Its texts differ, so none of these versions is among those above. */
export const LINK_CONSENT_VERSIONS = ["2026-11-22-link", "2026-11-23-link"] as const;

export type LinkConsentVersion = (typeof LINK_CONSENT_VERSIONS)[number];

export type ConsentVersion = (typeof CONSENT_VERSIONS)[number] | LinkConsentVersion;
