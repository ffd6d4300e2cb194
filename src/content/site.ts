import { COURSE_IDS, COURSES } from "../shared/courses.ts";
import { PATHS } from "../shared/paths.ts";
import type { RunningText } from "../shared/running-text.ts";
import type { MetaCopy } from "./copy.ts";

/** The shop's name. No other place holds it. */
export const BRAND = "Vaarkoers";

export type LinkItem = { label: string; path: string };

/** Copy that every page shares: header, footer, payment methods and the error pages. */
export type SiteCopy = {
  tagline: string;
  header: {
    /** Accessible name of the navigation. */
    navLabel: string;
    items: readonly LinkItem[];
    orderLabel: string;
    /** The button that opens and closes the menu on small screens. */
    menuLabel: string;
    skipLink: string;
  };
  footer: {
    tagline: string;
    coursesTitle: string;
    courses: readonly LinkItem[];
    informationTitle: string;
    information: readonly LinkItem[];
    /** `year` has four digits. */
    copyright: (year: number) => string;
    disclaimer: string;
    /** Accessible name of the breadcrumb trail. */
    trailLabel: string;
  };
  /** Below a page's own questions: the link to all of them. */
  allQuestionsLabel: string;
  contact: {
    title: string;
    /** Before the address and the number. */
    mail: string;
    call: string;
    /** Shown if neither is configured. */
    unconfigured: RunningText;
  };
  /** `{makers}` are the configured makers of the courses. */
  courseMakers: string;
  /** Words around a question to try. */
  sampleQuestion: { right: string; wrong: (letter: string) => string; source: string };
  /** Accessible name of the row of payment-method logos. */
  paymentMethodsLabel: string;
  paymentMethods: readonly string[];
  /** Shown in place of an order button whose checkout link is not configured. */
  orderUnavailable: string;
  /** `english` stands below the Dutch (given 3.12): mark it `lang="en"`. */
  notFound: {
    meta: MetaCopy;
    heading: string;
    text: string;
    homeLabel: string;
    english: { heading: string; homeLabel: string };
  };
  /** `english` stands below the Dutch (given 3.12): mark it `lang="en"`. */
  errorPage: {
    meta: MetaCopy;
    heading: string;
    english: string;
    text: string;
    retryLabel: string;
    homeLabel: string;
    requestIdLabel: string;
  };
  /** A form that was not read, because its sender has sent too many. */
  tooManyForms: { meta: MetaCopy; heading: string; text: string; again: string; contact: string };
};

export const SITE_COPY: SiteCopy = {
  tagline: "Online cursussen voor het Klein Vaarbewijs en de marifoon",
  header: {
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
      { label: "Overeenkomst hier herroepen", path: PATHS.withdrawal },
    ],
    copyright: (year) => `© ${year} ${BRAND}`,
    trailLabel: "Kruimelpad",
    disclaimer: `${BRAND} is onafhankelijk en hoort niet bij het CBR. Het examen doe je bij het CBR zelf.`,
  },
  allQuestionsLabel: "Bekijk alle vragen en antwoorden",
  contact: {
    title: "Nog een vraag?",
    mail: "Mail ons:",
    call: "Bel ons:",
    unconfigured: [
      "Onze gegevens staan in ",
      { label: "artikel 2 van de algemene voorwaarden", page: "terms", hash: "artikel-2" },
      ".",
    ],
  },
  courseMakers: "Onze cursussen zijn gemaakt door {makers}.",
  sampleQuestion: {
    right: "Goed!",
    wrong: (letter) => `Fout. Het juiste antwoord is ${letter}.`,
    source: "Regel",
  },
  paymentMethodsLabel: "Zo kun je betalen",
  paymentMethods: ["iDEAL", "Klarna", "Google Pay", "Apple Pay", "Mastercard", "Visa"],
  orderUnavailable: "Bestellen kan nu even niet. Probeer het over een paar minuten opnieuw.",
  notFound: {
    meta: {
      title: `Pagina niet gevonden | ${BRAND}`,
      description: "Deze pagina bestaat niet of heeft een ander adres gekregen.",
    },
    heading: "Deze pagina bestaat niet",
    text: "Misschien heeft die een ander adres gekregen. Controleer het adres of ga terug naar de homepage.",
    homeLabel: "Terug naar home",
    english: { heading: "404 Oops! Page not found", homeLabel: "Return to Home" },
  },
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
};
