import type { Invoice } from "../../ledger/invoice-rules.ts";
import { formatOrderNumber } from "../../ledger/order-rules.ts";
import { fillIn } from "../../shared/fill-in.ts";
import { formatAmount } from "../../shared/money.ts";
import { PDF_PAGE, type PdfPart, type PdfSheet, type PdfText, widthOf } from "../../shared/pdf.ts";
import { formatDay } from "../../shared/time.ts";
import { TOKEN_COLORS } from "../../shared/token-colors.ts";
import { BRAND } from "../../ui/site-copy.ts";
import { INVOICE_COPY } from "./invoice-copy.ts";

const INK = TOKEN_COLORS["--ink"];
const MUTED = TOKEN_COLORS["--ink-2"];

/** Points. */
const LEFT = 68;
const RIGHT = PDF_PAGE.width - LEFT;
const MIDDLE = 310;
const COLUMN = RIGHT - MIDDLE;
const SIZE = 10.5;
const SMALL = 9;
const LINE = 15.5;
/** How much wider a bold name may be. */
const BOLD_WIDER = 1.12;
/** The columns of the table: where the number and the rate end. */
const COUNT_END = 370;
const RATE_END = 430;

const copy = INVOICE_COPY.sheet;

/** An invoice or a credit note as a page. Everything on it comes from its row, so it is the same for ever. */
export function invoiceSheet(invoice: Invoice): PdfSheet {
  const { kind, number, about, seller, company, address, vatId, inclCents, vatCents, vatPercent } = invoice;
  const parts: PdfPart[] = [];
  const boxes: PdfSheet["boxes"][number][] = [];
  const add = (tag: PdfPart["tag"], ...texts: readonly PdfText[]) => void parts.push({ tag, texts });
  const rule = (y: number, x = LEFT) =>
    void boxes.push({ x, y, width: RIGHT - x, height: 0.75, color: TOKEN_COLORS["--line"] });
  let y = 765;

  add("P", bold(BRAND, LEFT, y, 15));
  const strip = [TOKEN_COLORS["--port"], TOKEN_COLORS["--starboard"], TOKEN_COLORS["--yellow"]];
  const width = (RIGHT - LEFT) / strip.length;
  for (const [index, color] of strip.entries())
    boxes.push({ x: LEFT + index * width, y: y - 14, width, height: 3, color });

  y -= 66;
  add("H1", bold(copy.title[kind], LEFT, y, 24));

  y -= 34;
  const facts: readonly (readonly [string, string | undefined])[] = [
    [copy.number[kind], number],
    [copy.day[kind], formatDay(invoice.issuedAt)],
    [copy.about[kind], about],
    [copy.supplied, formatDay(invoice.suppliedAt)],
    [copy.order, formatOrderNumber(invoice.intentId)],
  ];
  for (const [label, value] of facts) {
    if (value === undefined) continue;
    add("P", muted(`${label} `, LEFT, y), plain(value, LEFT + 130, y));
    y -= LINE;
  }

  y -= 22;
  const column = (x: number, title: string, name: string, lines: readonly (string | undefined)[]) => {
    add("H2", { ...bold(title, x, y, SMALL), color: MUTED });
    const names = wrap(name, COLUMN / BOLD_WIDER);
    const others = lines.flatMap((line) => (line === undefined ? [] : wrap(line, COLUMN)));
    for (const [index, line] of [...names, ...others].entries()) {
      const at = y - 18 - index * LINE;
      add("P", index < names.length ? bold(line, x, at, SIZE) : plain(line, x, at));
    }
    return 18 + (names.length + others.length) * LINE;
  };
  const heights = [
    column(LEFT, copy.seller, seller.legalName ?? "", [
      ...(seller.address ?? "").split(/, */),
      seller.kvk && `${copy.kvk} ${seller.kvk}`,
      seller.vatId && `${copy.vatId} ${seller.vatId}`,
      seller.email,
      seller.phone,
    ]),
    column(MIDDLE, copy.buyer, company, [...address.split("\n"), vatId && `${copy.buyerVatId} ${vatId}`]),
  ];

  y -= Math.max(...heights) + 30;
  const small = (text: string, x: number) => ({ ...muted(text, x, y), size: SMALL });
  const smallEnd = (text: string, end: number) => small(text, end - widthOf(text.trimEnd(), SMALL));
  add(
    "P",
    small(`${copy.description} `, LEFT),
    smallEnd(`${copy.count} `, COUNT_END),
    smallEnd(`${copy.rate} `, RATE_END),
    smallEnd(copy.price, RIGHT),
  );
  rule(y - 9);
  y -= 27;
  const net = inclCents - vatCents;
  const [first = "", ...others] = wrap(invoice.description, COUNT_END - LEFT - 40);
  add(
    "P",
    plain(`${first} `, LEFT, y),
    ...others.map((line, index) => plain(`${line} `, LEFT, y - (index + 1) * LINE)),
    ending("1 ", COUNT_END, y),
    ending(`${vatPercent}% `, RATE_END, y),
    ending(euros(net), RIGHT, y),
  );
  y -= others.length * LINE;
  rule(y - 11);
  y -= 34;
  const sums: readonly (readonly [string, number])[] = [
    [copy.net, net],
    [fillIn(copy.vat, { percent: String(vatPercent) }), vatCents],
  ];
  for (const [label, cents] of sums) {
    add("P", muted(`${label} `, MIDDLE, y), ending(euros(cents), RIGHT, y));
    y -= LINE + 2;
  }
  rule(y + 8, MIDDLE);
  y -= 10;
  add("P", bold(`${copy.total} `, MIDDLE, y, 12), bold(euros(inclCents), RIGHT - widthOf(euros(inclCents), 12), y, 12));

  y -= 48;
  const note =
    kind === "invoice"
      ? fillIn(copy.paid, { date: formatDay(invoice.suppliedAt) })
      : fillIn(copy[kind], { number: about ?? "", sum: euros(-inclCents) });
  add("P", ...wrap(note, RIGHT - LEFT).map((line, index) => plain(`${line} `, LEFT, y - index * LINE)));
  return { title: `${copy.title[kind]} ${number} | ${BRAND}`, madeAt: invoice.issuedAt, boxes, parts };
}

function plain(text: string, x: number, y: number): PdfText {
  return { text, x, y, size: SIZE, color: INK };
}

function muted(text: string, x: number, y: number): PdfText {
  return { ...plain(text, x, y), color: MUTED };
}

function bold(text: string, x: number, y: number, size: number): PdfText {
  return { text, x, y, size, isBold: true, color: INK };
}

/** A text that ends at `end`; a blank after it is not seen. */
function ending(text: string, end: number, y: number): PdfText {
  return plain(text, end - widthOf(text.trimEnd(), SIZE), y);
}

function euros(cents: number): string {
  return `${cents < 0 ? "-" : ""}€ ${formatAmount(Math.abs(cents))}`;
}

/** A text in lines of at most this width, points. A word that is longer is cut. */
function wrap(text: string, width: number): readonly string[] {
  const lines: string[] = [""];
  for (const word of text.split(" ")) {
    let rest = word;
    const line = lines.at(-1) ?? "";
    if (widthOf(`${line} ${rest}`, SIZE) <= width) {
      lines[lines.length - 1] = line === "" ? rest : `${line} ${rest}`;
      continue;
    }
    while (rest !== "") {
      let end = rest.length;
      while (end > 1 && widthOf(rest.slice(0, end), SIZE) > width) end -= 1;
      if (lines.at(-1) === "") lines.pop();
      lines.push(rest.slice(0, end));
      rest = rest.slice(end);
    }
  }
  return lines;
}
