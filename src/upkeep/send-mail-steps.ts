import { mailGift } from "../gifts/day/mail-gift-steps.ts";
import { type Compose, forOwner } from "../ledger/compose.ts";
import type { MailEnd } from "../ledger/mail-life-rules.ts";
import { claimMail, endMail, type MailName, releaseMail, selectDueMails, selectMail, toMail } from "../ledger/mails.ts";
import { composeInvoices } from "../orders/invoice-mail-steps.ts";
import { composeLinks } from "../orders/my-course/links-mail-steps.ts";
import { composeAlarms, composeEvening, tellLedgerAway } from "../orders/owner-mails-steps.ts";
import {
  composeDeliveryReport,
  composeSaleConfirmation,
  composeSaleNotice,
  oweSecondNotice,
} from "../orders/sale-mails-steps.ts";
import {
  composeDigest,
  composeOwnersNotice,
  composeWithdrawalReceipt,
  oweReceiptNotice,
} from "../orders/withdrawal/withdrawal-mails-steps.ts";
import { firstOf, type Statement } from "../server/database.ts";
import type { MailerParams } from "../server/env.ts";
import { errorMessage, logEvent } from "../server/log.ts";
import { deliverMail } from "../server/mail.ts";
import { momentNow, type Shop } from "../server/shop.ts";
import { startMails } from "../server/workflow-starts.ts";
import type { MailKind } from "../shared/mail-kind.ts";
import { DAY_MS } from "../shared/time.ts";

/** Sends one mail that the ledger owes, or a gift on its day. */

/** What becomes owed by the end of a mail, in the same transaction. */
type After = (row: MailName, now: string, end: MailEnd) => readonly Statement[];

const KINDS: Readonly<Record<MailKind, { compose: Compose; after?: After }>> = {
  confirmation: { compose: composeSaleConfirmation, after: oweSecondNotice },
  notice: { compose: forOwner(composeSaleNotice), after: oweSecondNotice },
  invoice: { compose: composeInvoices },
  "delivery-report": { compose: composeDeliveryReport },
  receipt: { compose: composeWithdrawalReceipt, after: oweReceiptNotice },
  "withdrawal-notice": { compose: forOwner(composeOwnersNotice, true) },
  digest: { compose: forOwner(composeDigest, true) },
  links: { compose: composeLinks },
  alarm: { compose: forOwner(composeAlarms) },
  evening: { compose: forOwner(composeEvening) },
};

/**
 * How long after it was due a mail is given up, milliseconds. Who asked for links asks again; another evening comes.
 */
const GIVEN_UP_AFTER_MS: Partial<Record<MailKind, number>> = { links: DAY_MS, evening: DAY_MS };
const GIVEN_UP_USUALLY_MS = 7 * DAY_MS;

/** `known`: it has ended before, or was never owed. `unconfigured`: no mail service is; it stays due. */
type Outcome = MailEnd | "known" | "unconfigured";

/** Sends a mail, as `sendOwedMail`, `mailGift` and `tellLedgerAway` say. */
export function sendMail(
  shop: Shop,
  { kind, about, version }: Readonly<MailerParams>,
): Promise<Outcome | Awaited<ReturnType<typeof mailGift>> | Awaited<ReturnType<typeof tellLedgerAway>>> {
  if (kind === "gift") return mailGift(shop, about, Number(version));
  if (kind === "ledger-away") return tellLedgerAway(shop, about);
  return sendOwedMail(shop, { kind, about, version });
}

/**
 * Claims a mail, composes it from what the ledger knows now, sends it and notes its end. Its result has no personal data,
 * because the platform stores it. Rejects if it could not be sent now: then it is due again, for the next attempt.
 */
async function sendOwedMail(shop: Shop, name: MailName): Promise<Outcome> {
  const { ledger, now } = shop;
  const claim = crypto.randomUUID();
  const claimed = await ledger([claimMail(name, claim, now), selectMail(name)]);
  const row = firstOf(claimed, 0);
  if (row === null) {
    if (firstOf(claimed, 1)?.state === "sending") throw new Error("another one is sending it");
    return "known";
  }
  const { compose, after = () => [] } = KINDS[name.kind];
  let end: MailEnd;
  let detail: string | null = null;
  try {
    const composed = await compose(shop, toMail(row));
    if ("withheld" in composed) {
      end = "withheld";
      detail = composed.withheld;
      logEvent("info", "mail.withheld", { ...namesOf(name), reason: detail });
    } else {
      const outcome = await deliverMail(shop, composed.mail, namesOf(name));
      if (outcome === "unconfigured") {
        await ledger([releaseMail(name, claim)]);
        return outcome;
      }
      end = outcome;
      detail = composed.detail ?? null;
    }
  } catch (error) {
    const dueForMs = now.getTime() - Date.parse(toMail(row).dueAt);
    if (dueForMs < (GIVEN_UP_AFTER_MS[name.kind] ?? GIVEN_UP_USUALLY_MS)) {
      await ledger([releaseMail(name, claim)]);
      throw error;
    }
    end = "failed";
    logEvent("error", "mail.given-up", { ...namesOf(name), reason: errorMessage(error) });
  }
  const at = momentNow().toISOString();
  const results = await ledger([
    endMail(name, claim, end, at, detail),
    ...after(name, at, end),
    selectDueMails(name.about, at),
  ]);
  // The clock starts what is not started here.
  await startMails(shop, (results.at(-1) ?? []).map(toMail)).catch(() => undefined);
  return end;
}

function namesOf({ kind, about }: MailName): Readonly<Record<string, string>> {
  return { mail: kind, about };
}
