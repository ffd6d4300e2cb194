import * as z from "zod/mini";
import {
  ADDRESS_MAX_LENGTH,
  ADDRESS_MAX_LINES,
  COMPANY_MAX_LENGTH,
  INVOICE_FIELDS,
  type InvoiceBuyer,
  type InvoiceProblem,
  type InvoiceProblems,
} from "../../ledger/invoice-rules.ts";
import { problemsIn } from "../../server/form-problems.ts";
import { plain, unwrap } from "../../shared/plain-text.ts";
import { cleanLine, cleanText } from "../../shared/typed-text.ts";
import { unprintable } from "../../shared/win-ansi.ts";

/** Reads and checks the company that a buyer typed for an invoice. */

/**
 * Only of a company in the Netherlands, so its address has a Dutch postcode: a service to a company elsewhere is taxed there (art. 6
 * lid 1 Wet OB), also if it has a Dutch number, and Dutch VAT on its invoice would be owed all the same (art. 37). Whether a
 * number exists is not asked.
 */
const VAT_ID = /^NL\d{9}B\d{2}$/;
const DUTCH_WITHOUT_COUNTRY = /^\d{9}B\d{2}$/;
/** Both letters large or both small: `8660 De Panne` lies in Belgium. */
const DUTCH_POSTCODE = /\b[1-9]\d{3} ?(?:[A-Z]{2}|[a-z]{2})(?!\w|\p{L})/u;

const printable = z.refine<string>((text) => unprintable(text).length === 0, "unprintable");

/** The messages are the names of the problems. */
const buyerSchema = z.object({
  company: z.string().check(z.minLength(1, "missing"), z.maxLength(COMPANY_MAX_LENGTH, "long"), printable),
  address: z.string().check(
    z.minLength(1, "missing"),
    z.refine((text) => DUTCH_POSTCODE.test(text), "partial"),
    z.refine((text) => text.length <= ADDRESS_MAX_LENGTH && text.split("\n").length <= ADDRESS_MAX_LINES, "long"),
    printable,
  ),
  vatId: z.string().check(z.refine((text) => text === "" || VAT_ID.test(text), "invalid")),
});

export function readInvoiceBuyer(form: URLSearchParams): InvoiceBuyer {
  const text = (field: keyof InvoiceBuyer) => composed(form.get(INVOICE_FIELDS[field]) ?? "");
  const lines = cleanText(text("address"))
    .split("\n")
    .map((line) => cleanLine(line).replace(/^[\s,;]+|(?<![\s,;])[\s,;]+$/g, ""));
  return {
    company: cleanLine(text("company")),
    address: lines.filter((line) => line !== "").join("\n"),
    vatId: readVatId(text("vatId")),
  };
}

export function checkInvoiceBuyer(typed: InvoiceBuyer): InvoiceProblems {
  return problemsIn<keyof InvoiceBuyer, InvoiceProblem>(buyerSchema.safeParse(typed).error);
}

/** Quotes that no font of a PDF reader has, as those that it has. */
const QUOTES: Readonly<Record<string, string>> = { "\u201b": "\u2019", "\u201f": "\u201d" };

/**
 * Letters with their accents as one, simple hyphens, no characters without a shape. What cannot be printed is written in plain letters,
 * if Unicode knows them: \u0133 as ij.
 */
function composed(text: string): string {
  return text
    .normalize("NFC")
    .replace(/\p{Default_Ignorable_Code_Point}/gu, "")
    .replace(/[\u2010\u2011\u2212]/g, "-")
    .replace(/[^\p{ASCII}]/gu, (letter) =>
      unprintable(letter).length === 0 ? letter : (QUOTES[letter] ?? letter.normalize("NFKC")),
    );
}

/** A text of more parts is no line of a letter, and would take long. */
const MOST_PARTS = 20;

/** The words before a number in the foot of a letter, if they stand at it: `BTWNL...`. */
const LABEL = /^(?:BTW|VAT|TVA)(?:NUMMER|NR|ID)?/;

/** A number without blanks and signs; its country may be left out. If the whole text is none, the only one in it. */
function readVatId(text: string): string {
  const parts = unwrap(plain(text))
    .toUpperCase()
    .split(/[^A-Z\d+*]+/);
  const whole = spellVatId(parts.join(""));
  if (VAT_ID.test(whole) || parts.length > MOST_PARTS) return whole;
  const found = parts.flatMap((_, start) => {
    // The longest from here: the number itself may be in parts.
    const joined = parts.slice(start).map((_part, length) => parts.slice(start, start + length + 1).join(""));
    return joined.map((one) => spellVatId(one.replace(LABEL, ""))).findLast((one) => VAT_ID.test(one)) ?? [];
  });
  const [only, ...others] = new Set(found);
  return only !== undefined && others.length === 0 ? only : whole;
}

function spellVatId(bare: string): string {
  return DUTCH_WITHOUT_COUNTRY.test(bare) ? `NL${bare}` : bare;
}
