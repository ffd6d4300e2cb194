import { BRAND, WITHDRAWAL_LABEL } from "../../ui/site-copy.ts";
import {
  type MailedReceipt,
  REPAYMENT_DAYS,
  WITHDRAWAL_FIELDS,
  type WithdrawalField,
  type WithdrawalProblem,
} from "./withdrawal-rules.ts";

type FieldCopy = { label: string; hint: string } & Partial<Record<WithdrawalProblem, string>>;

/** Of a second form only the address is taken over, if it proves the order, unless the first was typed without the link (`OWN_EARLIER`). */
const FIRST =
  "Deze bestelling had je al herroepen. Hieronder staat die eerste herroeping, en alleen die bewaren we. Schreef je nu iets anders op? Mail het ons dan.";

/**
 * Copy of the withdrawal function (art. 11a of Directive 2011/83/EU): its two forms, the proof of receipt, and the
 * mails. The texts of the link and of the last button are the directive's, in Dutch.
 */
export const WITHDRAWAL_COPY = {
  meta: {
    title: `${WITHDRAWAL_LABEL} | ${BRAND}`,
    description: "Zie je af van je koop? Herroep je overeenkomst hier. Een reden of een account is niet nodig.",
  },
  form: {
    title: WITHDRAWAL_LABEL,
    intro:
      "Zie je af van je koop? Vul dit formulier in. Je hoeft niet in te loggen en geen reden te geven. Daarna controleer je alles en bevestig je.",
    /** After the introduction, for an order whose buyer gave up the right. */
    waived:
      "Bij deze bestelling zag je af van je herroepingsrecht. Denk je dat dat niet klopt? Dan kun je het formulier toch insturen.",
    earlierTitle: "Je hebt deze bestelling al herroepen",
    earlier:
      "Dat was op {moment}, met kenmerk {reference}. Kreeg je geen bevestiging, of klopte je e-mailadres niet? Verstuur het formulier dan nog een keer, met het e-mailadres van je bestelling. Klopt dat adres ook niet, of wil je iets toevoegen? Mail ons dan.",
    submit: "Controleer je gegevens",
    /** Before the link to the model form. */
    onPaper: "Herroep je liever op papier of met een eigen mail?",
    optional: "(mag je leeg laten)",
    fields: {
      name: { label: "Je naam", hint: "", missing: "Vul je naam in." },
      contract: {
        label: "Welke overeenkomst wil je herroepen?",
        hint: "Bijvoorbeeld je bestelnummer, of de naam van de cursus en de dag waarop je hem kocht.",
        missing: "Vul in welke overeenkomst je wilt herroepen.",
      },
      email: {
        label: "Je e-mailadres",
        hint: "Hier sturen we de ontvangstbevestiging heen.",
        missing: "Vul je e-mailadres in.",
        invalid: "Dit lijkt geen e-mailadres. Controleer het even.",
      },
      reason: { label: "Reden", hint: "" },
    } satisfies Record<WithdrawalField, FieldCopy>,
    tooLong: "Maak dit korter: er passen {max} tekens in.",
  },
  check: {
    title: "Klopt dit?",
    intro: "Klopt alles? Druk dan op 'Herroeping bevestigen'. Pas dan is je herroeping verstuurd.",
    submit: "Herroeping bevestigen",
    change: "Wijzigen",
  },
  facts: {
    reference: "Kenmerk",
    receivedAt: "Ontvangen op",
    name: "Naam",
    contract: "Overeenkomst",
    email: "E-mailadres",
    reason: "Reden",
    intentId: "Betaling",
  },
  done: {
    title: "We hebben je herroeping ontvangen",
    /** `{email}` is the address that was filled in. */
    full: "We sturen een bevestiging naar {email}. Bewaar ook deze pagina of druk hem af. Dit is je bewijs.",
    facts:
      "We sturen een bevestiging naar {email}, met het kenmerk, het tijdstip en een link naar alles wat je ons liet weten. Bewaar ook deze pagina of druk hem af. Dit is je bewijs.",
    held: "We sturen nu geen bevestiging naar {email}. Er gingen vandaag al veel van deze mails de deur uit, en zo voorkomen we misbruik. Je herroeping is wel bij ons binnen. Bewaar deze pagina of druk hem af. Dit is je bewijs. We kijken er zelf naar en sturen de bevestiging alsnog.",
    earlier: `${FIRST} Meer hoef je niet te doen. Bewaar deze pagina of druk hem af. Dit is je bewijs.`,
    /** While it is open, and nobody has proven it. */
    unproven: `${FIRST} Verstuur het formulier nog een keer, met het e-mailadres van je bestelling. Dan weten we zeker dat jij het bent. Klopt dat adres niet? Mail ons. Bewaar ook deze pagina of druk hem af. Dit is je bewijs.`,
    resent: `${FIRST} We sturen de bevestiging naar {email}. Bewaar ook deze pagina of druk hem af. Dit is je bewijs.`,
    /** Opened by the link in the mail, so also by somebody who filled in nothing. */
    byMail:
      "Dit is op onze website ingevuld, met jouw e-mailadres. Bewaar deze pagina of druk hem af. Heb jij dit niet ingevuld? Dan heeft iemand anders je adres gebruikt. Je hoeft niets te doen.",
    byOrder: "Dit heb je ons laten weten. Bewaar deze pagina of druk hem af. Dit is je bewijs.",
    /** Before the link to the form. */
    notMailed: "Kreeg je geen bevestiging, of klopt je e-mailadres niet?",
    again: "Verstuur het formulier nog een keer",
    order: "Terug naar je bestelling",
    unmailed: "We kunnen nu geen bevestiging naar {email} sturen. Bewaar deze pagina of druk hem af. Dit is je bewijs.",
    next: `We bekijken je herroeping en laten je weten hoe het verder gaat. Krijg je geld terug, dan betalen we dat zo snel mogelijk, en in elk geval binnen ${REPAYMENT_DAYS} dagen, op de manier waarop jij betaalde.`,
    print: "Afdrukken of opslaan",
  },
  unread: {
    unavailable: {
      title: "We kunnen je herroeping nu niet laten zien",
      text: "Dat ligt aan ons. Je herroeping blijft gewoon staan. Probeer het over een minuut opnieuw.",
    },
    tooMany: {
      title: "Wacht een minuut",
      text: "Vanaf jouw verbinding is in korte tijd veel opgevraagd. Wacht een minuut en probeer het dan opnieuw.",
    },
    notFound: {
      title: "Deze link werkt niet",
      text: "Er ontbreekt een stukje, er zit een fout in, of de link is te oud. Open de link opnieuw uit je mail, of kopieer hem helemaal.",
    },
    retry: "Probeer opnieuw",
    toForm: "Naar het formulier om te herroepen",
  },
  problems: {
    unavailable: {
      title: "Opslaan lukt nu niet",
      text: "We weten niet of je herroeping bij ons is opgeslagen. Alles wat je invulde, staat er nog: probeer het zo opnieuw. Het blijft één herroeping.",
    },
    tooMany: {
      title: "Wacht een minuut",
      text: "Vanaf jouw verbinding is dit formulier vaak verstuurd. Deze keer hebben we niets opgeslagen. Zag je al een kenmerk dat met HR begint? Dan is je herroeping binnen. Zo niet? Alles wat je invulde, staat er nog: probeer het over een minuut opnieuw.",
    },
    expired: {
      title: "Controleer het nog een keer",
      text: "Deze pagina stond lang open. Alles wat je invulde, staat er nog. Kijk het na en bevestig hieronder opnieuw.",
    },
    unreadable: {
      title: "We konden het formulier niet lezen",
      text: "Je herroeping is nog niet bij ons binnen. Vul het formulier hier opnieuw in.",
    },
  },
  byMail: {
    text: "Liever niet wachten? Herroepen per e-mail geldt net zo goed:",
    subject: "Herroeping van mijn overeenkomst",
    statement: "Hierbij herroep ik deze overeenkomst.",
  },
  mail: {
    subject: "Ontvangstbevestiging van je herroeping ({reference})",
    received: "We hebben je herroeping ontvangen op {receivedAt}. Dit heb je ons laten weten:",
    receivedFacts: "We hebben op {receivedAt} een herroeping ontvangen waarin dit e-mailadres staat.",
    /** Before the link to all of it. */
    linked:
      "Met deze link zie je de hele herroeping. Bewaar deze mail en druk die pagina af. Wat er is ingevuld, staat niet in deze mail, want iedereen kan op onze website een e-mailadres invullen.",
    link: "Bekijk de hele herroeping",
    /** While no link can be made. */
    kept: "Wat je zelf intypte, staat niet in deze mail, want iedereen kan op onze website een e-mailadres invullen. We bewaren het bij dit kenmerk. Wil je het ook per mail? Beantwoord deze mail, dan sturen we het je.",
    notYou: "Heb jij dit niet ingevuld? Dan heeft iemand anders je adres gebruikt. Je hoeft niets te doen.",
    noticeTitle: "Herroeping ontvangen",
    noticeSubject: "Herroeping ontvangen ({reference})",
    notice: "Er is een overeenkomst herroepen. {facts} Is het bewezen? Laat de koper dan weten hoe het verder gaat.",
    noticeLink: "Bekijk de herroeping in het beheer",
    noticeReceipt: {
      full: "De koper krijgt een bevestiging met al deze gegevens: de herroeping kwam via de eigen link van de bestelling, met het e-mailadres van de bestelling.",
      facts:
        "We weten niet zeker of dit de koper is: iedereen kan dit formulier invullen. Naar het e-mailadres gaat daarom een bevestiging met het kenmerk, het tijdstip en een link naar de hele verklaring. Hoort er een bestelling bij? Stuur dan de hele bevestiging, in het beheer.",
      late: "De koper kreeg een bevestiging met het kenmerk, het tijdstip en een link. Daarna werd de herroeping bewezen. Stuur nu de hele bevestiging, in het beheer.",
      held: "Er gaat nog geen bevestiging naar dit e-mailadres: het kreeg er vandaag al veel, of er gingen er vandaag te veel de deur uit. Hoort er een bestelling bij? Stuur de bevestiging dan zelf, in het beheer. Van de wet moet dat meteen.",
      refused:
        "De bevestiging is niet verstuurd: de maildienst weigert dit e-mailadres. Hoort er een bestelling bij? Zoek de koper dan op in Stripe en stuur de bevestiging zelf. Dat moet van de wet.",
      failed:
        "De bevestiging is niet verstuurd: de maildienst of de opslag werkte een week lang niet. Hoort er een bestelling bij? Stuur de bevestiging dan zelf, in het beheer. Dat moet van de wet.",
    } satisfies Record<MailedReceipt | "late" | "refused" | "failed", string>,
    digestSubject: "Herroepingen van gisteren: {count} zonder eigen bericht",
    digestTitle: "Herroepingen zonder eigen bericht",
    digest:
      "Herroepingen op {day} waarvan je geen eigen bericht kreeg, omdat het er veel waren: {count}. Ze staan er allemaal nog. Zoek bij elke een bestelling; zonder bestelling is het waarschijnlijk misbruik.",
    digestReceipt: {
      full: "hele bevestiging",
      facts: "bevestiging met kenmerk en tijdstip",
      held: "nog geen bevestiging",
    } satisfies Record<MailedReceipt, string>,
    digestMore: "en nog {count}",
    digestLink: "Bekijk ze in het beheer",
  },
} as const;

export function problemText(field: WithdrawalField, problem: WithdrawalProblem | undefined): string | undefined {
  if (problem === undefined) return undefined;
  const { fields, tooLong } = WITHDRAWAL_COPY.form;
  const own: FieldCopy = fields[field];
  return own[problem] ?? tooLong.replace("{max}", String(WITHDRAWAL_FIELDS[field]));
}
