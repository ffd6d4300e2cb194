import type { PaymentConfig, Purchase, WrittenAccount } from "../../src/shared/payment.ts";
import type { Account } from "../auth/session.ts";
import { accountHeaders, readPayingAccount } from "./account.ts";
import { postJson, RequestFailure } from "./request.ts";

/** Who pays, and what they agreed to or give to somebody else. */
export type BuyerDetails = { name: string; email: string } & Purchase;

/** What goes with them: whether the buyer has read that a bank was asked already. */
type SentDetails = BuyerDetails & { isTold: boolean };

export type DetailsOutcome =
  /**
   * `isUnderWay`: a bank has been asked already, from here or from another tab. `accountId`: the user whose account the
   * payment is on, null = nobody's.
   */
  | { status: "written"; isUnderWay: boolean; accountId: string | null }
  | { status: "settled" }
  | { status: "canceled" }
  /** A bank decides on it for somebody else. */
  | { status: "other-buyer" }
  /** Our own server wants a minute's pause. */
  | { status: "limited" }
  | { status: "failed" };

/** The server asks Stripe twice, and each may take two attempts; milliseconds. */
const TIMEOUT_MS = 30_000;

const STATUS_OF: Readonly<Record<string, DetailsOutcome["status"]>> = {
  payment_settled: "settled",
  payment_canceled: "canceled",
  payment_unknown: "canceled",
  payment_of_other_buyer: "other-buyer",
  rate_limited: "limited",
};

/**
 * Has our server write down, on the payment, who buys, what they agreed to and in whose account: this is what makes an
 * account that was opened, ended or changed since the form was opened the right one. Never rejects.
 */
export async function sendDetails(
  config: PaymentConfig,
  clientSecret: string,
  details: SentDetails,
  account: Account | null,
  mayRenew = true,
): Promise<DetailsOutcome> {
  const body = { clientSecret, ...details };
  try {
    const answer = await postJson(config.detailsUrl, body, accountHeaders(account), TIMEOUT_MS);
    const accountId = answer.account === ("written" satisfies WrittenAccount) ? (account?.userId ?? null) : null;
    return { status: "written", isUnderWay: answer.isUnderWay === true, accountId };
  } catch (error) {
    const code = error instanceof RequestFailure ? error.code : null;
    // With a new token, or else without: no sale is lost to a session that has ended.
    if (code === "invalid_token" && account !== null) {
      return sendDetails(config, clientSecret, details, mayRenew ? await readPayingAccount(true) : null, false);
    }
    console.error(error);
    return { status: STATUS_OF[code ?? ""] ?? "failed" } as DetailsOutcome;
  }
}
