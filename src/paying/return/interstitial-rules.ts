import type { ReturnedPayment } from "../payment-rules.ts";

/** Id of the data block with KV's answer about a page's target, which the server streams. */
export const INTERSTITIAL_ENTRY_ID = "interstitial-entry";

/** Id of the data block with the payment's state (a `BridgeState`), which the return page streams. */
export const BRIDGE_STATE_ID = "bridge-state";

/** Query parameter with the session of a hosted checkout, if its link adds it. */
export const SESSION_PARAMETER = "session_id";

/** The pauses before a page asks again by itself, milliseconds. After the last answer the page offers help. */
export const ASK_AGAIN_AFTER_MS: readonly number[] = [3_000, 5_000, 8_000, 13_000, 21_000];

/** The pauses after a refusal by the rate limit, milliseconds: a little more than its window of a minute. */
const LIMITED_ASK_AFTER_MS: readonly number[] = [61_000, 61_000];

/** The pauses before the return page asks for the payment's state again. Empty if the state is final. */
export function askAgainAfterMs({ status }: ReturnedPayment): readonly number[] {
  if (status === "limited") return LIMITED_ASK_AFTER_MS;
  const isUndecided = status === "processing" || status === "pending" || status === "unavailable";
  return isUndecided ? ASK_AGAIN_AFTER_MS : [];
}

/** The result of looking up a waiting page's target. `missing` also covers a malformed entry. */
export type TargetLookup =
  | { status: "found"; target: string }
  | { status: "missing"; target?: undefined }
  | { status: "unavailable"; target?: undefined };

export type BridgeState = {
  /** The payment's state. Absent on bridge pages, which know no payment. */
  status?: ReturnedPayment["status"];
  /** The id of the sale's payment, which is its transaction id. */
  intentId?: string;
  /** The id of a payment that has ended: the checkout must start a new one. */
  endedIntent?: string;
  /** Euros excluding VAT; absent if this is not a sale. */
  saleEuros?: number;
  title?: string;
  /** Whether the page goes on to the target. */
  leadsOn?: boolean;
  /** The pauses before asking for the payment's state again, milliseconds. */
  askAfterMs?: readonly number[];
};

/** The data for the bridge script in the shell (client/bridge.ts). */
export type BridgeProps = {
  pathKey: string;
  /** The address of the JSON map, used if the streamed entry did not arrive. */
  mapUrl: string;
  /** The state at the start. If it has a `status`, it is used only if the server's streamed state did not arrive. */
  state: BridgeState;
};

/** The parts that the bridge script can show: one per result of the look-up, and `later` once it stops asking. */
export type ShownLaterName = TargetLookup["status"] | "later";

/** The JSON map of `/interstitial-targets.json`, unchecked. */
export type InterstitialMap = Readonly<Record<string, { target?: unknown } | null | undefined>>;

/** Looks a path key up in the JSON map. An entry without a safe address counts as missing. */
export function outcomeFromMap(map: InterstitialMap, pathKey: string): TargetLookup {
  const target = `${map[pathKey]?.target}`;
  return /^https?:/.test(target) ? { status: "found", target } : { status: "missing" };
}
