import { formatOrderNumber } from "../../ledger/order-rules.ts";
import { formatDay } from "../../shared/time.ts";
import type { WithdrawalFacts, WithdrawalRight } from "./withdrawal-rules.ts";

/** What is so about a withdrawal, in one sentence, for the owner and for the buyer alike. */

/** Whether it is its buyer's. */
export function sayProof({ proof, orderHint }: WithdrawalFacts): string {
  switch (proof) {
    case "link":
      return "bewezen door de link van de bestelling";
    case "other-address":
      return `niet bewezen: een ander adres dan de bestelling${orderHint === undefined ? "" : ` (${orderHint})`}`;
    case "typed":
      return "niet bewezen: het adres van de bestelling is getypt, en dat kan iedereen";
    case "several":
      return "niet bewezen: het kan om meer dan één bestelling gaan";
    case "none":
      return "niet bewezen: er is geen bestelling gevonden";
  }
}

export function sayWhetherRight({ hasRight, withdrawUntil = "" }: WithdrawalRight): string {
  switch (hasRight) {
    case "exists":
      return `recht tot en met ${formatDay(withdrawUntil)}`;
    case "waived":
      return "geen recht: ervan afgezien";
    case "late":
      return `te laat: het recht was er tot en met ${formatDay(withdrawUntil)}`;
    case "unpaid":
      return "recht onbekend: de betaling is niet binnen";
    case "unknown":
      return "recht onbekend: geen bestelling";
  }
}

export function sayWithdrawal(facts: WithdrawalFacts): string {
  return `${sayProof(facts)}; ${sayWhetherRight(facts)}`;
}

/** For the owner: a gift that it may mean is not stopped by a form that anybody can fill in. */
export function sayGift({ intentId, day }: { intentId: string; day?: string }): string {
  const planned = `De bezorging van het cadeau van ${formatOrderNumber(intentId)} is nog gepland`;
  return `${planned}${day === undefined ? "" : `, op ${formatDay(day)}`}. Stop die zolang je dit uitzoekt.`;
}

/** What is so, in a mail to the owner, with the last day to repay. `today`: `2026-07-14`. */
export function tellWithdrawal(facts: WithdrawalFacts, today: string): string {
  const { payBy } = facts;
  const said = `Dit is zo: ${sayWithdrawal(facts)}.`;
  if (payBy === undefined) return said;
  const day = formatDay(payBy);
  return `${said} De laatste dag om terug te betalen ${payBy < today ? `was ${day}: doe het meteen.` : `is ${day}.`}`;
}
