import { INTERSTITIAL_COPY } from "./interstitial.ts";

/** Copy of the payment return page, `/interstitial?payment_type=...`; the spinner's title is the bridge pages'. */
export const PAYMENT_RETURN_COPY = {
  checking: "We vragen na of je betaling is gelukt. Laat deze pagina open.",
  succeeded: {
    title: "Je betaling is gelukt",
    text: INTERSTITIAL_COPY.text,
  },
  processing: {
    text: "Je bank is er nog mee bezig. We kijken vanzelf een paar keer opnieuw. Je hoeft niets te doen en niet opnieuw te betalen.",
    /** Once we stopped asking. */
    later:
      "Het duurt langer dan normaal. Je mag deze pagina sluiten: zodra je betaling binnen is, krijg je een mail. Betaal niet opnieuw.",
    retry: "Kijk opnieuw",
  },
  unavailable: {
    text: "We kunnen je betaling nu niet opvragen. We proberen het vanzelf een paar keer opnieuw.",
    later:
      "Het lukt nog niet om je betaling op te vragen. Is er geld afgeschreven, dan is je betaling binnen en krijg je een mail. Betaal niet opnieuw.",
  },
  failed: {
    declined: {
      title: "Je betaling is niet gelukt",
      text: "Je bank of betaalmethode heeft de betaling niet goedgekeurd. Er is niets afgeschreven. Probeer het nog eens, of kies een andere manier van betalen.",
    },
    canceled: {
      title: "Je betaling is geannuleerd",
      text: "De betaling is gestopt en er is niets afgeschreven. Wil je de cursus nog? Dan kun je het gewoon opnieuw proberen.",
    },
    incomplete: {
      title: "Je betaling is niet afgerond",
      text: "Je bent teruggekomen voordat de betaling was goedgekeurd. Ga terug naar de betaalpagina om hem af te ronden.",
    },
    retry: "Opnieuw proberen",
  },
  unknown: {
    title: "We kunnen deze betaling niet vinden",
    text: "De link hoort niet bij een betaling die we kennen. Heb je wel betaald? Dan is je betaling gewoon binnen en krijg je een mail.",
    retry: "Naar de betaalpagina",
  },
  contact: "Vragen? Mail ons:",
} as const;
