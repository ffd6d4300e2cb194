import { formatOrderNumber } from "../ledger/order-rules.ts";
import type { Order } from "../ledger/orders.ts";
import type { WithdrawalRecord } from "../orders/withdrawal/withdrawal-records.ts";
import { greet } from "../server/mail/greeting-copy.ts";
import { callingName } from "../server/mail/greeting-rules.ts";
import { formatDay } from "../shared/time.ts";
import type { Desk } from "./desk.ts";
import { DESK_COPY, euros } from "./desk-copy.ts";
import type { Block } from "./desk-rules.ts";
import { LETTERS } from "./letters-copy.ts";

/** Ready letters to a buyer: links that open the owner's own mail program, where they are read and sent. */

type Letter = { text: string; href: string };
type Write = ({ label }: { label: string }, ...paragraphs: readonly string[]) => Letter;

function writeTo(to: string, name: string, subject: string): Write {
  return ({ label }, ...paragraphs) => {
    const body = [greet(callingName(name)), ...paragraphs, LETTERS.closing].join("\r\n\r\n");
    const fields = Object.entries({ subject, body }).map(([field, value]) => `${field}=${encodeURIComponent(value)}`);
    return { text: label, href: `mailto:${encodeURIComponent(to).replace("%40", "@")}?${fields.join("&")}` };
  };
}

export function orderLetters(order: Order): readonly Letter[] {
  const { intentId, email, buyerName = "", refundedCents = 0, owedCents } = order;
  if (email === undefined) return [];
  const number = formatOrderNumber(intentId);
  const write = writeTo(email, buyerName, LETTERS.order(number));
  return [
    write(LETTERS.blank, ""),
    ...(refundedCents === 0 ? [] : [write(LETTERS.repaid, LETTERS.repaid.text(euros(refundedCents), number))]),
    ...(owedCents === undefined ? [] : [write(LETTERS.failed, LETTERS.failed.text(euros(owedCents), number))]),
  ];
}

/**
 * Letters to whoever declared a withdrawal. To another address than the order's there is no word about any order: its writer may be a
 * stranger.
 */
export function withdrawalLetters(record: WithdrawalRecord): readonly Letter[] {
  const { reference, receivedAt, email, name, proof, hasRight, withdrawUntil = receivedAt, orderId = "" } = record;
  if (email === "") return [];
  const { repaid, unproven, refused, blank } = LETTERS;
  const write = writeTo(email, name, LETTERS.withdrawal(reference));
  const day = formatDay(receivedAt);
  // A form of the order finds by itself what came by the order's link, or with its address (`recordWithdrawal`).
  const first = record.meantBy === "link" || proof === "typed" ? [] : [unproven.first(reference)];
  const ask = write(unproven, unproven.text(day, reference), unproven.how, ...first);
  if (proof !== "link" && proof !== "typed") return [ask];
  const { refundedCents = 0 } = record;
  const number = formatOrderNumber(orderId);
  const why =
    hasRight === "waived" ? refused.waived : hasRight === "late" ? refused.late(formatDay(withdrawUntil)) : null;
  return [
    ...(proof === "typed" ? [ask] : []),
    write(blank, ""),
    ...(refundedCents === 0 ? [] : [write(repaid, repaid.text(euros(refundedCents), number))]),
    ...(why === null
      ? []
      : [
          write(
            refused,
            refused.text(day, number, why),
            ...(record.kept === "gift" ? [refused.gift] : []),
            refused.answer,
          ),
        ]),
  ];
}

/** The letters on a screen. Nothing for whoever may only look. */
export function letterBlocks({ visitor }: Desk, letters: readonly Letter[]): readonly Block[] {
  return visitor.mayAct && letters.length > 0
    ? [
        { kind: "text", text: DESK_COPY.order.letters },
        { kind: "links", links: letters },
      ]
    : [];
}
