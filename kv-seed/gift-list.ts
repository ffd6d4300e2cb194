import * as z from "zod";
import {
  checkValue,
  GIFT_STOPPERS,
  type GiftStop,
  giftCodeKey,
  giftSchema,
  giftStopKey,
  giftStopSchema,
  isGiftStopped,
} from "../src/services/kv.ts";
import { DEFAULT_GIFT, formatGiftCode } from "../src/shared/gift.ts";
import { INTENT_ID } from "../src/shared/intent-id.ts";
import { formatOrderNumber } from "../src/shared/order.ts";
import { isoDateOf } from "../src/shared/time.ts";
import { type CommandContext, describeTarget, formatTime, table } from "./command.ts";
import { STOP_KEY } from "./data-files.ts";
import { listOrderNames, readOrders, type StoredOrder } from "./order-records.ts";
import type { KvStore } from "./wrangler.ts";

/** The metadata of a gift: the day on which the tool made it, or the payment that bought it. */
export const giftMetadataSchema = z.object({
  issued: z.iso.date().optional().catch(undefined),
  intentId: z.string().regex(INTENT_ID).optional().catch(undefined),
});

/** The shown part of a code: enough to tell gifts apart, too little to open one. */
const SHOWN_OF_CODE = 4;

/** `gift list`: every gift, the newest first. Codes, which open gifts, and names are shown only on request. */
export async function listGifts({ openStore, target, terminal, values }: CommandContext): Promise<number> {
  const store = openStore("GIFTS");
  const keys = (await store.list()).filter(({ name }) => !STOP_KEY.test(name));
  if (keys.length === 0) {
    terminal.out(`No gifts (${describeTarget(target)}).`);
    return 0;
  }
  const stops = keys.flatMap(({ name }) => GIFT_STOPPERS.map((by) => giftStopKey(name, by)));
  const [found, words] = await Promise.all([store.get(keys.map(({ name }) => name)), store.get(stops)]);
  const beside = new Map(keys.map(({ name, metadata }) => [name, giftMetadataSchema.safeParse(metadata).data ?? {}]));
  const orders = await readBought(
    openStore("ORDERS"),
    new Set([...beside.values()].flatMap((of) => of.intentId ?? [])),
  );
  const rows = keys.map(({ name: key }) => {
    const { issued, intentId = "" } = beside.get(key) ?? {};
    const bought = orders.get(intentId);
    const checked = checkValue(found.get(key) ?? "", giftSchema);
    const stop = describeStop(key, words);
    const names = checked.ok ? [checked.value.recipient, checked.value.giver] : ["?", "?"];
    return [
      values.codes === true ? formatKey(key) : maskKey(key),
      intentId === "" ? "made" : "bought",
      intentId === "" ? "" : formatOrderNumber(intentId),
      bought?.order?.productId ?? (checked.ok ? (checked.value.product ?? DEFAULT_GIFT) : "?"),
      checked.ok ? (checked.value.from ?? "any day") : "?",
      issued ?? dayOf(bought),
      checked.ok ? (stop === undefined ? "open" : `stopped ${stop}`) : "unreadable",
      ...(values.names === true ? names : []),
    ];
  });
  const columns = ["CODE", "FROM", "ORDER", "PRODUCT", "FOR", "CREATED", "STATE"];
  const sorted = rows.toSorted((a, b) => (b[CREATED] ?? "").localeCompare(a[CREATED] ?? ""));
  terminal.out(table([[...columns, ...(values.names === true ? ["RECIPIENT", "GIVER"] : [])], ...sorted]));
  if (values.codes !== true) terminal.note("Codes are cut, because they open gifts; --codes shows them.");
  return 0;
}

const CREATED = 5;

async function readBought(store: KvStore, intentIds: ReadonlySet<string>): Promise<ReadonlyMap<string, StoredOrder>> {
  if (intentIds.size === 0) return new Map();
  const names = (await listOrderNames(store)).filter(({ intentId }) => intentIds.has(intentId));
  return new Map((await readOrders(store, names)).map((order) => [order.intentId, order]));
}

function dayOf(order: StoredOrder | undefined): string {
  return order === undefined || order.time === "" ? "" : isoDateOf(new Date(order.time));
}

/** A gift's code as people read it; the key of a gift with a name. */
function formatKey(key: string): string {
  return key === giftCodeKey(key) ? formatGiftCode(key) : key;
}

function maskKey(key: string): string {
  return key === giftCodeKey(key) ? `${key.slice(0, SHOWN_OF_CODE)}-…` : key;
}

/** Says by whom and when a gift was stopped, from the values under its stop keys; undefined if it works. */
export function describeStop(key: string, words: ReadonlyMap<string, string>): string | undefined {
  const said = GIFT_STOPPERS.map((by): GiftStop | undefined => {
    const checked = checkValue(words.get(giftStopKey(key, by)) ?? "", giftStopSchema);
    return checked.ok ? checked.value : undefined;
  });
  const last = said.findLastIndex((word) => word !== undefined);
  return isGiftStopped(said) ? `by ${GIFT_STOPPERS[last]}, ${formatTime(said[last]?.at ?? "")}` : undefined;
}
