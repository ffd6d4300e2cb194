import { BOUGHT_COPY } from "../courses/products-copy.ts";
import type { OrderState } from "../ledger/order-rules.ts";
import { VAT_PERCENT } from "../shared/money.ts";
import { BRAND, WITHDRAWAL_LABEL } from "../ui/site-copy.ts";

const JUNK = "Zie je die niet? Kijk bij je ongewenste berichten.";

export const ORDER_STATUS_COPY = {
  meta: {
    title: `Je bestelling | ${BRAND}`,
    description: "De status van je bestelling, je cursus en je betaalbewijs.",
  },
  /** `{refund}` is an amount, `{moment}` the withdrawal's. */
  states: {
    paid: {
      title: "Je bestelling is betaald",
      text: "Bedankt! Dit is je bestelpagina: hier vind je alles van je bestelling terug. Bewaar de link naar deze pagina en deel hem niet: iedereen met deze link ziet je gegevens.",
    },
    partlyRefunded: {
      title: "Een deel is terugbetaald",
      text: "We hebben {refund} terugbetaald. Het kan een paar werkdagen duren voordat je dat op je rekening ziet.",
    },
    refunded: {
      title: "Je bestelling is terugbetaald",
      text: "We hebben {refund} terugbetaald. Het kan een paar werkdagen duren voordat je dat op je rekening ziet.",
    },
    disputed: {
      title: "Je bank onderzoekt de betaling",
      text: "Bij je bank is bezwaar gemaakt tegen de betaling. Weet je van niets, of was het een vergissing? Mail ons dan even.",
    },
    reversed: {
      title: "De betaling is teruggedraaid",
      text: "Na een bezwaar heeft je bank het geld teruggehaald. Klopt dat niet? Mail ons dan even.",
    },
    withdrawn: {
      title: "Je hebt deze bestelling herroepen",
      text: "Je herroeping kwam binnen op {moment}. We laten je per e-mail weten hoe het verder gaat. Krijg je geld terug, dan zie je dat hier.",
    },
    awaited: {
      title: "Je betaling wordt verwerkt",
      text: "Meestal staat je bestelling hier binnen een minuut. Heeft je bank meer tijd nodig, dan duurt het langer. Betaal niet opnieuw, maar kijk zo nog eens.",
    },
  } satisfies Record<OrderState, { title: string; text: string }>,
  /** The text of `withdrawn` if the buyer had given up that right. */
  waived:
    "Je liet ons op {moment} weten dat je herroept. Bij je bestelling zag je van dat recht af. We kijken wat er geldt en mailen je.",
  /** The texts of `refunded` if all or the rest of the money went back otherwise than through the payment. */
  otherwise: {
    all: "We hebben je geld op een andere manier terugbetaald.",
    rest: "We hebben {refund} terugbetaald, en de rest op een andere manier.",
  },
  confirmation: {
    sending: `${BOUGHT_COPY.confirming} ${JUNK}`,
    sent: `We hebben je bevestiging gestuurd naar {email}. ${JUNK}`,
    unsent: "Je bevestiging kon nog niet worden gestuurd naar {email}. Klopt dit adres niet? Mail ons.",
  },
  again: "Kijk opnieuw",
  noTarget: "De link naar je cursus kunnen we hier nu niet laten zien. Probeer het later opnieuw of mail ons.",
  details: {
    title: "Je bestelling",
    refund: "Terugbetaald",
    otherwise: "Anders terugbetaald",
    date: "Betaald op",
    withdrawal: "Herroepen",
    refused: "{withdrawal}. Dit hebben we afgewezen.",
    name: "Naam",
    email: "E-mailadres",
  },
  more: {
    title: "Dit kun je hier regelen",
    proof: "Betaalbewijs bekijken of afdrukken",
    withdraw: WITHDRAWAL_LABEL,
    withdrawn: "Bekijk je herroeping",
    gift: "Naar je cadeaulink",
    giftCard: "Cadeaubon afdrukken",
    giftStopped: "Dit cadeau is teruggenomen: de link werkt niet meer.",
    contact: "Vraag over je bestelling? Mail ons:",
  },
  proof: {
    title: "Betaalbewijs",
    number: "Bestelnummer",
    date: "Datum",
    seller: "Verkoper",
    buyer: "Koper",
    description: "Omschrijving",
    excl: "Prijs exclusief btw",
    vat: `Btw (${VAT_PERCENT}%)`,
    total: "Totaal",
    reversed: "Teruggehaald door je bank",
    paid: "Het totaal is betaald op {date}.",
    back: "Terug naar je bestelling",
    print: "Afdrukken of opslaan",
  },
  notFound: {
    title: "Deze link klopt niet",
    text: "Er ontbreekt een stukje of er zit een fout in. Open de link opnieuw uit je mail, of kopieer hem helemaal.",
  },
  unavailable: {
    title: "We kunnen je bestelling nu niet ophalen",
    text: "Dat ligt aan ons. Je bestelling blijft gewoon staan: probeer het over een minuut opnieuw.",
  },
  tooMany: {
    title: "Wacht een minuut",
    text: "Vanaf jouw verbinding zijn in korte tijd veel bestellingen opgevraagd. Wacht een minuut en probeer het dan opnieuw.",
  },
  retry: "Probeer opnieuw",
  home: "Naar home",
} as const;
