import type { Ledger } from "../ledger/database.ts";
import { formatOrderNumber } from "../ledger/order-rules.ts";
import { isMailOverdue, isOwed, readUnsentMails, remedyOf, type UnsentMail } from "../orders/unsent-mails.ts";
import { MAIL_KINDS } from "../shared/mail-kind.ts";
import { DESK_COPY } from "./desk-copy.ts";
import type { Cell, Item } from "./desk-rules.ts";
import { orderHref, sayDay, withdrawalHref } from "./order-words-handler.ts";

/** Mails and gifts that could not go, as work for the owner. What is owed and goes by itself is none. */

const COPY = DESK_COPY.unsent;

export async function unsentItems(ledger: Ledger, now: Date): Promise<readonly (Item & { since: string })[]> {
  const unsent = await readUnsentMails(ledger, now);
  return unsent.filter((one) => one.is !== "mail" || !isOwed(one.mail) || isMailOverdue(one.mail, now)).map(itemOf);
}

function itemOf(one: UnsentMail): Item & { since: string } {
  const [title, text] = wordsOf(one);
  return {
    title,
    said: text,
    lines: [DESK_COPY.today.waits.since(sayDay(one.since))],
    tone: "bad",
    since: one.since,
  };
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
