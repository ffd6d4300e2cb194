import type { ConsentVersion, LinkConsentVersion } from "./purchase-consent-rules.ts";

/** The consent to start at once that the own checkout asks for. */
export const CHECKOUT_CONSENT = {
  version: "2026-11-22",
  label:
    "Ik wil dat de levering meteen begint. Ik weet dat ik daarmee mijn herroepingsrecht verlies. Jullie bevestigen dit per e-mail.",
} as const satisfies { version: ConsentVersion; label: string };

/**
 * The consent that a payment link asks for. It is apart from the link's terms, because agreeing to terms is no express
 * consent. Stripe accepts 100 characters for an answer, and shows about 50 of a question.
 */
export const LINK_CONSENT = {
  version: "2026-11-23-link",
  label: "Mag de levering meteen beginnen?",
  answer: "Ja, begin meteen. Ik weet dat ik daarmee mijn herroepingsrecht verlies.",
} as const satisfies { version: LinkConsentVersion; label: string; answer: string };

/**
 * The consent texts, by version. A text stays here as long as orders name its version: the confirmation repeats it word
 * for word.
 */
export const CONSENT_TEXTS: Readonly<Record<ConsentVersion, string>> = {
  "2026-11": "Ik wil direct toegang tot de cursus en weet dat mijn herroepingsrecht daarmee vervalt.",
  "2026-11-22": CHECKOUT_CONSENT.label,
  "2026-11-22-link": `Mag de cursus meteen beginnen? ${LINK_CONSENT.answer}`,
  "2026-11-23-link": `${LINK_CONSENT.label} ${LINK_CONSENT.answer}`,
};
