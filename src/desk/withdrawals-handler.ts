import { ANSWERS } from "../ledger/withdrawal-life-rules.ts";
import {
  isOpen,
  outcomeOf,
  readWithdrawals,
  rightOf,
  type WithdrawalRecord,
} from "../orders/withdrawal/withdrawal-records.ts";
import { formatDay, formatMoment, today } from "../shared/time.ts";
import { withdrawalActForms } from "./act-forms-handler.ts";
import type { Desk } from "./desk.ts";
import { DESK_COPY, euros } from "./desk-copy.ts";
import type { Cell, Item, Screen } from "./desk-rules.ts";
import { orderCell, withdrawalHref } from "./order-words-handler.ts";
import { sayDue, withdrawalItem } from "./withdrawal-words-handler.ts";

/** `GET /beheer/herroepingen`, and one of them: what was declared, whether there was a right, what is to be done. */

const COPY = DESK_COPY.withdrawals;
/** The closed ones of the list, the newest first. */
const MOST_CLOSED = 50;

export async function showWithdrawals({ ledger, now }: Desk): Promise<Screen> {
  const records = await readWithdrawals(ledger);
  const day = today(now);
  const open = records.filter(isOpen).toReversed();
  const closed = records.filter((record) => !isOpen(record)).slice(0, MOST_CLOSED);
  return {
    title: COPY.title,
    sections: [
      {
        title: COPY.open,
        blocks: [{ kind: "list", items: open.map((record) => withdrawalItem(record, day)), empty: COPY.none }],
      },
      {
        title: COPY.closed,
        blocks: [{ kind: "list", items: closed.map((record) => closedItem(record, day)), empty: COPY.noneClosed }],
      },
    ],
  };
}

function closedItem(record: WithdrawalRecord, day: string): Item {
  const { reference, name, receivedAt } = record.withdrawal;
  return {
    title: { text: name, href: withdrawalHref(reference) },
    said: sayOutcome(record, day),
    lines: [`${reference} · ${formatDay(receivedAt)}`],
  };
}

/** The outcome of a withdrawal, or what is to be done. */
function sayOutcome(record: WithdrawalRecord, day: string): string {
  const outcome = outcomeOf(record);
  switch (outcome.state) {
    case "open":
      return sayDue(record, day);
    case "part":
      return `${COPY.outcomes.part(euros(outcome.cents), euros(outcome.ofCents), formatDay(outcome.day))}; ${sayDue(record, day)}`;
    default:
      return COPY.outcomes[outcome.state](formatDay(outcome.day));
  }
}

/** Null if no withdrawal has this reference. */
export async function showWithdrawal({ ledger, now, visitor }: Desk, reference: string): Promise<Screen | null> {
  const [record] = await readWithdrawals(ledger, "reference = upper(?1)", reference);
  if (record === undefined) return null;
  const { withdrawal, orders, meantBy } = record;
  const order: readonly Cell[] = orders.map(({ intentId }) => orderCell(intentId));
  return {
    title: COPY.oneOfName(withdrawal.name),
    sections: [
      {
        blocks: [
          {
            kind: "facts",
            rows: [
              [COPY.state, sayOutcome(record, today(now))],
              [COPY.right, sayRight(record)],
              [COPY.order, order.length === 0 ? COPY.unknownOrder : [...order, COPY.meantBy[meantBy ?? "address"]]],
              [COPY.receipt, sayReceipt(record)],
              [COPY.contract, withdrawal.contract],
              [COPY.email, withdrawal.email === "" ? COPY.erased : withdrawal.email],
              [COPY.reason, withdrawal.reason],
              [COPY.received, formatMoment(withdrawal.receivedAt)],
              [COPY.reference, withdrawal.reference],
            ],
          },
        ],
      },
      {
        title: DESK_COPY.order.acts,
        isAside: true,
        blocks: visitor.mayAct
          ? withdrawalActForms(record, [...ANSWERS, "open"])
          : [{ kind: "text", text: DESK_COPY.order.looksOnly }],
      },
    ],
  };
}

function sayRight(record: WithdrawalRecord): string {
  const right = rightOf(record);
  const { rights } = COPY;
  switch (right.status) {
    case "exists":
      return rights.exists(rights.kept[right.kept], rights.after(right.days));
    case "waived":
      return rights.waived(right.consent);
    case "late":
      return rights.late(rights.after(right.days));
    case "unknown":
      return rights.unknown;
  }
}

function sayReceipt({ withdrawal, receipt }: WithdrawalRecord): string {
  if (receipt === null) return withdrawal.receipt === "held" ? COPY.receipts.held : COPY.receipts.none;
  const state = DESK_COPY.mails.states[receipt.state];
  return receipt.endedAt === undefined ? state : `${state}, ${formatMoment(receipt.endedAt)}`;
}
