import { WATERS } from "../../courses/products-copy.ts";
import { COURSES, type ProductId } from "../../shared/courses.ts";
import { MESSAGE_MAX_LENGTH, NAME_MAX_LENGTH } from "../../shared/gift.ts";
import { RETENTION } from "../../shared/retention.ts";
import { inWords } from "../../ui/dutch-copy.ts";
import { BRAND, WITHDRAWAL_LABEL } from "../../ui/site-copy.ts";
import { DELIVERY_HOUR } from "../day/gift-delivery-rules.ts";
import { GIFT_PRODUCTS } from "../gift-products-copy.ts";
import {
  CHECKED_GIFT_FIELDS,
  type CheckedGiftField,
  GIFT_FIELDS,
  type GiftProblem,
  type GiftProblems,
} from "../give-gift-rules.ts";

const VALIDITY = "De code verloopt niet";

const NAME_TOO_LONG = `Maak deze naam korter: er passen ${NAME_MAX_LENGTH} tekens.`;

/** For a message that does not fit on the printed card. */
const PRINTED_UNTIL = "Op de cadeaubon past het tot en met '{end}'. Online staat alles.";

export const GIVE_GIFT_COPY = {
  meta: {
    title: `Geef een vaarbewijscursus cadeau | ${BRAND}`,
    description:
      "Geef een online cursus voor het vaarbewijs of de marifoon cadeau. Je krijgt meteen een link, een code en een cadeaubon, of wij mailen het op de dag zelf.",
  },
  crumb: "Cursus cadeau geven",
  hero: {
    eyebrow: "Cadeau voor wie wil varen",
    title: "Geef een vaarbewijscursus cadeau",
    lead: "De ontvanger pakt het online uit: jouw bericht, met de cursus die jij kiest.",
    /** `hasBoth`: KVB1 and KVB2 can be given together. */
    bullets: (hasBoth: boolean) => [
      `KVB1, KVB2${hasBoth ? ", allebei" : ""} of ${COURSES.MARIFONIE.name}`,
      "Toegang totdat de ontvanger geslaagd is",
      VALIDITY,
    ],
    guarantee: {
      promise: "Toch niet? Binnen 14\u00a0dagen geld terug.",
      note: "Ook als het cadeau al is geactiveerd.",
    },
    start: "Maak je cadeau",
  },
  /** Shown while gifts cannot be redeemed, and so are not sold. */
  notSold: {
    meta: {
      title: `Cadeau geven kan nu even niet | ${BRAND}`,
      description: "Je kunt nu geen cursus cadeau geven. Een cadeau dat al is gekocht, blijft gewoon geldig.",
    },
    title: "Een cursus cadeau geven kan nu even niet",
    text: "Wie het cadeau krijgt, kan de cursus nu nog niet starten. Daarom verkopen we nu geen cadeaus. Kijk later nog eens: we maken het zo snel mogelijk weer in orde.",
    courses: "Bekijk de cursussen",
    hasGift: "Heb je al een cadeau? Dat blijft gewoon geldig.",
    lookup: "Vul je cadeaucode in",
  },
  stage: {
    label: "Voorbeeld van je cadeau",
    caption: "Zo pakt de ontvanger je cadeau uit.",
    replay: "Speel nog eens af",
    from: "van",
    for: "Voor",
  },
  /** What each is for. Nobody has a use for KVB2 by itself. */
  waters: { ...WATERS, KVB2: `Voor wie ${COURSES.KVB1.shortName} al heeft: alle binnenwateren` },
  formTitle: "Maak je cadeau",
  form: {
    optional: "(mag je leeg laten)",
    /** Of the texts that follow. */
    intro: "Dit leest de ontvanger, in het cadeau en op de cadeaubon.",
    fields: {
      product: { label: "Welke cursus geef je?", missing: "Kies welke cursus je geeft." },
      recipient: { label: "Voor wie is het?", missing: "Vul in voor wie je cadeau is.", "too-long": NAME_TOO_LONG },
      giver: { label: "Van wie komt het?", missing: "Vul in van wie het cadeau komt.", "too-long": NAME_TOO_LONG },
      message: {
        label: "Je bericht",
        hint: `Hoogstens ${MESSAGE_MAX_LENGTH} tekens. Op de cadeaubon passen ongeveer negen regels.`,
        "too-long": `Maak je bericht korter: er passen ${MESSAGE_MAX_LENGTH} tekens. Emoji's kunnen voor meer dan één teken tellen.`,
      },
      day: {
        label: "Voor welke dag is het?",
        missing: "Kies de dag waarop je het geeft.",
        invalid: "Deze dag bestaat niet. Kies een andere.",
        past: "Deze dag is al geweest. Kies vandaag of later.",
        far: "Deze dag is te ver weg. Kies een dag binnen vijf jaar.",
        unsendable: "Versturen kan tot een jaar vooruit. Kies een eerdere dag, of laat het e-mailadres leeg.",
      },
      deliverTo: {
        label: "E-mailadres van de ontvanger",
        hint: `Vul je dit in, dan sturen we het cadeau die dag om ${DELIVERY_HOUR}.00 uur. Kies je vandaag en is het al na ${DELIVERY_HOUR}.00 uur? Dan sturen we het meteen. Na het versturen wissen we het adres.`,
        invalid: "Dit lijkt geen e-mailadres. Verbeter het, of laat het leeg.",
      },
    } satisfies Record<CheckedGiftField, { label: string; hint?: string } & Partial<Record<GiftProblem, string>>>,
    moment: {
      legend: "Wanneer geef je het?",
      now: "Nu",
      nowHint: "Je stuurt de link meteen door, of drukt de cadeaubon af.",
      day: "Op een bepaalde dag",
      dayHint: "De link en de code krijg je meteen. Wij mailen het cadeau die dag, of je geeft het zelf.",
    },
    // With a script; the numbers are of characters, and the last two are said aloud near the limit and beyond it.
    counted: "{count} van {max} tekens. Alles past op de cadeaubon.",
    countedCut: `{count} van {max} tekens. ${PRINTED_UNTIL}`,
    remaining: "Nog {n} tekens",
    tooMany: "{n} tekens te veel",
    total: "Je betaalt",
    submit: "Verder naar betalen",
    example: {
      recipient: "wie jij wilt",
      giver: "jou",
      message: "Hier komt jouw bericht: een wens, een grap of een plan.",
    },
    small: { for: "Voor", from: "van" },
  },
  withoutScript:
    "Je kunt je cadeau hier zonder JavaScript maken. Voor het betalen op de volgende pagina is JavaScript wel nodig.",
  unreadable: {
    title: "We konden het formulier niet lezen",
    text: "Er is niets betaald. Vul je cadeau hier opnieuw in.",
  },
  steps: {
    title: "Zo werkt het",
    items: [
      { title: "Kies en schrijf", text: "Kies de cursus, en schrijf voor wie het is en wat je wilt zeggen." },
      { title: "Betaal", text: "Je betaalt veilig via Stripe, zonder account." },
      {
        title: "Geef het",
        text: "Je krijgt meteen een link, een code en een cadeaubon, ook per e-mail. Of wij mailen het op de dag die jij kiest.",
      },
      {
        title: "Uitpakken",
        text: "De ontvanger tikt drie keer op het pakje, activeert de cursus en begint met leren.",
      },
    ],
  },
  questions: {
    title: "Goed om te weten",
    items: [
      {
        id: "hoe-lang-geldig",
        question: "Hoe lang is de code geldig?",
        answer: [
          "De code verloopt niet. De ontvanger kan het cadeau uitpakken en activeren wanneer het uitkomt. Vanaf dan is er toegang tot de cursus, totdat de ontvanger geslaagd is.",
        ],
      },
      {
        id: "cadeau-laten-versturen",
        question: "Kunnen jullie het cadeau versturen?",
        answer: [
          "Ja, per e-mail. Kies in het formulier een dag en vul het e-mailadres van de ontvanger in. In de mail staan jullie namen en een knop om het cadeau uit te pakken. Je bericht zit in het cadeau zelf.",
          "Tot vlak voor het versturen wijzig je de dag of het e-mailadres op je bestelpagina. Stoppen kan ook. Als de mail weg is, krijg je bericht. Komt hij niet aan? Stuur dan zelf de link.",
        ],
      },
      {
        id: "cadeau-terugnemen",
        question: "Kan ik me nog bedenken?",
        answer: [
          [
            "Ja. Je kunt je aankoop binnen 14 dagen zonder reden herroepen, ook als het cadeau al is geactiveerd. Je krijgt dan je geld terug. De code werkt niet meer, en we sluiten de cursus van de ontvanger. Hoe dat gaat, staat in ",
            { label: "artikel 7 van de algemene voorwaarden", page: "terms", hash: "artikel-7" },
            ".",
          ],
        ],
      },
      {
        id: "wat-zit-er-niet-bij",
        question: "Zit het examen bij het cadeau?",
        answer: [
          [
            "Nee. Het cadeau is de online cursus. Het examen regelt en betaalt de ontvanger zelf. Lees ",
            { label: "hoe het examen gaat", page: "exam" },
            ".",
          ],
        ],
      },
      {
        id: "namen-en-bericht",
        question: "Wat doen jullie met de namen en mijn bericht?",
        answer: [
          [
            `We gebruiken ze alleen voor het cadeau. Versturen wij het, dan wissen we daarna het e-mailadres van de ontvanger. De namen en je bericht wissen we ${inWords(RETENTION.giftTextYears)} jaar na de dag waarop je het geeft. De code blijft werken. Meer lees je op de pagina `,
            { label: "Privacy en cookies", page: "privacy" },
            ".",
          ],
        ],
      },
    ],
  },
  pay: {
    meta: {
      title: `Je cadeau betalen | ${BRAND}`,
      description: "Betaal je cadeau. Daarna krijg je meteen de link, de code en de cadeaubon.",
    },
    backLabel: "Terug naar cadeau geven",
    eyebrow: "Cadeau",
    /** What is not part of it, beside the price (art. 6:230v lid 2 BW). */
    access: "Het examen zit er niet bij: dat regelt en betaalt de ontvanger bij het exameninstituut.",
    facts: { recipient: "Voor", giver: "Van", day: "Voor de dag", deliverTo: "Versturen naar", message: "Bericht" },
    change: "Wijzigen",
    /** Under a message that the card has only the beginning of; `{end}` is the last words there. */
    messageCut: PRINTED_UNTIL,
    withoutScript: {
      text: "Voor het betalen van een cadeau is JavaScript nodig. Zet het aan en stuur het formulier opnieuw. Lukt dat niet, mail ons dan: we helpen je graag.",
      /** Shown if no address is configured. */
      unconfigured: "Voor het betalen van een cadeau is JavaScript nodig. Zet het aan en stuur het formulier opnieuw.",
      subject: "Cursus cadeau geven",
    },
    /** Above the form: the gift's card names who gets it and who gives it, not who pays. */
    ownDetails: "Vul hier je eigen naam en e-mailadres in.",
    /** The texts of the payment form that differ from those for an own course. */
    form: {
      emailHint: "Hier sturen we de bevestiging en je cadeau heen.",
      note: `Je kunt binnen 14 dagen na je aankoop zonder reden herroepen, ook als het cadeau dan al is geactiveerd. Dat doe je met de link '${WITHDRAWAL_LABEL}', onder aan de pagina's van deze winkel, op je bestelpagina en in je bevestigingsmail.`,
    },
  },
  call: "Geef een vaarbewijscursus cadeau",
} as const;

export function giftBenefits(productId: ProductId): readonly string[] {
  const { questions, access } = GIFT_PRODUCTS[productId];
  return [questions, access, VALIDITY, "Na je betaling meteen link, code en cadeaubon"];
}

export function giftErrors(problems: GiftProblems) {
  return CHECKED_GIFT_FIELDS.flatMap((field) => {
    const problem = problems[field];
    if (problem === undefined) return [];
    const own: Partial<Record<GiftProblem, string>> = GIVE_GIFT_COPY.form.fields[field];
    return [{ field, fieldId: GIFT_FIELDS[field], text: own[problem] ?? own.missing ?? own["too-long"] ?? "" }];
  });
}
