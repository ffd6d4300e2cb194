import { BOUGHT_COPY } from "../../courses/products-copy.ts";

export const PAYMENT_RETURN_COPY = {
  checking: "We controleren of je betaling is gelukt. Laat deze pagina open.",
  paid: {
    title: "Je betaling is gelukt",
    /** Ends the waiting page's title. */
    opening: "en je cursus wordt geopend.",
    text: "Over ongeveer tien seconden ga je vanzelf verder.",
    confirmation: { to: BOUGHT_COPY.confirming, unnamed: "We sturen je bevestiging naar je e-mailadres." },
    order: "Naar je bestelpagina en je betaalbewijs",
    /** Shown while the page asks again for the course's address. */
    searching: "We zoeken de link naar je cursus nog op. Laat deze pagina open.",
    unavailable:
      "Je betaling is veilig binnen, maar we kunnen de link naar je cursus nu niet vinden. Probeer het over een paar minuten opnieuw.",
    missing: "Je betaling is veilig binnen. Alleen de link naar je cursus ontbreekt nog.",
    retry: "Zoek opnieuw",
  },
  /** States that are not final. `later` is shown when the page has stopped asking. */
  processing: {
    text: "Je bank is er nog mee bezig. Je hoeft niets te doen. Je mag deze pagina sluiten: je krijgt een mail zodra de betaling is gelukt. Lukt die niet, dan krijg je geen mail en betaal je niets.",
    later: {
      title: "Je betaling is nog onderweg",
      text: "Het duurt langer dan normaal. Je mag deze pagina sluiten en later weer openen.",
    },
  },
  pending: {
    text: "Je bank heeft nog niet laten weten of je betaling is gelukt. We kijken vanzelf een paar keer opnieuw. Heb je de betaling goedgekeurd? Dan mag je deze pagina sluiten: je krijgt een mail zodra de betaling is gelukt.",
    later: {
      title: "Je betaling is nog niet afgerond",
      text: "Heb je de betaling goedgekeurd? Wacht dan een paar minuten en kijk opnieuw. Heb je die niet goedgekeurd? Dan is er niets afgeschreven en kun je de betaling alsnog afronden.",
      finish: "Verder met betalen",
    },
  },
  unavailable: {
    text: "We kunnen je betaling nu niet opvragen. We proberen het vanzelf een paar keer opnieuw.",
    later: {
      title: "We weten nog niet of je betaling is gelukt",
      text: "Het lukt nog niet om je betaling op te vragen. Is er geld afgeschreven, dan is je betaling binnen en krijg je een mail.",
    },
  },
  limited: {
    text: "Deze pagina is net heel vaak geopend. Wacht een minuut, dan kijken we vanzelf opnieuw.",
    later: {
      title: "Wacht nog even",
      text: "Deze pagina is te vaak achter elkaar geopend. Wacht een minuut en kijk dan opnieuw. Is er geld afgeschreven, dan is je betaling binnen en krijg je een mail.",
    },
  },
  /** A line of its own beside a payment that may have been made. */
  payOnce: "Betaal niet opnieuw.",
  retry: "Kijk opnieuw",
  open: {
    title: "Je betaling is niet gelukt",
    text: "Je bank of betaalmethode heeft de betaling niet goedgekeurd. Er is niets afgeschreven. Probeer het nog eens, of kies een andere manier van betalen.",
  },
  canceled: {
    title: "Je betaling is geannuleerd",
    text: "De betaling is gestopt en er is niets afgeschreven. Je kunt het gewoon opnieuw proberen.",
  },
  refunded: {
    title: "Je betaling is terugbetaald",
    text: "Je hebt het hele bedrag terug, of het is onderweg. Daarom kun je met deze betaling niet meer verder. Wil je toch bestellen? Dat kan gewoon opnieuw.",
  },
  payAgain: "Opnieuw proberen",
  unknown: {
    title: "We kunnen deze betaling niet vinden",
    text: "De link hoort niet bij een betaling die we kennen. Heb je wel betaald? Betaal dan niet opnieuw en mail ons je betaalbewijs.",
    retry: "Terug naar bestellen",
  },
  /** The address names a payment whose secret this browser does not hold. */
  unseen: {
    title: "We kunnen je betaling hier niet laten zien",
    text: "Is er geld afgeschreven? Dan is je betaling binnen en krijg je een mail. Deze pagina laat dat alleen zien in de browser waarin je net hebt betaald.",
    links: "Naar Mijn cursus",
  },
} as const;
