import { type OrderState, stateForBuyer } from "../../ledger/order-rules.ts";
import type { MetaCopy } from "../../shared/copy-types.ts";
import type { RunningText } from "../../shared/running-text.ts";
import { inWords } from "../../ui/dutch-copy.ts";
import { BRAND } from "../../ui/site-copy.ts";
import { LINK_MAILS_A_DAY, LINKS_WINDOW_S, type MyOrdersCopy } from "./my-course-rules.ts";

const GIVEN: RunningText = [
  "Kreeg je de cursus cadeau? Dan staat er geen bestelling op jouw adres. ",
  { label: "Gebruik je cadeaucode", page: "giftLookup" },
  ". Ben je die kwijt? De gever heeft hem ook.",
];

/**
 * Copy of `/mijn-cursus` and its mail. The page mails a buyer's links to the buyer's own address, and shows a signed-in
 * buyer the orders of the account.
 */
export const MY_COURSE_COPY = {
  meta: {
    title: `Mijn cursus: terug naar je cursus en bestellingen | ${BRAND}`,
    description:
      "Ben je de link naar je cursus kwijt? Vul je e-mailadres in. We mailen je de links naar je cursus, je bestellingen en de cadeaus die je gaf.",
  } satisfies MetaCopy,
  crumb: "Mijn cursus",
  title: "Mijn cursus",
  intro:
    "Ben je de link naar je cursus kwijt? Vul je e-mailadres in. We mailen je de links naar je cursus en je bestellingen. Een wachtwoord heb je niet nodig.",
  form: {
    label: "Je e-mailadres",
    hint: "Het adres waarmee je hebt besteld. Hoofdletters maken niet uit.",
    submit: "Stuur mij de link",
    privacy: [
      "We zoeken met je adres alleen je bestellingen op. Meer staat in ",
      { label: "Privacy en cookies", page: "privacy" },
      ".",
    ] as RunningText,
    problems: { missing: "Vul je e-mailadres in.", invalid: "Dit lijkt geen e-mailadres. Controleer het even." },
  },
  about: {
    title: "Dit staat in de mail",
    items: [
      "Al je bestellingen bij dit adres, met de dag waarop je bestelde.",
      "Per bestelling de link naar je cursus en naar je bestelpagina. Daar vind je ook je betaalbewijs.",
      "Gaf je een cadeau? De cadeaulink en de cadeaubon vind je op de bestelpagina.",
      "Is een bestelling helemaal terugbetaald? Dan staat dat erbij, zonder link naar de cursus.",
    ] as readonly RunningText[],
    given: GIVEN,
  },
  troubles: {
    unavailable: {
      title: "Mailen lukt nu niet",
      text: "Dat ligt aan ons. Je e-mailadres staat er nog: probeer het over een paar minuten opnieuw.",
    },
    tooMany: {
      title: "Wacht een minuut",
      text: "Vanaf jouw verbinding is in korte tijd vaak om links gevraagd. Je e-mailadres staat er nog: probeer het over een minuut opnieuw.",
    },
    unreadable: {
      title: "We konden het formulier niet lezen",
      text: "Er is nog niets verstuurd. Vul je e-mailadres hier opnieuw in.",
    },
  },
  contact: "Lukt het niet? Mail ons:",
  account: {
    title: "Je bestellingen",
    said: {
      loading: "Even geduld, we halen je bestellingen op.",
      orders: "Dit kocht je met het account van {email}.",
      ordersNameless: "Dit kocht je met je account.",
      none: "Met het account van {email} is nog niets gekocht.",
      noneNameless: "Met je account is nog niets gekocht.",
      failed: "We kunnen je bestellingen nu niet ophalen. Probeer het opnieuw, of vraag hieronder om je links.",
      ended: "Je bent uitgelogd. Vul hieronder je e-mailadres in, dan mailen we je de links naar je bestellingen.",
    } satisfies MyOrdersCopy,
    missing:
      "Staat er iets niet bij? Heb je net betaald, kijk dan over een paar minuten opnieuw. Kocht je iets zonder account? Vul hieronder je e-mailadres in, dan mailen we je de links.",
    again: "Probeer opnieuw",
    signOut: "Uitloggen",
  },
  /** The same for every address, so that it reveals nobody's orders. */
  asked: {
    title: "Kijk in je mailbox",
    /** The words around the address that was filled in. */
    text: ["Staan er bestellingen op ", "? Dan krijg je binnen een paar minuten een mail met je links."],
    none: "Geen mail gekregen?",
    items: [
      "Kijk bij je ongewenste berichten.",
      "Klopt het e-mailadres hierboven? Bij een tikfout komt er niets aan.",
      "Misschien bestelde je met een ander adres. Alleen een adres met bestellingen krijgt een mail.",
      `Vroeg je er net ook al om? Wacht dan ${inWords(LINKS_WINDOW_S / 60)} minuten voordat je het opnieuw probeert. Per dag gaan er hooguit ${inWords(LINK_MAILS_A_DAY)} mails naar één adres.`,
      "Kun je niet meer bij dat e-mailadres? Neem dan contact met ons op.",
      GIVEN,
    ] as readonly RunningText[],
    again: "Ander adres proberen",
  },
  /** The state of an order's money, in the mail and in the list of an account. */
  states: {
    paid: "Betaald",
    partlyRefunded: "Deels terugbetaald",
    refunded: "Terugbetaald",
    disputed: "Je bank onderzoekt de betaling",
    reversed: "Door je bank teruggehaald",
    withdrawn: "Herroepen",
  } satisfies Record<Exclude<OrderState, "awaited">, string>,
  mail: {
    subject: `Je links bij ${BRAND}`,
    title: "Hier zijn je links",
    intro: "Je vroeg ons om je links. Hier zijn je bestellingen, de nieuwste eerst.",
    number: "Bestelnummer",
    date: "Betaald op",
    state: "Status",
    toOrder: "Naar je bestelpagina",
    toGift: "Naar je bestelpagina met de cadeaulink",
    more: "Oudere bestellingen die hier niet staan: {count}. Wil je die links ook? Beantwoord deze mail.",
    keepTitle: "Houd ze voor jezelf",
    keep: "Deel deze mail niet: wie een link heeft, ziet je bestelling en je gegevens.",
    notYou:
      "Heb jij hier niet om gevraagd? Dan vulde iemand anders je e-mailadres in. Je hoeft niets te doen: de links gaan alleen naar jou.",
  },
} as const;

/** The state of a paid order's money. */
export function sayMoney(order: Parameters<typeof stateForBuyer<keyof typeof MY_COURSE_COPY.states>>[0]): string {
  return MY_COURSE_COPY.states[stateForBuyer(order)];
}
