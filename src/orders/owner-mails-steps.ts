import { type Composed, NOBODY, type Owner, ownerOf } from "../ledger/compose.ts";
import type { MailRow } from "../ledger/mails.ts";
import { sql } from "../server/database.ts";
import { logEvent } from "../server/log.ts";
import { deliverMail, toOwner } from "../server/mail.ts";
import type { Shop } from "../server/shop.ts";
import { today } from "../shared/time.ts";
import { composeAlarmMail, composeLedgerAway } from "./alarm-mail.ts";
import { readAlarms } from "./alarms.ts";
import { readEvening } from "./evening.ts";
import { composeEveningMail } from "./evening-mail.ts";

/** The mails to the owner that no sale and no withdrawal makes owed: alarms, and the evening's. */

/** The alarms that were given the mail's name. */
export async function composeAlarms(shop: Shop, { about }: MailRow, owner: Owner): Promise<Composed> {
  const alarms = await readAlarms(shop.ledger, about);
  if (alarms.length === 0) return { withheld: "nothing to tell" };
  return { mail: composeAlarmMail(alarms, owner, today(shop.now)) };
}

/** The mail of the evening of the day that the row is about, `2026-11-22`. Withheld if there is nothing to tell. */
export async function composeEvening(shop: Shop, { about: day }: MailRow, owner: Owner): Promise<Composed> {
  const mail = composeEveningMail(await readEvening(shop.ledger, day, shop.now), owner);
  return mail === null ? { withheld: "nothing to tell" } : { mail };
}

/**
 * Asks the ledger, and mails the owner if it is still away: without the ledger, so by nothing but this Workflow. `hour`: of
 * the first failure, `2026-11-22T10`. Rejects, to be tried again, if the mail could not be sent now.
 */
export async function tellLedgerAway(
  shop: Shop,
  hour: string,
): Promise<"back" | "sent" | "refused" | "withheld" | "unconfigured"> {
  try {
    await shop.ledger([sql("SELECT 1 FROM mails LIMIT 1")]);
    return "back";
  } catch {
    // Its reason was logged.
  }
  const owner = ownerOf(shop);
  const names = { mail: "ledger-away", about: hour };
  if (owner === null) {
    logEvent("info", "mail.withheld", { ...names, reason: NOBODY });
    return "withheld";
  }
  return deliverMail(shop, toOwner(shop, composeLedgerAway(owner)), names);
}
