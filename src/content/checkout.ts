import { COURSES, IN_PRODUCT_OFFER } from "../shared/courses.ts";
import { formatAmount, formatDecimal, VAT_PERCENT, vatBreakdown } from "../shared/money.ts";
import type { CheckoutFormCopy } from "../shared/payment.ts";
import type { MetaCopy } from "./copy.ts";
import { BRAND } from "./site.ts";

const course = COURSES[IN_PRODUCT_OFFER.courseId];
const price = vatBreakdown(IN_PRODUCT_OFFER.priceCents);

/** The copy of the checkout, `/betalen-klein-vaarbewijs-1`. Titles and texts of toasts are the specification's (section 8). */
export const CHECKOUT_COPY = {
  meta: {
    title: `${course.name} betalen | ${BRAND}`,
    description: `Betaal je online cursus ${course.name} veilig en begin direct met leren.`,
  } satisfies MetaCopy,
  backLabel: "Terug naar home",
  eyebrow: "Online cursus",
  title: course.name,
  prices: {
    exclLabel: "Prijs exclusief btw",
    excl: `€${formatAmount(price.exclCents)}`,
    vatLabel: `Btw (${VAT_PERCENT}%)`,
    vat: `€${formatAmount(price.vatCents)}`,
    totalLabel: "Totaal",
    total: `€${formatAmount(price.inclCents)}`,
    included: `Inclusief €${formatAmount(price.vatCents)} BTW`,
  },
  benefits: [
    "Leer in je eigen tempo",
    "100% examengericht",
    "Honderden oefenvragen",
    "Direct toegang na je betaling",
  ] as readonly string[],
  payTitle: "Betalen",
  withoutScript: {
    text: "Betalen op deze pagina kan alleen met JavaScript. Zonder JavaScript betaal je dezelfde prijs op de beveiligde betaalpagina van Stripe.",
    label: `Naar de betaalpagina (€${formatAmount(price.inclCents)})`,
  },
  form: {
    loading: "Betaalformulier laden...",
    failed: { text: "Kon betaalformulier niet laden", retry: "Probeer opnieuw" },
    divider: "of betaal met",
    name: { label: "Volledige naam *", missing: "Vul je naam in." },
    email: {
      label: "E-mailadres *",
      missing: "Vul je e-mailadres in.",
      invalid: "Dit lijkt geen e-mailadres. Controleer het even.",
      hint: "Hier sturen we je betaalbewijs heen.",
    },
    method: "Betaalmethode *",
    consent: {
      label: "Ik wil direct toegang tot de cursus en weet dat mijn herroepingsrecht daarmee vervalt.",
      missing: "Zonder je akkoord kunnen we je geen directe toegang geven.",
    },
    terms: {
      text: "Als je betaalt, ga je akkoord met onze {terms}. Lees ook wat er met je {withdrawal} gebeurt.",
      termsLabel: "algemene voorwaarden",
      withdrawalLabel: "herroepingsrecht",
      newTab: "(opent in een nieuw tabblad)",
    },
    pay: `Betaal €${formatDecimal(price.inclCents)}`,
    processing: "Betaling verwerken...",
    secure: "Je betaalt veilig via Stripe. Wij zien je kaart- en rekeninggegevens niet.",
    toasts: {
      regionLabel: "Meldingen",
      dismiss: "Melding sluiten",
      unavailable: { title: "Er ging iets mis", text: "Kon geen betaling initialiseren. Probeer het opnieuw." },
      refusedTitle: "Betaling mislukt",
      refusedText: "De betaling is niet gelukt. Probeer het opnieuw of kies een andere betaalmethode.",
      unexpected: { title: "Er ging iets mis", text: "Probeer het opnieuw" },
      fieldsMissing: { title: "Vul alle velden in", text: "Naam en email zijn verplicht" },
      emailInvalid: { title: "Ongeldig emailadres", text: "Vul een geldig emailadres in" },
      consentMissing: { title: "Geef nog je akkoord", text: "Vink aan dat je direct toegang tot de cursus wilt" },
    },
  } satisfies CheckoutFormCopy,
  footerLabel: "Over deze winkel",
} as const;

export type ApiErrorCode =
  | "malformed_request"
  | "invalid_signature"
  | "invalid_token"
  | "foreign_origin"
  | "body_too_large"
  | "unsupported_media_type"
  | "price_not_offered"
  | "rate_limited"
  | "payment_provider_failed"
  | "not_configured"
  | "unavailable";

/** What our API says with each error code. */
export const API_ERRORS: Readonly<Record<ApiErrorCode, string>> = {
  malformed_request: "De aanvraag is niet goed opgebouwd.",
  invalid_signature: "De handtekening klopt niet.",
  invalid_token: "Je bent niet meer ingelogd.",
  foreign_origin: "Deze aanvraag komt niet van onze website.",
  body_too_large: "De aanvraag is te groot.",
  unsupported_media_type: "De aanvraag moet JSON zijn.",
  price_not_offered: "Voor dit bedrag verkopen we hier niets.",
  rate_limited: "Dat ging te snel achter elkaar. Wacht een minuut en probeer het opnieuw.",
  payment_provider_failed: "De betaaldienst is nu niet bereikbaar. Probeer het zo opnieuw.",
  not_configured: "Betalen kan hier nu niet.",
  unavailable: "Dit lukt nu even niet. Probeer het zo opnieuw.",
};
