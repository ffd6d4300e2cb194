import {
  DETAILS_REFUSALS,
  type DetailsRefusal,
  type PaymentConfig,
  type Purchase,
  type WrittenAccount,
} from "../../src/paying/payment-rules.ts";
import type { Account } from "../auth/session.ts";
import { accountHeaders, readPayingAccount } from "./account.ts";
import { postJson, RequestFailure } from "./request.ts";

export type BuyerDetails = { name: string; email: string } & Purchase;

/** The details that are sent. `isTold`: the buyer was told that a bank was asked already. */
type SentDetails = BuyerDetails & { isTold: boolean };

export type DetailsOutcome =
  /**
   * `isUnderWay`: a bank was asked already, from here or from another tab. `accountId`: the user whose account is on
   * the payment, null = none.
   */
  | { status: "written"; isUnderWay: boolean; accountId: string | null }
  /** A payment that Stripe does not know counts as canceled: there is nothing more to ask about it. */
  | { status: Exclude<DetailsRefusal, "unknown"> };

/** Milliseconds: the server asks Stripe twice, and each call may take two attempts. */
const TIMEOUT_MS = 30_000;

/** The refusal that an error's code means. Codes of other troubles, such as our server's own, mean that it failed. */
function refusalOf(code: string | null): Exclude<DetailsRefusal, "unknown"> {
  const names = Object.keys(DETAILS_REFUSALS) as DetailsRefusal[];
  const refusal = names.find((name) => DETAILS_REFUSALS[name] === code) ?? "failed";
  return refusal === "unknown" ? "canceled" : refusal;
}

/**
 * Asks our server to write the buyer, the consent or gift, and the account on the payment. So the account is right even
 * if the buyer signed in or out since the form opened. Never rejects.
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
    // Retries with a new token, or else without one: no sale is lost to a session that has ended.
    if (code === "invalid_token" && account !== null) {
      return sendDetails(config, clientSecret, details, mayRenew ? await readPayingAccount(true) : null, false);
    }
    console.error(error);
    return { status: refusalOf(code) };
  }
}
