import { WITHDRAWAL_FIELDS, type WithdrawalField, type WithdrawalProblem } from "../shared/withdrawal.ts";
import { BRAND } from "./site.ts";

type FieldCopy = { label: string; hint: string } & Partial<Record<WithdrawalProblem, string>>;

/** Within how many days of a withdrawal is repaid (art. 6:230r BW). */
export const REPAYMENT_DAYS = 14;

/**
 * Copy of the withdrawal function (art. 11a of Directive 2011/83/EU): its two forms, what proves that it was received,
 * and the mails. The words of the link and of the last button are the directive's.
 */
export const WITHDRAWAL_COPY = {
  meta: {
    title: `Overeenkomst hier herroepen | ${BRAND}`,
    description: "Zie je af van je koop? Herroep je overeenkomst hier. Een reden of een account is niet nodig.",
  },
  /** Before the title of a page that could not go on. */
  errorTitle: "Fout: ",
  form: {
    title: "Overeenkomst hier herroepen",
    intro:
      "Zie je af van je koop? Vul dit formulier in. Je hoeft niet in te loggen en geen reden te geven. Daarna controleer je alles en bevestig je.",
    submit: "Verder naar controleren",
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
    /** `{max}` is a number of characters. */
    tooLong: "Maak dit korter: er passen {max} tekens in.",
    summary: "Controleer nog even:",
  },
  check: {
    title: "Klopt dit?",
    intro: "Hierbij herroep je de overeenkomst hieronder. Je herroeping geldt pas als je bevestigt.",
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
    mailed: "We sturen een bevestiging naar {email}. Bewaar ook deze pagina of druk haar af: zij is je bewijs.",
    unmailed:
      "Het versturen van een bevestiging naar {email} lukt nu niet. Bewaar deze pagina of druk haar af: zij is je bewijs.",
    next: `Dit bewijst dat we je herroeping hebben en wanneer. We bekijken haar en laten je weten hoe het verder gaat. Krijg je geld terug, dan betalen we dat binnen ${REPAYMENT_DAYS} dagen, op de manier waarop jij betaalde.`,
    print: "Afdrukken of opslaan",
  },
  problems: {
    unavailable: {
      title: "Opslaan lukt nu niet",
      text: "Je herroeping is nog niet bij ons binnen. Alles wat je invulde staat er nog: probeer het zo opnieuw.",
    },
    tooMany: {
      title: "Wacht een minuut",
      text: "Vanaf jouw verbinding is dit formulier vaak verstuurd. Je herroeping is nog niet bij ons binnen. Alles wat je invulde staat er nog: probeer het over een minuut opnieuw.",
    },
    unreadable: {
      title: "We konden het formulier niet lezen",
      text: "Je herroeping is nog niet bij ons binnen. Vul het formulier hier opnieuw in.",
    },
  },
  byMail: {
    text: "Liever niet wachten? Herroepen per e-mail geldt net zo goed:",
    subject: "Herroeping van mijn overeenkomst",
    statement: "Hierbij herroep ik de overeenkomst hieronder.",
  },
  mail: {
    /** `{reference}` is the withdrawal's. */
    subject: "Ontvangstbevestiging van je herroeping ({reference})",
    greeting: "Hallo {name},",
    received: "We hebben je herroeping ontvangen op {receivedAt}. Dit heb je ons laten weten:",
    noticeTitle: "Herroeping ontvangen",
    noticeSubject: "Herroeping ontvangen ({reference})",
    notice: `Er is een overeenkomst herroepen. Bestaat het recht nog, betaal dan terug binnen ${REPAYMENT_DAYS} dagen na ontvangst, en laat de koper in elk geval weten hoe het verder gaat.`,
  },
} as const;

/** What is said beside a field. */
export function problemText(field: WithdrawalField, problem: WithdrawalProblem): string {
  const { fields, tooLong } = WITHDRAWAL_COPY.form;
  const own: FieldCopy = fields[field];
  return own[problem] ?? tooLong.replace("{max}", String(WITHDRAWAL_FIELDS[field]));
}
