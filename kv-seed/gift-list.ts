import { giftCodeKey, storedGiftSchema } from "../src/gifts/gift-entries.ts";
import { giftMetadataSchema, readGiftWords } from "../src/gifts/gift-state.ts";
import { formatOrderNumber } from "../src/ledger/order-rules.ts";
import { boughtAt, selectOrders } from "../src/ledger/orders.ts";
import { checkValue } from "../src/server/kv.ts";
import { DEFAULT_GIFT, formatGiftCode } from "../src/shared/gift.ts";
import { type CommandContext, dayOf, describeTarget, table } from "./command.ts";
import { isBesideGift } from "./data-files.ts";
import { describeStop } from "./gift-text.ts";

/** The shown part of a code: enough to tell gifts apart, too little to open one. */
const SHOWN_OF_CODE = 4;

/** `gift list`: every gift, the newest first. Codes, which open gifts, and names are shown only on request. */
export async function listGifts({ ledger, openStore, target, terminal, values }: CommandContext): Promise<number> {
  const store = openStore("GIFTS");
  const gifts = (await store.list())
    .filter(({ name }) => !isBesideGift(name))
    .map(({ name: key, metadata }) => ({ key, ...giftMetadataSchema.safeParse(metadata).data }));
  if (gifts.length === 0) {
    terminal.out(`No gifts (${describeTarget(target)}).`);
    return 0;
  }
  const keys = gifts.map(({ key }) => key);
  const [found, wordsOf, orders] = await Promise.all([
    store.get(keys),
    readGiftWords(store, keys),
    selectOrders(
      ledger,
      "intent_id IN (SELECT value FROM json_each(?1))",
      JSON.stringify(gifts.flatMap(({ intentId }) => intentId ?? [])),
    ),
  ]);
  const bought = new Map(orders.map((order) => [order.intentId, order]));
  const rows = gifts.map(({ key, issued, intentId = "" }) => {
    const order = bought.get(intentId);
    const checked = checkValue(found.get(key) ?? "", storedGiftSchema);
    const stop = describeStop(wordsOf(key));
    const { recipient, giver } = { ...order?.gift, ...(checked.ok ? checked.value : {}) };
    const names = [recipient ?? "?", giver ?? "?"];
    return [
      values.codes === true ? formatKey(key) : maskKey(key),
      intentId === "" ? "made" : "bought",
      intentId === "" ? "" : formatOrderNumber(intentId),
      order?.productId ?? (checked.ok ? (checked.value.product ?? DEFAULT_GIFT) : "?"),
      checked.ok ? (checked.value.from ?? "any day") : "?",
      issued ?? (order === undefined ? "" : dayOf(boughtAt(order))),
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

/** A gift's code as people read it; the key of a gift with a name. */
function formatKey(key: string): string {
  return key === giftCodeKey(key) ? formatGiftCode(key) : key;
}

function maskKey(key: string): string {
  return key === giftCodeKey(key) ? `${key.slice(0, SHOWN_OF_CODE)}-…` : key;
}
