import type { FormObject } from "./stripe-parameters.ts";

/**
 * Stripe's documented limits of parameters beyond their types. "Comment" = the parameter's comment in the installed
 * `stripe` package, which is Stripe's own API reference.
 */

/** https://docs.stripe.com/api/idempotent_requests: "up to 255 characters". */
const IDEMPOTENCY_KEY_LENGTH = 255;

/** https://docs.stripe.com/api/metadata */
const METADATA = { keys: 50, keyLength: 40, valueLength: 500 };

/** https://docs.stripe.com/get-started/account/statement-descriptors, "Statement descriptor requirements". */
const DESCRIPTOR = { min: 5, max: 22, letter: /\p{Script=Latin}/u, refused: /[<>\\'"*]/ };

type Limit = {
  /** The parameter's name; `*` stands for any one name. */
  of: string;
  min?: number;
  max: number;
  /** The unit: characters of a text, items of a list, or the number itself. */
  counts: "characters" | "items" | "number";
  isAlphanumeric?: true;
};

const LIMITS: readonly Limit[] = [
  // The least in euros: https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts; the most, eight digits:
  // comment of PaymentIntentCreateParams.
  { of: "amount", min: 50, max: 99_999_999, counts: "number" },
  { of: "unit_amount", min: 0, max: 99_999_999, counts: "number" },
  // https://docs.stripe.com/api/pagination: "Limit can range between 1 and 100".
  { of: "limit", min: 1, max: 100, counts: "number" },
  // Comments of PaymentLinkCreateParams.
  { of: "line_items", min: 1, max: 20, counts: "items" },
  { of: "optional_items", max: 10, counts: "items" },
  { of: "line_items.*.adjustable_quantity.maximum", max: 999_999, counts: "number" },
  { of: "custom_fields", max: 3, counts: "items" },
  { of: "custom_fields.*.key", max: 200, counts: "characters", isAlphanumeric: true },
  { of: "custom_fields.*.label.custom", max: 100, counts: "characters" },
  { of: "custom_fields.*.dropdown.options", max: 200, counts: "items" },
  { of: "custom_fields.*.dropdown.options.*.label", max: 100, counts: "characters" },
  { of: "custom_fields.*.dropdown.options.*.value", max: 100, counts: "characters", isAlphanumeric: true },
  { of: "custom_text.*.message", max: 1200, counts: "characters" },
  { of: "invoice_creation.invoice_data.custom_fields", max: 4, counts: "items" },
  // Comments of PriceCreateParams, ProductCreateParams and EventListParams.
  { of: "lookup_key", max: 200, counts: "characters" },
  { of: "lookup_keys", max: 10, counts: "items" },
  { of: "images", max: 8, counts: "items" },
  { of: "marketing_features", max: 15, counts: "items" },
  { of: "types", max: 20, counts: "items" },
];

/** The documented limits that a request breaks, each with the parameter's name; empty = none. */
export function findLimitFaults(form: FormObject, idempotencyKey: string | null): readonly string[] {
  const key =
    idempotencyKey !== null && (idempotencyKey.length === 0 || idempotencyKey.length > IDEMPOTENCY_KEY_LENGTH)
      ? [`Idempotency-Key: ${idempotencyKey.length} characters, and 1 to ${IDEMPOTENCY_KEY_LENGTH} are taken`]
      : [];
  return [...key, ...faultsWithin(form, [])];
}

function faultsWithin(form: FormObject, path: readonly string[]): readonly string[] {
  return Object.entries(form).flatMap(([name, value]) => {
    const place = [...path, name];
    const limit = LIMITS.find(({ of }) => isAt(of, place));
    const own = limit === undefined ? [] : faultsOfLimit(limit, value, place.join("."));
    if (name === "metadata" && typeof value === "object") return [...own, ...metadataFaults(value, place.join("."))];
    if (typeof value === "object") return [...own, ...faultsWithin(value, place)];
    return [...own, ...descriptorFaults(name, value, place.join("."))];
  });
}

function isAt(pattern: string, place: readonly string[]): boolean {
  const names = pattern.split(".");
  return names.length === place.length && names.every((name, index) => name === "*" || name === place[index]);
}

function faultsOfLimit(
  { counts, min = 0, max, isAlphanumeric }: Limit,
  value: FormObject | string,
  place: string,
): readonly string[] {
  const count = counts === "number" ? Number(value) : counts === "items" ? Object.keys(value).length : lengthOf(value);
  const unit = counts === "number" ? "" : ` ${counts}`;
  if (isAlphanumeric && /[^A-Za-z0-9]/.test(String(value))) return [`${place}: letters and digits only are taken`];
  const isWhole = Number.isInteger(count);
  return isWhole && count >= min && count <= max ? [] : [`${place}: ${count}${unit}, and ${min} to ${max} are taken`];
}

function metadataFaults(metadata: FormObject, place: string): readonly string[] {
  const names = Object.keys(metadata);
  return [
    ...(names.length > METADATA.keys ? [`${place}: ${names.length} keys, and ${METADATA.keys} are taken`] : []),
    ...names
      .filter((name) => name === "" || name.length > METADATA.keyLength || /[[\]]/.test(name))
      .map((name) => `${place}: the key ${name} is longer than ${METADATA.keyLength} characters, or has brackets`),
    ...Object.entries(metadata)
      .filter(([, value]) => lengthOf(value) > METADATA.valueLength)
      .map(([name]) => `${place}.${name}: longer than ${METADATA.valueLength} characters`),
  ];
}

function descriptorFaults(name: string, value: string, place: string): readonly string[] {
  if (name !== "statement_descriptor" && name !== "statement_descriptor_suffix") return [];
  const { max, letter, refused } = DESCRIPTOR;
  // A suffix follows the account's prefix of 2 to 10 characters, a star and a space.
  const min = name === "statement_descriptor" ? DESCRIPTOR.min : 1;
  const isTaken = value.length >= min && value.length <= max && letter.test(value) && !refused.test(value);
  return isTaken ? [] : [`${place}: ${min} to ${max} characters with a letter among them, none of < > \\ ' " *`];
}

/** Counts code points, not UTF-16 units. */
function lengthOf(value: FormObject | string): number {
  return typeof value === "string" ? [...value].length : 0;
}
