import { COURSE_IDS, COURSES, type CourseId } from "../shared/courses.ts";
import { PATHS } from "../shared/paths.ts";

/** The shop's name. No other text of a page holds it. */
export const BRAND = "Vaarkoers";

/** The link to the withdrawal function, in the words of the directive in Dutch (art. 11a of Directive 2011/83/EU, art. 6:230oa BW). */
export const WITHDRAWAL_LABEL = "Hier de overeenkomst herroepen";

export type LinkItem = { label: string; path: string };

/** A link of the header. On a small screen a course has its waters and its price below it. */
export type MenuItem = LinkItem & { course?: CourseId; hint?: string };

const LICENCE_CHECK_LINK: LinkItem = { label: "Vaarbewijs nodig?", path: PATHS.licenceCheck };
const MOCK_EXAM_LINK: LinkItem = { label: "Gratis proefexamen", path: PATHS.mockExam };
const GIVE_GIFT_LINK: LinkItem = { label: "Cadeau geven", path: PATHS.giveGift };

/** Copy that every page shares: header, footer, payment methods and the error pages. */
export const SITE_COPY = {
  tagline: "Online cursussen voor het Klein Vaarbewijs en de marifoon",
  header: {
    /** Accessible name of the navigation. */
    navLabel: "Hoofdmenu",
    items: [
      { label: "Home", path: PATHS.home },
      { label: "KVB1", path: PATHS.kvb1, course: "KVB1", hint: "Rivieren, kanalen, meren" },
      { label: "KVB2", path: PATHS.kvb2, course: "KVB2", hint: "Ook IJsselmeer en Wadden" },
      { label: "Marifonie", path: PATHS.marifonie, course: "MARIFONIE", hint: "Brug en sluis oproepen" },
      { label: "CBR Examen", path: PATHS.exam },
      { label: "FAQ", path: PATHS.faq },
      { label: "Mijn cursus", path: PATHS.myCourse },
    ] satisfies readonly MenuItem[],
    /** In the menu of a small screen only; elsewhere the footer has them. */
    menuItems: [LICENCE_CHECK_LINK, MOCK_EXAM_LINK, GIVE_GIFT_LINK],
    orderLabel: "Bestel nu",
    menuLabel: "Menu",
    closeLabel: "Sluit",
    skipLink: "Naar de inhoud",
  },
  footer: {
    coursesTitle: "Cursussen",
    courses: [
      ...COURSE_IDS.map((id) => ({ label: COURSES[id].name, path: COURSES[id].path })),
      GIVE_GIFT_LINK,
      { label: "Mijn cursus", path: PATHS.myCourse },
    ],
    informationTitle: "Informatie",
    information: [
      LICENCE_CHECK_LINK,
      { label: "Gratis quiz", path: PATHS.quiz },
      MOCK_EXAM_LINK,
      { label: "CBR Examen", path: PATHS.exam },
      { label: "Veelgestelde vragen", path: PATHS.faq },
    ],
    legalTitle: "Voorwaarden",
    legal: [
      { label: WITHDRAWAL_LABEL, path: PATHS.withdrawal },
      { label: "Algemene voorwaarden", path: PATHS.terms },
      { label: "Privacy en cookies", path: PATHS.privacy },
      { label: "Toegankelijkheid", path: PATHS.accessibility },
    ],
    /** Unfolds the seller's data on a small screen. */
    traderLabel: "Bedrijfsgegevens",
    /** `year` has four digits. */
    copyright: (year: number) => `© ${year} ${BRAND}`,
    trailLabel: "Kruimelpad",
    disclaimer: `${BRAND} is onafhankelijk en hoort niet bij het CBR. Het vaarbewijsexamen doe je bij het CBR zelf.`,
  },
  /** Below a page's own questions: the link to all of them. */
  allQuestionsLabel: "Alle vragen",
  /** Before the seller's number. */
  callLabel: "Bel ons:",
  /** Below the first button: who takes the money, whom to ask, and the makers, or the seller if they are not configured. */
  trust: {
    secure: "Veilig betalen via Stripe",
    call: "Vragen? Bel",
    madeBy: (makers: string) => `Gemaakt door ${makers}`,
    kvk: "KvK",
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
      description: "Deze pagina bestaat niet, of is naar een andere plek verhuisd.",
    },
    heading: "Deze pagina bestaat niet",
    text: "Misschien is hij verhuisd. Controleer de link of ga terug naar home.",
    homeLabel: "Terug naar home",
    coursesLabel: "Bekijk de cursussen",
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
