import { formatMoment } from "../shared/time.ts";

export const BANK_COPY = { toStripe: "Open de betaling in Stripe" } as const;

/** The last moment to answer a bank, after "vóór". */
export function sayBy(dueBy: string | undefined): string {
  return dueBy === undefined ? "de dag die daar staat" : formatMoment(dueBy);
}

export const DESK_LINK = "Naar het beheer";

/** What each alarm is, and what to do. `{order}` is empty if no order is known, else ` van VK-…`. */
export const ALARM_COPY = {
  subject: "Let op: ",
  several: (count: number) => `${count} meldingen`,
  title: "Dit kan niet wachten",
  open: "Bekijk de bestelling",
  openWithdrawal: "Bekijk de herroeping",
  more: "En nog {count} meldingen. Wat er niet is verstuurd, staat in het beheer bij Vandaag.",
  /** `{amount}` is money, or 'het bedrag'; `{number}` and `{reference}` name an order and a withdrawal; `{facts}` is what is so about it. */
  kinds: {
    inquiry: {
      what: "De bank vraagt naar de betaling{order}",
      todo: "Het gaat om {amount}. Er is nog niets teruggehaald. Antwoord in Stripe, vóór {by}. Betaal je alles terug, dan is het ook klaar.",
    },
    dispute: {
      what: "De betaling{order} wordt betwist",
      todo: "De bank van de koper heeft {amount} teruggehaald. Antwoord in Stripe, vóór {by}. Betaal zelf niets terug, anders krijgt de koper het geld twee keer.",
    },
    "dispute-lost": {
      what: "De bank besliste voor de koper{order}",
      todo: "De koper houdt {amount}, en er is niets meer te antwoorden. Een cadeau werkt niet meer. Kijk of de cursus dicht is.",
    },
    "refund-failed": {
      what: "Een terugbetaling{order} is mislukt",
      todo: "De koper krijgt nog {amount} van je. Betaal opnieuw terug, of spreek met de koper een andere manier af en leg dat bij de bestelling vast.",
    },
    "gift-unmailed": {
      what: "Het cadeau{order} kon niet worden gemaild",
      todo: "De gever kreeg daar bericht van, en kan het op de bestelpagina opnieuw laten versturen. Help de gever als die erom vraagt.",
    },
    "confirmation-unsent": {
      what: "De bevestiging{order} is niet verstuurd",
      todo: "De maildienst weigerde het adres, of werkte een week lang niet. Zonder bevestiging houdt de koper het herroepingsrecht. Wat er kan, staat in het beheer bij de bestelling.",
    },
    "receipt-unsent": {
      what: "De ontvangstbevestiging van herroeping {reference} is niet verstuurd",
      todo: "De maildienst weigerde het adres, of werkte een week lang niet. Versturen moet van de wet, als er een bestelling bij hoort. Dat doe je in het beheer bij de herroeping.",
    },
    unconfirmed: {
      what: "De koper{order} heeft geen bevestiging",
      todo: "De betaling is al meer dan twee uur binnen. Zonder bevestiging heeft de koper ook geen link naar de cursus of het cadeau. Wat er kan, staat in het beheer bij de bestelling.",
    },
    targetless: {
      what: "De koper{order} kreeg geen link naar de cursus",
      todo: "De winkel heeft geen adres van die cursus. Zet het in het beheer bij Cursuslinks, en stuur de bevestiging dan opnieuw bij de bestelling.",
    },
    "withdrawal-due": { what: "Herroeping {reference} is nog niet beantwoord", todo: "{facts}" },
    "payment-strange": {
      what: "De betaling{order} veranderde op een manier die we niet kennen",
      todo: "Het gaat om {amount}. De winkel heeft opgeschreven wat Stripe zei. Vergelijk de bestelling in het beheer met Stripe, en vraag een ontwikkelaar ernaar te kijken.",
    },
    night: { what: "Het werk van de nacht ging niet goed", todo: "{detail}" },
  },
  /** What an alarm of the night says. `{different}` and `{unreadable}` are numbers, `{orders}` the first of the orders. */
  night: {
    different:
      "{different} keer zegt Stripe iets anders dan de winkel, en {unreadable} keer kan de winkel niet lezen wat Stripe zegt. Vergelijk in het beheer en in Stripe: {orders}",
    failed:
      "Dit lukte een dag lang niet: {part}.{about} Je ontwikkelaar ziet in het log waarom. De volgende nacht wordt het opnieuw geprobeerd.",
    /** `{names}` are orders, refunds or disputes, ten at most. */
    about: " Het ging mis bij {names}; de rest is gedaan.",
    parts: {
      "compare with Stripe": "vergelijken met Stripe",
      "compare what may change": "vragen hoe het met terugbetalingen en geschillen staat",
      "erase left payments": "onbetaalde betalingen wissen",
      "erase gift texts": "oude teksten van cadeaus wissen bij Stripe",
      "store gifts": "betaalde cadeaus opslaan",
      "settle gifts": "cadeaus stoppen waarvan het geld terugging",
      purge: "wissen wat te oud is (dat belooft de privacyverklaring)",
    },
  },
  noAmount: "het bedrag",
  noOrder: "",
  ofOrder: " van {number}",
} as const;

export const EVENING_COPY = {
  subject: "Vandaag: {first}",
  title: "Je dag in de winkel",
  span: "Van {from} tot {to}:",
  quiet: "niets verkocht",
  sold: "{count} verkocht, {amount}",
  gifts: (count: number) => (count === 1 ? ", waarvan 1 cadeau" : `, waarvan ${count} cadeaus`),
  refunded: "{count} keer terugbetaald, {amount}",
  failedRefunds: (count: number) =>
    count === 1 ? "1 terugbetaling is mislukt" : `${count} terugbetalingen zijn mislukt`,
  withdrawals: (count: number) => (count === 1 ? "1 herroeping" : `${count} herroepingen`),
  waiting: {
    title: "Dit wacht nog op jou",
    withdrawal: "Herroeping {reference}",
    unanswered: "Niet beantwoord.",
    openWithdrawal: "Bekijk de herroeping",
    moreWithdrawals: (count: number) => (count === 1 ? "Nog 1 herroeping" : `Nog ${count} herroepingen`),
    openWithdrawals: "Bekijk de herroepingen",
    owed: "Terugbetaling van {number} mislukt",
    owedTodo: "De koper krijgt nog {amount} van je.",
    dispute: "Betaling van {number} betwist",
    inquiry: "Vraag van de bank over {number}",
    disputeTodo: "Kijk in Stripe of je nog moet antwoorden, vóór {by}.",
    mails: {
      confirmation: "Bevestiging van",
      receipt: "Ontvangstbevestiging van",
      invoice: "Facturen van",
      "delivery-report": "Bericht over het cadeau van",
    },
    mailStates: {
      due: "Nog niet verstuurd. De winkel probeert het vanzelf opnieuw.",
      refused: "Niet verstuurd: de maildienst weigert het adres.",
      failed: "Niet verstuurd, en de winkel probeert het niet meer.",
    },
    open: "Bekijk de bestelling",
  },
} as const;

/** The mail that goes without the ledger, because the ledger is away. */
export const LEDGER_AWAY_COPY = {
  subject: "Let op: de winkel kan niet bij de database",
  title: "De winkel kan niet bij de database",
  text: "De winkel kon zijn database twee keer niet bereiken, met tien minuten ertussen. Verkopen gaat door, en er gaat niets verloren: Stripe meldt een betaling later nog eens. Maar er gaan nu geen bevestigingen de deur uit, en bestelpagina's en herroepingen werken niet.",
  todo: "Kijk op https://www.cloudflarestatus.com of er een storing is. Is daar niets, vraag dan je ontwikkelaar om in het log te kijken.",
  again: "Duurt het langer, dan krijg je elk uur zo'n mail.",
} as const;
