import { formatOrderNumber } from "../ledger/order-rules.ts";
import { readOrders } from "../ledger/orders.ts";
import { countRestored, isMailOverdue, readUnsentMails, remedyOf, type UnsentMail } from "../orders/unsent-mails.ts";
import type { Ledger } from "../server/database.ts";
import { MAIL_KINDS } from "../shared/mail-kind.ts";
import { deskOrderPath, deskWithdrawalPath } from "../shared/paths.ts";
import { actHref } from "./act-forms-handler.ts";
import { DESK_COPY, euros } from "./desk-copy.ts";
import type { Cell } from "./desk-rules.ts";
import { sayDay } from "./order-words-handler.ts";
import type { Waiting } from "./withdrawal-words-handler.ts";

/** Mails and gifts that could not go, as work for the owner. What is owed and goes by itself is none. */

const COPY = DESK_COPY.unsent;

export async function unsentItems(ledger: Ledger, now: Date): Promise<readonly Waiting[]> {
  const [unsent, { count, since }] = await Promise.all([readUnsentMails(ledger, now), countRestored(ledger)]);
  const shown = unsent
    .filter((one) => one.is !== "mail" || !one.mail.isOwed || isMailOverdue(one.mail, now))
    // An open withdrawal says it itself.
    .filter((one) => one.is !== "held" || !one.isOpen);
  const buyers = await readBuyers(ledger, shown.map(aboutOf));
  const items = shown.map((one) => itemSince(...wordsOf(one), one.since, buyers.get(aboutOf(one))));
  // After a restore there may be hundreds: they are one item, and one act.
  const restored = { text: COPY.restored(count), href: actHref("resendRestored") };
  return since === undefined ? items : [...items, itemSince(restored, COPY.restoredText, since)];
}

/** The payment that it is about; of anything else its name. */
function aboutOf(one: UnsentMail): string {
  if (one.is === "mail") return one.mail.about;
  return one.is === "held" ? one.reference : one.intentId;
}

/** The buyer and the amount of each of these payments, in a line. */
async function readBuyers(ledger: Ledger, intentIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const orders = await readOrders(ledger, "intent_id IN (SELECT value FROM json_each(?1))", JSON.stringify(intentIds));
  return new Map(
    orders.map(({ intentId, buyerName, email, amountCents }) => [
      intentId,
      `${buyerName ?? email ?? DESK_COPY.orders.unknownBuyer} · ${euros(amountCents)}`,
    ]),
  );
}

function itemSince(title: Cell, said: string, since: string, buyer?: string): Waiting {
  const lines = [...(buyer === undefined ? [] : [buyer]), DESK_COPY.today.waits.since(sayDay(since))];
  return { title, said, lines, tone: "bad", since };
}

function wordsOf(one: UnsentMail): readonly [title: Cell, text: string] {
  switch (one.is) {
    case "mail": {
      const { kind, about, state } = one.mail;
      const title = COPY.mail(DESK_COPY.mails.kinds[kind], DESK_COPY.mails.states[state]);
      const remedy = one.mail.isOwed ? COPY.overdue : COPY.remedies[remedyOf(one.mail)];
      const href = { payment: deskOrderPath, withdrawal: deskWithdrawalPath, day: null, moment: null }[
        MAIL_KINDS[kind]
      ];
      return [href === null ? title : { text: title, href: href(about) }, remedy];
    }
    case "unaddressed":
      return [
        { text: COPY.unaddressed(formatOrderNumber(one.intentId)), href: deskOrderPath(one.intentId) },
        COPY.unaddressedText,
      ];
    case "held":
      return [{ text: COPY.held(one.reference), href: deskWithdrawalPath(one.reference) }, COPY.heldText];
    case "gift": {
      const text = COPY.gift(formatOrderNumber(one.intentId));
      return [
        { text, href: deskOrderPath(one.intentId) },
        one.state === "overdue" ? COPY.giftOverdue : DESK_COPY.deliveries[one.state],
      ];
    }
  }
}
