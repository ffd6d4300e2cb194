import { encodeHex } from "../../server/bytes.ts";
import type { KvRead } from "../../server/kv.ts";
import type { Shop } from "../../server/shop.ts";
import { signText } from "../../server/signing.ts";
import { DEFAULT_GIFT, ERASED_GIFT_NAMES, type Gift, MESSAGE_MAX_LENGTH, NAME_MAX_LENGTH } from "../../shared/gift.ts";
import { readOwnGiftCode } from "../../shared/gift-code.ts";
import { CODE_PLACE } from "../../shared/targets.ts";
import { isGiftCode, isGiftName } from "../gift-address-rules.ts";
import { type GiftEntry, giftCodeKey, giftNameKey, readGift, readGiftStop, type StoredGift } from "../gift-entries.ts";
import { cut, isBlank, tameMessage, tameName } from "../gift-texts.ts";

/**
 * The texts of a gift page: the query, else the KV entry, else the fallbacks (given 5.1). All are ready to print:
 * trimmed, without control characters, and cut to the card's length.
 */

/** Shown if the query of a code that KV does not know lacks a name (given 5.1). */
const FALLBACK_NAMES = { recipient: "Sanne", giver: "Mark" } as const;

/** Query parameters of a gift: recipient, giver, message (given 5.1). */
export const GIFT_PARAMETERS = { recipient: "n", giver: "g", message: "m" } as const;

/**
 * `isStored`: the gift is in KV. If not, all its texts are from its link, which anybody can write, and it cannot be
 * redeemed.
 */
export type GiftOutcome =
  | { status: "found"; gift: Gift; isStored: boolean }
  | { status: "unknown" }
  /** The code has the form of the shop's own, but KV does not have it: it was bought a moment ago, or never. */
  | { status: "preparing" }
  /** Refunded, disputed and lost, or stopped by an operator. */
  | { status: "stopped" }
  | { status: "unavailable" };

/**
 * The gift of a code. A code that is not in KV shows the query's texts if it has a name, giver or message; otherwise it
 * is unknown. If KV fails, the outcome is always `unavailable`, because nobody knows whether the gift can be redeemed.
 * Never throws.
 */
export async function loadGiftOfCode(shop: Shop, code: string, query: URLSearchParams): Promise<GiftOutcome> {
  const texts = readLinkTexts(query);
  if (!isGiftCode(code)) return outcomeOf({ status: "missing" }, texts, null);
  const key = giftCodeKey(code);
  const outcome = await loadGift(shop, key, texts);
  return outcome.status === "unknown" && readOwnGiftCode(key) !== null ? { status: "preparing" } : outcome;
}

/** The gift of `/cadeau-{name}`. Its recipient, giver and message are fixed, so the query is ignored. Never throws. */
export async function loadGiftOfName(shop: Shop, name: string): Promise<GiftOutcome> {
  if (!isGiftName(name)) return { status: "unknown" };
  return loadGift(shop, giftNameKey(name), {});
}

/** A stopped gift shows no texts, neither its own nor its link's. */
async function loadGift(shop: Shop, key: string, texts: LinkTexts): Promise<GiftOutcome> {
  const [read, stop] = await Promise.all([readGift(shop.GIFTS, key), readGiftStop(shop.GIFTS, key)]);
  if (stop !== "open") return { status: stop };
  if (read.status !== "found") return outcomeOf(read, texts, null);
  return outcomeOf(read, texts, await activationUrlOf(shop, { key, ...read.value }));
}

type LinkTexts = { recipient?: string; giver?: string; message?: string };

function readLinkTexts(query: URLSearchParams): LinkTexts {
  const texts: LinkTexts = {};
  for (const field of ["recipient", "giver", "message"] as const) {
    const value = query.get(GIFT_PARAMETERS[field]);
    if (value !== null && !isBlank(value)) texts[field] = value;
  }
  return texts;
}

function outcomeOf(read: KvRead<StoredGift>, texts: LinkTexts, activationUrl: string | null): GiftOutcome {
  if (read.status === "unavailable") return { status: "unavailable" };
  const entry: Partial<StoredGift> = read.status === "found" ? read.value : {};
  if (read.status !== "found" && Object.keys(texts).length === 0) return { status: "unknown" };
  // The names of a bought gift end before its code.
  const fallback = read.status === "found" ? ERASED_GIFT_NAMES : FALLBACK_NAMES;
  return {
    status: "found",
    isStored: read.status === "found",
    gift: {
      productId: entry.product ?? DEFAULT_GIFT,
      recipient: formatName(texts.recipient ?? entry.recipient ?? fallback.recipient),
      giver: formatName(texts.giver ?? entry.giver ?? fallback.giver),
      message: cut(tameMessage(texts.message ?? entry.message ?? ""), MESSAGE_MAX_LENGTH),
      activationUrl,
      ...(entry.from === undefined ? {} : { from: entry.from }),
    },
  };
}

/** One line of at most NAME_MAX_LENGTH characters. */
function formatName(text: string): string {
  return cut(tameName(text), NAME_MAX_LENGTH);
}

/** The parts of a stored gift that decide where it is redeemed, and its key in KV. */
type Redeemable = { key: string } & Pick<GiftEntry, "product" | "activationUrl">;

/** Returns `{code}.{seconds since 1970}[.{product}].{HMAC-SHA-256 in hex}`. Null if no key is configured. */
async function signGiftCode(shop: Shop, gift: Redeemable): Promise<string | null> {
  const secret = shop.secret("GIFT_ACTIVATION_KEY");
  if (secret === null) return null;
  const { key, product = DEFAULT_GIFT } = gift;
  const parts = [key, Math.floor(shop.now.getTime() / 1000), ...(product === DEFAULT_GIFT ? [] : [product])];
  const signature = await signText(
    { secret: new TextEncoder().encode(secret) },
    "vaarkoers gift activation",
    parts.join("\n"),
  );
  return [...parts, encodeHex(signature)].join(".");
}

/**
 * The address that redeems a stored gift: the gift's own, else the shop's. `{code}` in it becomes the gift's stored code, the time,
 * the product if it is not `DEFAULT_GIFT`, and a signature of all, so that the course environment can check it without asking the
 * shop. kv-seed/course-environment.md promises this format, with test vectors. Null without an address or signing key.
 */
export async function activationUrlOf(shop: Shop, gift: Redeemable): Promise<string | null> {
  const url = gift.activationUrl ?? shop.settings.activationUrl;
  if (url === null || !url.includes(CODE_PLACE)) return url;
  const code = await signGiftCode(shop, gift);
  // A function, because a replacement string may hold special patterns such as `$&`.
  return code === null ? null : url.replace(CODE_PLACE, () => code);
}
