import { readInvoiceNumbers, toInvoice } from "../ledger/invoices.ts";
import {
  BOOK_KINDS,
  type BookLine,
  type Books,
  makeBooks,
  type OtherMoney,
  quarterOf,
  sumOf,
} from "../paying/money/books.ts";
import { readMoney, type Settled } from "../paying/money/stripe-money.ts";
import { fromRow, sql } from "../server/database.ts";
import { momentsOf } from "../shared/day-moments.ts";
import { VAT_PERCENT } from "../shared/money.ts";
import { PATHS } from "../shared/paths.ts";
import { type Days, formatDay, isDay, lastFieldDay, thisYear, today } from "../shared/time.ts";
import { readDay } from "../shared/typed-values.ts";
import { formatBooksCsv, formatInvoicesCsv } from "./csv-handler.ts";
import type { Desk } from "./desk.ts";
import { amountIn, DESK_COPY, DESK_PATHS, euros } from "./desk-copy.ts";
import { type Block, type Cell, type Screen, type Section, those } from "./desk-rules.ts";
import { orderCell } from "./order-words-handler.ts";
import { firstDays } from "./sales.ts";
import { stripeOrNull } from "./stripe-or-null.ts";

/** `GET /beheer/grootboek`: what moved money, by quarter, the lines of the VAT return, and the same as CSV. */

const COPY = DESK_COPY.books;
/** The most lines on the screen; the CSV has them all. */
const MOST_LINES = 200;
/** Where the shop pays its VAT, as Stripe writes a country. */
const HOME = "NL";

/** The days of the books. `notices`: what was read otherwise than it was typed. */
type AskedDays = Days & { notices: readonly string[]; isUnread: boolean };

/** The days that are asked for: without any, this quarter so far. */
function daysOf({ shop: { now }, params }: Desk): AskedDays {
  const day = today(now);
  const notices: string[] = [];
  let isUnread = false;
  const read = (name: string, byDefault: string): string => {
    const typed = (params.get(name) ?? "").trim();
    if (typed === "" || isDay(typed)) return typed || byDefault;
    const found = readDay(typed);
    isUnread ||= found === null;
    notices.push(found === null ? COPY.unreadDay(typed, formatDay(byDefault)) : COPY.readDay(typed, formatDay(found)));
    return found ?? byDefault;
  };
  const [from, to] = [read("van", firstDays(day).quarter), read("tot", day)];
  if (from <= to) return { from, to, notices, isUnread };
  return { from: to, to: from, notices: [...notices, COPY.turnedDays(formatDay(to), formatDay(from))], isUnread };
}

/** Null if Stripe cannot be asked, or does not answer. */
async function readBooks(desk: Desk): Promise<Books | null> {
  const days = daysOf(desk);
  const [rows = []] = await desk.shop.ledger([sql("SELECT intent_id, cents, at FROM settlements")]);
  const settled = rows.map((row) => fromRow<Settled>(row));
  return stripeOrNull(desk, "retrieve", async ({ stripe, environment }) =>
    makeBooks(await readMoney(stripe, days, settled), days, environment),
  );
}

/** `GET /beheer/grootboek.csv`: all lines. 422 if a day cannot be read, 503 if Stripe does not answer. */
export async function sendBooks(desk: Desk): Promise<Response> {
  const days = daysOf(desk);
  if (days.isUnread) return new Response(days.notices.join("\n"), { status: 422 });
  const books = await readBooks(desk);
  if (books === null) return new Response(DESK_COPY.trouble.stripe, { status: 503 });
  return sendCsv("grootboek", days, formatBooksCsv(books.lines, await readInvoiceNumbers(desk.shop.ledger)));
}

/** `GET /beheer/facturen.csv`: the invoices and credit notes of these days, in the order of their numbers. 422 as above. */
export async function sendInvoices(desk: Desk): Promise<Response> {
  const days = daysOf(desk);
  if (days.isUnread) return new Response(days.notices.join("\n"), { status: 422 });
  const [rows = []] = await desk.shop.ledger([
    sql("SELECT * FROM invoices WHERE issued_at >= ?1 AND issued_at < ?2 ORDER BY series, serial", ...momentsOf(days)),
  ]);
  return sendCsv("facturen", days, formatInvoicesCsv(rows.map(toInvoice)));
}

function sendCsv(name: string, { from, to }: Days, csv: string): Response {
  return new Response(csv, {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="${name}-${from}-${to}.csv"`,
    },
  });
}

export async function showBooks(desk: Desk): Promise<Screen> {
  const days = daysOf(desk);
  const books = await readBooks(desk);
  const notices = days.notices.map((text): Block => ({ kind: "text", text, tone: "bad" }));
  const form: Section = { blocks: [daysForm(days, desk.shop.now), ...notices] };
  if (books === null)
    return {
      title: COPY.title,
      sections: [form, { blocks: [{ kind: "text", text: DESK_COPY.trouble.stripe, tone: "bad" }] }],
    };
  const { lines, others } = books;
  const isEmpty = lines.length === 0;
  const quarters = Map.groupBy(lines, ({ date }) => quarterOf(date));
  return {
    title: COPY.title,
    sections: those<Section>(
      // Of days without a movement there may be invoices.
      { blocks: [...form.blocks, csvLink(days)] },
      isEmpty && { blocks: [{ kind: "text", text: COPY.none }] },
      ...[...quarters].flatMap(([quarter, its]) => quarterSections(quarter, its)),
      others.length > 0 && { title: COPY.others, blocks: [{ kind: "points", points: others.map(sayOther) }] },
      !isEmpty && { title: COPY.lines, blocks: lineBlocks(lines) },
    ),
  };
}

function daysForm({ from, to }: Days, now: Date): Block {
  const last = lastFieldDay(thisYear(now));
  return {
    kind: "form",
    action: `${PATHS.desk}${DESK_PATHS.books}`,
    method: "get",
    fields: [
      { kind: "date", name: "van", label: COPY.from, value: from, last },
      { kind: "date", name: "tot", label: COPY.to, value: to, last },
    ],
    button: COPY.button,
  };
}

function csvLink({ from, to }: Days): Block {
  const query = new URLSearchParams({ van: from, tot: to });
  const link = (text: string, path: string) => ({ text, href: `${PATHS.desk}${path}?${query}` });
  return { kind: "links", links: [link(COPY.csv, DESK_PATHS.booksCsv), link(COPY.invoices, DESK_PATHS.invoicesCsv)] };
}

function quarterSections(quarter: string, lines: readonly BookLine[]): readonly Section[] {
  const kinds = BOOK_KINDS.filter((kind) => lines.some((line) => line.kind === kind));
  const ofKind = (kind: BookLine["kind"]) => lines.filter((line) => line.kind === kind);
  const rows = [sumRow(COPY.all, lines), ...kinds.map((kind) => sumRow(COPY.kinds[kind], ofKind(kind)))];
  const { grossCents, vatCents } = sumOf(lines);
  const abroad = [...new Set(lines.map(({ country }) => country))].filter(
    (country) => country !== HOME && country !== "",
  );
  return [
    {
      title: COPY.quarter(quarter),
      blocks: [
        {
          ...{ kind: "table", caption: COPY.quarter(quarter), head: COPY.head, rows },
          ...{ numeric: [1, 2, 3, 4, 5, 6], strong: 0 },
        },
      ],
    },
    {
      title: COPY.vat,
      blocks: those<Block>(
        {
          kind: "table",
          caption: COPY.vat,
          head: COPY.vatHead,
          rows: [[COPY.line1a(VAT_PERCENT), euros(grossCents - vatCents), euros(vatCents)]],
          numeric: [1, 2],
        },
        abroad.length > 0 && {
          kind: "table",
          caption: COPY.abroad,
          head: COPY.abroadHead,
          rows: abroad.toSorted().map((country) => {
            const sum = sumOf(lines.filter((line) => line.country === country));
            return [country, `${VAT_PERCENT}%`, euros(sum.grossCents - sum.vatCents), euros(sum.vatCents)];
          }),
          numeric: [1, 2, 3],
        },
        abroad.length > 0 && { kind: "text", text: COPY.abroadText },
      ),
    },
  ];
}

function sumRow(label: string, lines: readonly BookLine[]): readonly Cell[] {
  const { count, grossCents, vatCents, feeCents, payoutCents } = sumOf(lines);
  return [label, String(count), ...[grossCents, vatCents, grossCents - vatCents, feeCents, payoutCents].map(euros)];
}

function lineBlocks(lines: readonly BookLine[]): readonly Block[] {
  const shown = lines.slice(0, MOST_LINES);
  return those<Block>(
    {
      kind: "table",
      caption: COPY.lines,
      head: COPY.linesHead,
      rows: shown.map(({ date, kind, intentId, grossCents, vatCents }) => [
        formatDay(date),
        COPY.kinds[kind],
        orderCell(intentId),
        euros(grossCents),
        euros(vatCents),
      ]),
      numeric: [3, 4],
    },
    lines.length > shown.length && { kind: "text", text: COPY.tooMany(lines.length) },
  );
}

function sayOther({ category, count, cents, currency, reason }: OtherMoney): string {
  return COPY.other(COPY.categories[category] ?? category, count, amountIn(cents, currency), COPY.reasons[reason]);
}
