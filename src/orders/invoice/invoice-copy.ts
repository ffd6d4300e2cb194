import {
  ADDRESS_MAX_LENGTH,
  ADDRESS_MAX_LINES,
  COMPANY_MAX_LENGTH,
  type InvoiceProblem,
} from "../../ledger/invoice-rules.ts";
import { inWords } from "../../ui/dutch-copy.ts";
import { BRAND } from "../../ui/site-copy.ts";

const ABROAD = "Zit je bedrijf in een ander land? Mail ons dan: daar geldt andere btw.";

export const INVOICE_COPY = {
  documents: {
    invoice: "Factuur {number} (pdf)",
    refund: "Creditnota {number} (pdf)",
    correction: "Creditnota {number} (pdf)",
  },
  form: {
    start: "Factuur voor je bedrijf",
    startText: `Vul in wat er op de factuur moet staan. Je krijgt een pdf met een factuurnummer, de btw en je bedrijfsgegevens. Doe dit voor de 15e van de volgende maand. ${ABROAD}`,
    change: "Gegevens op je factuur wijzigen",
    changeText:
      "Een factuur mogen we niet veranderen. Daarom krijg je een creditnota, waarmee factuur {number} vervalt, en een nieuwe factuur. Bewaar ze allemaal.",
    company: { label: "Bedrijfsnaam" },
    address: {
      label: "Adres van je bedrijf",
      hint: "Straat en huisnummer, en op een nieuwe regel postcode en plaats.",
    },
    vatId: { label: "Btw-nummer", optional: "(mag je leeg laten)", hint: "Bijvoorbeeld NL123456789B01." },
    make: "Maak de factuur",
    makeAgain: "Maak een nieuwe factuur",
    summary: "Er is nog geen factuur gemaakt. Controleer nog even:",
  },
  mail: {
    subject: (number: string) => `Je factuur bij ${BRAND} (${number})`,
    title: "Je factuur",
    text: (number: string) =>
      `In de bijlage vind je alle facturen en creditnota's van je bestelling ${number}, als pdf. Bewaar ze voor je administratie.`,
    link: "Naar je bestelpagina",
  },
  done: { made: "Je factuur is klaar.", corrected: "Je nieuwe factuur is klaar, met een creditnota van de vorige." },
  unchanged: {
    closed: "We hebben geen factuur gemaakt: bij deze bestelling kan dat nu niet.",
    other: "We hebben niets gemaakt, want er was al een factuur. Klopt die niet? Wijzig dan de gegevens.",
    "too-often": "Je hebt de gegevens al een paar keer gewijzigd. Mail ons als het nog anders moet.",
    unavailable:
      "Door een storing bij ons weten we niet of je factuur is gemaakt. Laad deze pagina over een minuut opnieuw: dan zie je het.",
    unreadable: "We konden het formulier niet lezen. Er is geen factuur gemaakt: vul het opnieuw in.",
    tooMany: "Je hebt dit in korte tijd vaak gevraagd. Wacht een minuut en probeer het dan opnieuw.",
  },
  kept: "Door een storing bij ons is er geen factuur gemaakt. Wat je invulde, staat er nog. Probeer het over een minuut opnieuw.",
  /** `{letters}` are those that the PDF cannot show. */
  problems: {
    company: {
      missing: "Vul de naam van het bedrijf in.",
      long: `Deze naam is te lang. Gebruik hooguit ${COMPANY_MAX_LENGTH} tekens.`,
      unprintable: "Dit kunnen we niet op de factuur zetten: {letters} Schrijf de bedrijfsnaam met gewone letters.",
    },
    address: {
      missing: "Vul het adres van het bedrijf in.",
      partial: `We zien geen Nederlandse postcode, zoals 1234 AB. ${ABROAD}`,
      long: `Dit adres is te lang. Gebruik hooguit ${inWords(ADDRESS_MAX_LINES)} regels en ${ADDRESS_MAX_LENGTH} tekens.`,
      unprintable: "Dit kunnen we niet op de factuur zetten: {letters} Schrijf het adres met gewone letters.",
    },
    vatId: {
      invalid: `Dit lijkt geen Nederlands btw-nummer, zoals NL123456789B01. Heb je er geen? Laat dit dan leeg. ${ABROAD}`,
    },
  } satisfies Record<string, Partial<Record<InvoiceProblem, string>>>,
  /** The PDF. `{number}` is that of the other invoice, `{sum}` an amount, `{date}` the day of payment. */
  sheet: {
    title: { invoice: "Factuur", refund: "Creditnota", correction: "Creditnota" },
    number: { invoice: "Factuurnummer", refund: "Nummer creditnota", correction: "Nummer creditnota" },
    day: { invoice: "Factuurdatum", refund: "Datum creditnota", correction: "Datum creditnota" },
    supplied: "Datum van levering",
    order: "Bestelnummer",
    about: { invoice: "Vervangt factuur", refund: "Bij factuur", correction: "Bij factuur" },
    seller: "Verkoper",
    buyer: "Koper",
    kvk: "KvK",
    vatId: "Btw-id",
    buyerVatId: "Btw-nummer",
    description: "Omschrijving",
    count: "Aantal",
    rate: "Btw",
    price: "Prijs zonder btw",
    net: "Totaal zonder btw",
    vat: "Btw {percent}%",
    total: "Totaal",
    paid: "Het totaal is betaald op {date}.",
    refund: "We hebben {sum} van factuur {number} terugbetaald.",
    correction:
      "Met deze creditnota vervalt factuur {number}, omdat de gegevens van de koper niet klopten. Er komt een nieuwe factuur voor hetzelfde bedrag. Er wordt niets terugbetaald.",
  },
} as const;
