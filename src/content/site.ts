import { COURSE_IDS, COURSES } from "../shared/courses.ts";
import { PATHS } from "../shared/paths.ts";

/** The shop's name. No other place holds it. */
export const BRAND = "Vaarkoers";

/** The link to the withdrawal function, in the words of the directive in Dutch (art. 11a of Directive 2011/83/EU, art. 6:230oa BW). */
export const WITHDRAWAL_LABEL = "Hier de overeenkomst herroepen";

export type LinkItem = { label: string; path: string };

/** Copy that every page shares: header, footer, payment methods and the error pages. */
export const SITE_COPY = {
  tagline: "Online cursussen voor het Klein Vaarbewijs en de marifoon",
  header: {
    /** Accessible name of the navigation. */
    navLabel: "Hoofdmenu",
    items: [
      { label: "Home", path: PATHS.home },
      { label: "KVB1", path: PATHS.kvb1 },
      { label: "KVB2", path: PATHS.kvb2 },
      { label: "Marifonie", path: PATHS.marifonie },
      { label: "CBR Examen", path: PATHS.exam },
      { label: "FAQ", path: PATHS.faq },
      { label: "Mijn cursus", path: PATHS.myCourse },
    ],
    orderLabel: "Bestel nu",
    /** The button that opens and closes the menu on small screens. */
    menuLabel: "Menu",
    skipLink: "Naar de inhoud",
  },
  footer: {
    tagline:
      "Online cursussen voor het Klein Vaarbewijs en de marifoon. Je leert thuis of aan boord, in je eigen tempo.",
    coursesTitle: "Cursussen",
    courses: [
      ...COURSE_IDS.map((id) => ({ label: COURSES[id].name, path: COURSES[id].path })),
      { label: "Cadeau geven", path: PATHS.giveGift },
      { label: "Mijn cursus", path: PATHS.myCourse },
    ],
    informationTitle: "Informatie",
    information: [
      { label: "Vaarbewijs nodig?", path: PATHS.licenceCheck },
      { label: "CBR Examen", path: PATHS.exam },
      { label: "Veelgestelde vragen", path: PATHS.faq },
      { label: "Gratis quiz", path: PATHS.quiz },
      { label: "Antwoorden van de quiz", path: PATHS.practiceAnswers },
      { label: "Algemene voorwaarden", path: PATHS.terms },
      { label: "Privacy en cookies", path: PATHS.privacy },
      { label: WITHDRAWAL_LABEL, path: PATHS.withdrawal },
    ],
    /** `year` has four digits. */
    copyright: (year: number) => `© ${year} ${BRAND}`,
    /** Accessible name of the breadcrumb trail. */
    trailLabel: "Kruimelpad",
    disclaimer: `${BRAND} is onafhankelijk en hoort niet bij het CBR. Het examen doe je bij het CBR zelf.`,
  },
  /** Below a page's own questions: the link to all of them. */
  allQuestionsLabel: "Bekijk alle vragen en antwoorden",
  contact: {
    title: "Nog een vraag?",
    /** Before the address and the number. */
    mail: "Mail ons:",
    call: "Bel ons:",
    /** Shown if neither is configured. */
    unconfigured: [
      "Onze gegevens staan in ",
      { label: "artikel 2 van de algemene voorwaarden", page: "terms", hash: "artikel-2" },
      ".",
    ],
  },
  /** `{makers}` are the configured makers of the courses. */
  courseMakers: "Onze cursussen zijn gemaakt door {makers}.",
  /** Words around a question to try. */
  sampleQuestion: {
    right: "Goed!",
    wrong: (letter: string) => `Fout. Het juiste antwoord is ${letter}.`,
    source: "Regel",
  },
  /** Accessible name of the row of payment-method logos. */
  paymentMethodsLabel: "Zo kun je betalen",
  paymentMethods: ["iDEAL", "Klarna", "Google Pay", "Apple Pay", "Mastercard", "Visa"],
  /** Shown in place of an order button whose checkout link is not configured. */
  orderUnavailable: "Bestellen kan nu even niet. Probeer het over een paar minuten opnieuw.",
  /** `english` stands below the Dutch (given 3.12): mark it `lang="en"`. */
  notFound: {
    meta: {
      title: `Pagina niet gevonden | ${BRAND}`,
      description: "Deze pagina bestaat niet of is verhuisd.",
    },
    heading: "Deze pagina bestaat niet",
    text: "Misschien is hij verhuisd. Controleer de link of ga terug naar de homepage.",
    homeLabel: "Terug naar home",
    english: { heading: "404 Oops! Page not found", homeLabel: "Return to Home" },
  },
  /** `english` stands below the Dutch (given 3.12): mark it `lang="en"`. */
  errorPage: {
    meta: {
      title: `Er ging iets mis | ${BRAND}`,
      description: "We kunnen deze pagina nu niet tonen. Probeer het zo nog eens.",
    },
    heading: "Er ging bij ons iets mis",
    english: "Unexpected Application Error!",
    text: "Het ligt niet aan jou. Wacht even en probeer het dan opnieuw.",
    retryLabel: "Probeer opnieuw",
    homeLabel: "Terug naar home",
    requestIdLabel: "Kenmerk van deze fout",
  },
  /** A form that was not read, because its sender has sent too many. */
  tooManyForms: {
    meta: {
      title: `Wacht een minuut | ${BRAND}`,
      description: "We hebben je formulier nog niet gelezen. Laad deze pagina over een minuut opnieuw.",
    },
    heading: "Wacht een minuut",
    text: "Vanaf jouw verbinding zijn in korte tijd veel formulieren verstuurd. Daarom is jouw formulier nog niet bij ons binnen.",
    again:
      "Wat je invulde, ben je niet kwijt. Laat deze pagina openstaan en laad hem over een minuut opnieuw. Vraagt je browser of hij het formulier nog eens mag versturen? Zeg dan ja.",
    contact: "Liever niet wachten? Mail ons:",
  },
} as const;
