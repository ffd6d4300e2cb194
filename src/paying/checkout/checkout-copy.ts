import { CHECKOUT_CONSENT } from "../../legal/purchase-consent-copy.ts";
import { API_ERRORS } from "../../server/http/api-errors-copy.ts";
import type { MetaCopy } from "../../shared/copy-types.ts";
import { COURSES, IN_PRODUCT_OFFER } from "../../shared/courses.ts";
import { formatDecimal, formatEuros, VAT_PERCENT, vatBreakdown } from "../../shared/money.ts";
import { BRAND } from "../../ui/site-copy.ts";

const course = COURSES[IN_PRODUCT_OFFER.productId];

/** The payment form's texts, sent to the island as props. Titles and texts of toasts are fixed (given 8.2 to 8.6). */
const FORM = {
  loading: "Betaalformulier laden...",
  failed: { text: "Kon betaalformulier niet laden", retry: "Probeer opnieuw" },
  /** Replaces the form while the payment's state is not known; `later`: the page has stopped asking. */
  unsure: {
    title: "We weten nog niet of je betaling is gelukt",
    text: "Betaal niet opnieuw. We vragen het na en gaan vanzelf verder zodra we het weten. Laat deze pagina open.",
    later:
      "Het lukt nog niet om je betaling op te vragen. Betaal niet opnieuw. Is er geld afgeschreven, dan is je betaling gelukt.",
    again: "Kijk opnieuw",
    toPayment: "Naar je betaling",
    help: "Kom je er niet uit? Mail ons:",
  },
  /** Shown before a bank is asked a second time. Stripe charges a payment intent only once. */
  underWay: {
    title: "Er loopt al een betaling.",
    text: "Je bent al begonnen met betalen, misschien in een ander tabblad of bij je bank. Rond het daar af. Lukt dat niet? Dan kun je hier verder: je betaalt nooit twee keer.",
  },
  /** Shown above the form of a new purchase. Its reader may be somebody else than the earlier buyer. */
  left: {
    paid: {
      title: "Een eerdere bestelling in deze browser is betaald.",
      text: "Was jij dat? De link naar je bestelling staat in je bevestigingsmail. Met dit formulier begin je een nieuwe bestelling.",
    },
    pending: {
      title: "Een eerdere betaling in deze browser wacht nog op de bank.",
      text: "Was jij dat? Betaal dan niet nog een keer, maar rond die betaling af bij je bank. Met dit formulier begin je een nieuwe bestelling.",
    },
    processing: {
      title: "Een eerdere betaling in deze browser wordt nog verwerkt.",
      text: "Was jij dat? Betaal dan niet nog een keer: je krijgt een mail zodra de betaling is gelukt. Met dit formulier begin je een nieuwe bestelling.",
    },
  },
  /**
   * Shown above the form if this browser bought the same course less than a day ago. Its reader may be somebody else. `toPayment` leads
   * to that payment's page, `toLinks` to the form that mails links.
   */
  bought: {
    title: "Deze cursus is kort geleden al betaald in deze browser.",
    text: "Was jij dat? Betaal dan niet nog een keer. Met dit formulier begin je een nieuwe bestelling.",
    toPayment: "Bekijk je bestelling",
    toLinks: "Laat je links mailen",
  },
  /** Between the express buttons and the form. */
  divider: "of betaal met",
  name: { label: "Volledige naam *", missing: "Vul je naam in." },
  email: {
    label: "E-mailadres *",
    missing: "Vul je e-mailadres in.",
    invalid: "Dit lijkt geen e-mailadres. Controleer het even.",
    hint: "Hierheen sturen we je bevestiging.",
  },
  method: "Betaalmethode *",
  consent: { ...CHECKOUT_CONSENT, missing: "Zonder dit akkoord kun je hier niet bestellen." },
  /** The line under the consent; `{terms}` and `{withdrawal}` become links. */
  terms: {
    text: "Als je betaalt, ga je akkoord met onze {terms}. Lees ook wat er met je {withdrawal} gebeurt.",
    termsLabel: "algemene voorwaarden",
    withdrawalLabel: "herroepingsrecht",
    newTab: "(opent in een nieuw tabblad)",
  },
  /**
   * Under the button while a field is empty or wrong; `{fields}` becomes a list of these names, with `and` before the
   * last.
   */
  missing: {
    text: "Nog nodig: {fields}.",
    name: "je naam",
    email: "je e-mailadres",
    /** When the address has an error. */
    validEmail: "een geldig e-mailadres",
    consent: "je akkoord",
    and: " en ",
  },
  /** Behind the provider's text about a declined card, beside the fields. */
  declined: "Er is niets afgeschreven. Controleer je gegevens, neem een andere kaart, of kies hierboven iDEAL.",
  pay: payLabel(IN_PRODUCT_OFFER.priceCents),
  processing: "Betaling verwerken...",
  secure: "Je betaalt veilig via Stripe. Wij zien je kaart- en rekeninggegevens niet. Klarna is een lening.",
  toasts: {
    regionLabel: "Meldingen",
    dismiss: "Melding sluiten",
    /** A payment could not be started. */
    unavailable: { title: "Er ging iets mis", text: "Kon geen betaling initialiseren. Probeer het opnieuw." },
    /** Its text is the provider's, or `refusedText` if the provider has none for buyers. */
    refusedTitle: "Betaling mislukt",
    refusedText:
      "De betaling is niet gelukt. Er is niets afgeschreven. Probeer het nog eens, of kies een andere betaalmethode.",
    unexpected: { title: "Er ging iets mis", text: "Probeer het opnieuw" },
    /** Our own server asks to wait a minute. */
    limited: { title: "Wacht een minuut", text: API_ERRORS.rate_limited },
    /** The payment had ended, and a new one is ready. */
    restarted: {
      title: "Er staat een nieuwe betaling klaar",
      text: "Je vorige betaling was gestopt. Er is niets afgeschreven. Vul je betaalgegevens nog eens in.",
    },
    fieldsMissing: { title: "Vul alle velden in", text: "Naam en email zijn verplicht" },
    emailInvalid: { title: "Ongeldig emailadres", text: "Vul een geldig emailadres in" },
    consentMissing: { title: "Geef nog je akkoord", text: "Vink aan dat de levering meteen mag beginnen" },
  },
};

/** `consent` is null for a gift: its course begins only when it is unwrapped. `note` replaces it. */
export type CheckoutFormCopy = Omit<typeof FORM, "consent"> & { consent: typeof FORM.consent | null; note?: string };

export const CHECKOUT_COPY = {
  meta: {
    title: `${course.name} betalen | ${BRAND}`,
    description: `Betaal je online cursus ${course.name} veilig en begin direct met leren.`,
  } satisfies MetaCopy,
  backLabel: "Terug naar home",
  eyebrow: "Online cursus",
  prices: { exclLabel: "Prijs exclusief btw", vatLabel: `Btw (${VAT_PERCENT}%)`, totalLabel: "Totaal" },
  benefits: [
    "Leer in je eigen tempo",
    "100% examengericht",
    `Honderden oefenvragen (${course.shortName}: ${course.practiceQuestions}+)`,
    "Direct toegang na je betaling",
  ] as readonly string[],
  payTitle: "Betalen",
  withoutScript: {
    text: "Betalen op deze pagina kan alleen met JavaScript. Zonder JavaScript betaal je dezelfde prijs op de beveiligde betaalpagina van Stripe.",
    label: "Naar de betaalpagina",
  },
  form: FORM,
} as const;

/** The texts of a sum: the price without VAT, the VAT and the total. */
export function sumInWords(cents: number) {
  const { exclCents, vatCents, inclCents } = vatBreakdown(cents);
  const [excl, vat, total] = [exclCents, vatCents, inclCents].map(formatEuros);
  return { excl, vat, total, included: `Inclusief ${vat} BTW` };
}

/** The label of the pay button (given 3.11). */
export function payLabel(cents: number): string {
  return `Betaal €${formatDecimal(cents)}`;
}
