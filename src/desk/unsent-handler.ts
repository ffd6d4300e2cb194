import type { Ledger } from "../ledger/database.ts";
import { formatOrderNumber } from "../ledger/order-rules.ts";
import {
  countRestored,
  isMailOverdue,
  isOwed,
  readUnsentMails,
  remedyOf,
  type UnsentMail,
} from "../orders/unsent-mails.ts";
import { MAIL_KINDS } from "../shared/mail-kind.ts";
import { actHref } from "./act-forms-handler.ts";
import { DESK_COPY } from "./desk-copy.ts";
import type { Cell, Item } from "./desk-rules.ts";
import { orderHref, sayDay, withdrawalHref } from "./order-words-handler.ts";

/** Mails and gifts that could not go, as work for the owner. What is owed and goes by itself is none. */

const COPY = DESK_COPY.unsent;

export async function unsentItems(ledger: Ledger, now: Date): Promise<readonly (Item & { since: string })[]> {
  const [unsent, restored] = await Promise.all([readUnsentMails(ledger, now), countRestored(ledger)]);
  return [
    ...unsent
      .filter((one) => one.is !== "mail" || !isOwed(one.mail) || isMailOverdue(one.mail, now))
      // An open withdrawal says it itself.
      .filter((one) => one.is !== "held" || !one.isUnanswered)
      .map(itemOf),
    ...restoredItems(restored),
  ];
}

/** After a restore there may be hundreds: they are one item, and one act. */
function restoredItems(kinds: Awaited<ReturnType<typeof countRestored>>): readonly (Item & { since: string })[] {
  const [last] = kinds
    .map(({ since }) => since)
    .toSorted()
    .toReversed();
  if (last === undefined) return [];
  const count = kinds.reduce((sum, kind) => sum + kind.count, 0);
  return [itemSince({ text: COPY.restored(count), href: actHref("resendRestored") }, COPY.restoredText, last)];
}

function itemOf(one: UnsentMail): Item & { since: string } {
  return itemSince(...wordsOf(one), one.since);
}

function itemSince(title: Cell, said: string, since: string): Item & { since: string } {
  return { title, said, lines: [DESK_COPY.today.waits.since(sayDay(since))], tone: "bad", since };
}

function wordsOf(one: UnsentMail): readonly [title: Cell, text: string] {
  switch (one.is) {
    case "mail": {
      const { kind, about, state } = one.mail;
      const title = COPY.mail(DESK_COPY.mails.kinds[kind], DESK_COPY.mails.states[state]);
      const remedy = isOwed(one.mail) ? COPY.overdue : COPY.remedies[remedyOf(one.mail) ?? "none"];
      const href = { payment: orderHref, withdrawal: withdrawalHref, day: null, moment: null }[MAIL_KINDS[kind]];
      return [href === null ? title : { text: title, href: href(about) }, remedy];
    }
    case "unaddressed":
      return [
        { text: COPY.unaddressed(formatOrderNumber(one.intentId)), href: orderHref(one.intentId) },
        COPY.unaddressedText,
      ];
    case "held":
      return [{ text: COPY.held(one.reference), href: withdrawalHref(one.reference) }, COPY.heldText];
    case "gift": {
      const text = COPY.gift(formatOrderNumber(one.intentId));
      return [
        { text, href: orderHref(one.intentId) },
        one.state === "overdue" ? COPY.giftOverdue : DESK_COPY.deliveries[one.state],
      ];
    }
  }
}
