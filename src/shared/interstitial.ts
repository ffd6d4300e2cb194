import type { PaymentState } from "./payment.ts";

/** Id of the data block in which the server streams what KV said about a page's target. */
export const INTERSTITIAL_ENTRY_ID = "interstitial-entry";

/** Id of the data block in which the return page streams how the payment stands (a `BridgeState`). */
export const BRIDGE_STATE_ID = "bridge-state";

/** Query parameter in which a hosted checkout names its session, where its link says so. */
export const SESSION_PARAMETER = "session_id";

/** When a page asks again by itself, milliseconds after the answer before. After the last one it says where help is. */
export const ASK_AGAIN_AFTER_MS: readonly number[] = [3_000, 5_000, 8_000, 13_000, 21_000];

/** The rate limit's window of a minute, and a little more. */
const LIMITED_ASK_AFTER_MS: readonly number[] = [61_000, 61_000];

/** When the return page asks again how a payment stands; never once that is known. */
export function askAgainAfterMs({ status }: PaymentState): readonly number[] {
  if (status === "limited") return LIMITED_ASK_AFTER_MS;
  const isOpen = status === "processing" || status === "incomplete" || status === "unavailable";
  return isOpen ? ASK_AGAIN_AFTER_MS : [];
}

/** What is known of an interstitial's target. `missing` also covers a malformed entry. */
export type InterstitialOutcome =
  | { status: "found"; target: string }
  | { status: "missing"; target?: undefined }
  | { status: "unavailable"; target?: undefined };

/** What a bridge page or the return page has to do. */
export type BridgeState = {
  /** How the payment stands; absent on bridge pages, which know of none. */
  status?: PaymentState["status"];
  /** The sale's payment, which is its transaction id. */
  intentId?: string;
  /** A payment after which the checkout has to start one of its own. */
  endedIntent?: string;
  /** Euros excluding VAT; absent when this is no sale. */
  saleEuros?: number;
  /** Replaces the waiting page's title when there is something else to tell. */
  title?: string;
  /** Whether the buyer is taken on to the target. */
  leadsOn?: boolean;
  /** When to ask how the payment stands, milliseconds after the answer before. */
  askAfterMs?: readonly number[];
};

/** What the bridge script gets with the shell (client/bridge.ts). */
export type BridgeProps = {
  /** The path key, such as `bridge-59incl-vb1`. */
  pathKey: string;
  /** Where the JSON map is, for when the streamed entry did not arrive. */
  mapUrl: string;
  /** With a `status` it holds only when the server's own, which is streamed, did not arrive. */
  state: BridgeState;
};

/** What the bridge script can show: an outcome of asking for the target, or that asking for the payment was given up. */
export type ShownLaterName = InterstitialOutcome["status"] | "later";

/** The JSON map of `/interstitial-targets.json` as it may arrive. */
export type InterstitialMap = Readonly<Record<string, { target?: unknown } | null | undefined>>;

/** Looks a path key up in the JSON map; an entry without an address that a browser may be sent to counts as missing. */
export function outcomeFromMap(map: InterstitialMap, pathKey: string): InterstitialOutcome {
  const target = String(map[pathKey]?.target);
  return /^https?:/.test(target) ? { status: "found", target } : { status: "missing" };
}
