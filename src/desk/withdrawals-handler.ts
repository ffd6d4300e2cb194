import { sayGift, sayProof, sayWhetherRight } from "../orders/withdrawal/withdrawal-facts-copy.ts";
import {
  readGiftsOf,
  readOpenWithdrawals,
  readWithdrawals,
  type WithdrawalRecord,
} from "../orders/withdrawal/withdrawal-records.ts";
import { deskWithdrawalPath } from "../shared/paths.ts";
import { formatDay, formatMoment, today } from "../shared/time.ts";
import { withdrawalActForms } from "./act-forms-handler.ts";
import type { Desk } from "./desk.ts";
import { DESK_COPY } from "./desk-copy.ts";
import type { Cell, Item, Screen } from "./desk-rules.ts";
import { letterBlocks, withdrawalLetters } from "./letters-handler.ts";
import { orderCell } from "./order-words-handler.ts";
import { moreWithdrawals, sayOutcome, withdrawalItem } from "./withdrawal-words-handler.ts";

/** `GET /beheer/herroepingen`, and one of them: what was declared, whether there was a right, what is to be done. */

const COPY = DESK_COPY.withdrawals;
/** The closed ones of the list, the newest first. */
const MOST_CLOSED = 50;

export async function showWithdrawals({ shop: { ledger, now }, visitor }: Desk): Promise<Screen> {
  const [open, closed] = await Promise.all([
    readOpenWithdrawals(ledger),
    readWithdrawals(ledger, `NOT is_open ORDER BY received_at DESC, reference LIMIT ${MOST_CLOSED}`),
  ]);
  const day = today(now);
  return {
    title: COPY.title,
    sections: [
      {
        title: COPY.open,
        blocks: [
          {
            kind: "list",
            items: [
              ...open.shown.map((record) => withdrawalItem(record, day)),
              ...moreWithdrawals(open, visitor.mayAct),
            ],
            empty: COPY.none,
          },
        ],
      },
      {
        title: COPY.closed,
        blocks: [{ kind: "list", items: closed.map((record) => closedItem(record, day)), empty: COPY.noneClosed }],
      },
    ],
  };
}

function closedItem(record: WithdrawalRecord, day: string): Item {
  const { reference, name, receivedAt } = record;
  return {
    title: { text: name, href: deskWithdrawalPath(reference) },
    said: sayOutcome(record, day),
    lines: [`${reference} · ${formatDay(receivedAt)}`],
  };
}

export async function showWithdrawal(desk: Desk, reference: string): Promise<Screen | null> {
  const { shop, visitor } = desk;
  const [record] = await readWithdrawals(shop.ledger, "reference = upper(?1)", reference);
  if (record === undefined) return null;
  const { orders, meantBy } = record;
  const gifts = await readGiftsOf(shop.ledger, record);
  const order: readonly Cell[] = orders.map(orderCell);
  return {
    title: COPY.oneOfName(record.name),
    sections: [
      {
        blocks: [
          {
            kind: "facts",
            rows: [
              [COPY.state, sayOutcome(record, today(shop.now))],
              [COPY.proof, sayProof(record)],
              [COPY.right, [sayWhetherRight(record), ...sayWhy(record)]],
              [COPY.order, order.length === 0 ? COPY.unknownOrder : [...order, COPY.meantBy[meantBy ?? "address"]]],
              [DESK_COPY.order.delivery, gifts.map(sayGift)],
              [COPY.receipt, sayReceipt(record)],
              [COPY.contract, record.contract],
              [COPY.email, record.email === "" ? COPY.erased : record.email],
              [COPY.reason, record.reason],
              [COPY.received, formatMoment(record.receivedAt)],
              [COPY.reference, record.reference],
            ],
          },
        ],
      },
      {
        title: DESK_COPY.order.acts,
        isAside: true,
        blocks: visitor.mayAct
          ? [...withdrawalActForms(record, gifts), ...letterBlocks(desk, withdrawalLetters(record))]
          : [{ kind: "text", text: DESK_COPY.order.looksOnly }],
      },
    ],
  };
}

function sayWhy({ hasRight, kept, days = 0 }: WithdrawalRecord): readonly string[] {
  if (hasRight === "exists") return [COPY.rights.kept[kept], COPY.rights.after(days)];
  if (hasRight === "waived") return [COPY.rights.waived];
  return hasRight === "late" ? [COPY.rights.after(days)] : [];
}

function sayReceipt({ receipt, receiptMail: mail }: WithdrawalRecord): string {
  if (mail === null) return receipt === "held" ? COPY.receipts.held : COPY.receipts.none;
  const state = DESK_COPY.mails.states[mail.state];
  return mail.endedAt === undefined ? state : `${state}, ${formatMoment(mail.endedAt)}`;
}
