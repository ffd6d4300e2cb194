import { BRAND } from "../../ui/site-copy.ts";

const UNKNOWN_DESCRIPTION =
  "Deze cadeaucode kennen we niet. Kijk of de code goed is overgenomen en probeer het opnieuw.";

export const GIFT_COPY = {
  meta: {
    title: "Er ligt een cadeautje voor je klaar!",
    description: "Iemand heeft iets moois voor je klaargezet. Tik drie keer op het pakje om het uit te pakken.",
  },
  title: "Er ligt een cadeautje voor je klaar!",
  parcel: "Cadeau uitpakken",
  hint: "Tik om te openen",
  earlyHint: "Dit cadeau is voor {day}, maar uitpakken mag nu al. Tik om te openen",
  /** `{n}` is the number of taps that remain. */
  tapsRemaining: "Nog {n} x tikken...",
  opening: "Je cadeau gaat open...",
  openLink: "Pak je cadeau uit",
  card: {
    from: "van",
    for: "Voor",
    redeem: "Cadeau Innen",
    newTab: "Opent in een nieuw tabblad.",
    note: "Klik op de knop om je cursus te activeren",
    inside: "Dit zit erin",
    forDay: "Een cadeau voor {day}.",
    thank: "Bedank de gever via WhatsApp",
    noActivation:
      "Innen kan nu even niet. Je cadeau blijft gewoon geldig: bewaar deze link en probeer het later opnieuw.",
  },
  form: {
    label: "Je cadeaucode",
    help: "Hoofdletters of kleine letters: dat maakt niet uit. Streepjes en spaties mag je weglaten.",
    submit: "Bekijk je cadeau",
    invalid: "Dit is geen cadeaucode. Een code bestaat uit 4 tot 64 letters en cijfers.",
  },
  enter: {
    meta: {
      title: `Cadeaucode invullen | ${BRAND}`,
      description: "Heb je een cadeaucode gekregen? Vul hem hier in en pak je cadeau uit.",
    },
    title: "Heb je een cadeaucode?",
    text: `Typ de code van je cadeau over. Daarna mag je uitpakken.`,
  },
  unknown: {
    meta: { title: `Cadeaucode niet gevonden | ${BRAND}`, description: UNKNOWN_DESCRIPTION },
    title: "Deze cadeaucode kennen we niet",
    text: "Er zit waarschijnlijk een typefout in de link of in de code. Typ de code opnieuw over, of vraag de gever om de link nog eens te sturen.",
  },
  /** For a `/cadeau-...` address without a gift. */
  unknownName: {
    meta: { title: `Geen cadeau achter deze link | ${BRAND}`, description: UNKNOWN_DESCRIPTION },
    title: "Hier ligt geen cadeau",
    text: "Er zit waarschijnlijk een typefout in de link. Vraag de gever om de link nog eens te sturen, of vul hier je cadeaucode in.",
  },
  unavailable: {
    meta: {
      title: `Je cadeau laat even op zich wachten | ${BRAND}`,
      description: "We kunnen je cadeau nu niet ophalen. Je cadeau blijft geldig. Probeer het over een minuut opnieuw.",
    },
    title: "Je cadeau laat even op zich wachten",
    text: "We kunnen het nu niet ophalen. Dat ligt aan ons, niet aan je link. Je cadeau blijft geldig: probeer het over een minuut opnieuw.",
    retry: "Probeer opnieuw",
  },
  preparing: {
    meta: {
      title: `Je cadeau wordt klaargezet | ${BRAND}`,
      description: "Een cadeau dat net is gekocht, is na een minuut overal te openen. Probeer het zo opnieuw.",
    },
    title: "Je cadeau wordt klaargezet",
    text: "Is het net gekocht? Dan kun je het over een minuut openen. Lukt dat niet? Vraag de gever dan om de link nog eens te sturen.",
    retry: "Probeer opnieuw",
  },
  stopped: {
    meta: {
      title: `Dit cadeau is teruggenomen | ${BRAND}`,
      description: "Je kunt dit cadeau niet meer uitpakken. Vraag het aan de gever.",
    },
    title: "Dit cadeau is teruggenomen",
    text: "Je kunt het niet meer uitpakken. Dat ligt niet aan jou of aan je link: vraag het even aan de gever.",
  },
  tooMany: {
    meta: {
      title: `Even geduld met je cadeau | ${BRAND}`,
      description:
        "Er zijn in korte tijd veel cadeaulinks en codes geprobeerd. Wacht een minuut en probeer het opnieuw.",
    },
    title: "Rustig aan, schipper",
    text: "Vanaf jouw verbinding zijn in korte tijd veel cadeaulinks en codes geprobeerd. Je cadeau blijft gewoon liggen: wacht een minuut en probeer het dan opnieuw.",
    retry: "Probeer opnieuw",
  },
} as const;
