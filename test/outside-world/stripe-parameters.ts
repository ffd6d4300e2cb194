import type Stripe from "stripe";

/** A form value: text, or what brackets in the name made of it. Objects have no prototype. */
export type FormValue = string | FormObject;
export type FormObject = { [name: string]: FormValue };

/** Why a call is refused, in the fields of Stripe's error object. */
export type ApiError = {
  status: number;
  error: {
    type: string;
    message: string;
    code?: string;
    param?: string;
    decline_code?: string;
    payment_intent?: unknown;
  };
};

/**
 * Reads `a=1&b[c]=2&d[0]=3` as Stripe does: names in brackets nest, lists are objects with their indexes as names.
 * An empty pair of brackets takes the next index.
 */
export function parseForm(text: string): FormObject {
  const root = newObject();
  for (const [name, value] of new URLSearchParams(text)) {
    const [first, ...inner] = name.split("[").map((part) => part.replace(/\]$/, ""));
    const path = [first ?? "", ...inner];
    let target = root;
    for (const part of path.slice(0, -1)) {
      const key = part === "" ? nextIndex(target) : part;
      const existing = target[key];
      const child = typeof existing === "object" ? existing : newObject();
      target[key] = child;
      target = child;
    }
    const last = path.at(-1) ?? "";
    target[last === "" && path.length > 1 ? nextIndex(target) : last] = value;
  }
  return root;
}

function newObject(): FormObject {
  return Object.create(null) as FormObject;
}

function nextIndex(target: FormObject): string {
  return String(Object.keys(target).length);
}

/** What the stand-in keeps of a create call. */
export type CreateParameters = {
  amount: number;
  currency: string;
  allowRedirects: "always" | "never";
  allowedTypes: readonly string[] | null;
  description: string | null;
  metadata: Record<string, string>;
  receiptEmail: string | null;
  statementDescriptorSuffix: string | null;
};

/** Real parameters that are modelled here. Any other name is refused, so that nothing is silently ignored. */
const CREATE_PARAMETERS = [
  "amount",
  "currency",
  "automatic_payment_methods",
  "allowed_payment_method_types",
  "description",
  "metadata",
  "receipt_email",
  "statement_descriptor",
  "statement_descriptor_suffix",
  "expand",
] as const satisfies readonly (keyof Stripe.PaymentIntentCreateParams)[];

/** Stripe's limits: least charge for euro and dollar, greatest amount, suffix and metadata sizes. */
const AMOUNT_MIN = 50;
const AMOUNT_MAX = 99_999_999;
const SUFFIX_MAX_LENGTH = 22;
const METADATA_MAX = { keys: 50, keyLength: 40, valueLength: 500 };

/** Checks a create call in Stripe's order of complaints. */
export function checkCreate(form: FormObject): { parameters: CreateParameters } | ApiError {
  const unknown = firstUnknown(form, CREATE_PARAMETERS);
  if (unknown !== null) return unknownParameter(unknown);
  const amount = checkAmount(form.amount);
  if (typeof amount !== "number") return amount;
  const currency = textOf(form.currency)?.toLowerCase();
  if (currency === undefined || currency === "") return missingParameter("currency");
  if (!Intl.supportedValuesOf("currency").includes(currency.toUpperCase())) {
    return invalid(`Invalid currency: ${currency}.`, { param: "currency" });
  }
  const methods = checkMethods(form);
  if ("error" in methods) return methods;
  const metadata = checkMetadata(form.metadata);
  if ("error" in metadata) return metadata;
  const receiptEmail = textOf(form.receipt_email) ?? null;
  if (receiptEmail !== null && !isEmail(receiptEmail)) return invalidEmail(receiptEmail, "receipt_email");
  if (form.statement_descriptor !== undefined) {
    return invalid("`statement_descriptor` is not supported with cards; use `statement_descriptor_suffix`.", {
      param: "statement_descriptor",
    });
  }
  const suffix = textOf(form.statement_descriptor_suffix) ?? null;
  if (suffix !== null && (suffix.length > SUFFIX_MAX_LENGTH || !/[A-Za-z]/.test(suffix) || /[<>\\'"*]/.test(suffix))) {
    return invalid(`The statement descriptor suffix must have a letter, none of <>\\'"* and at most 22 characters.`, {
      param: "statement_descriptor_suffix",
    });
  }
  return {
    parameters: {
      amount,
      currency,
      ...methods,
      description: textOf(form.description) ?? null,
      ...metadata,
      receiptEmail,
      statementDescriptorSuffix: suffix,
    },
  };
}

/** What the stand-in Stripe.js sends to confirm; `local_outcome` takes the place of what a card or bank would do. */
export const CONFIRM_PARAMETERS = [
  "client_secret",
  "key",
  "return_url",
  "receipt_email",
  "payment_method_data",
  "use_stripe_sdk",
] as const;

/** The first name that is not allowed, with its place in brackets; `null` when all are. */
export function firstUnknown(form: FormObject, allowed: readonly string[], parent?: string): string | null {
  const name = Object.keys(form).find((key) => !allowed.includes(key));
  if (name === undefined) return null;
  return parent === undefined ? name : `${parent}[${name}]`;
}

export function unknownParameter(name: string): ApiError {
  const hint = name.startsWith("payment_method_types") ? " Use automatic_payment_methods instead." : "";
  return invalid(`Received unknown parameter: ${name}.${hint}`, { code: "parameter_unknown", param: name });
}

export function missingParameter(name: string): ApiError {
  return invalid(`Missing required param: ${name}.`, { code: "parameter_missing", param: name });
}

export function invalid(message: string, fields: { code?: string; param?: string } = {}, status = 400): ApiError {
  return { status, error: { type: "invalid_request_error", message, ...fields } };
}

export function invalidEmail(value: string, param: string): ApiError {
  return invalid(`Invalid email address: ${value}`, { code: "email_invalid", param });
}

export function isEmail(value: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value);
}

/** The value as text; an absent or nested one is `undefined`. */
export function textOf(value: FormValue | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function checkAmount(value: FormValue | undefined): number | ApiError {
  if (value === undefined) return missingParameter("amount");
  const text = textOf(value);
  if (text === undefined || !/^-?\d+$/.test(text)) {
    return invalid(`Invalid integer: ${text ?? "object"}`, { code: "parameter_invalid_integer", param: "amount" });
  }
  const amount = Number(text);
  if (amount < AMOUNT_MIN) {
    return invalid("Amount must convert to at least 50 cents.", { code: "amount_too_small", param: "amount" });
  }
  if (amount > AMOUNT_MAX) {
    return invalid("Amount must be no more than 999,999.99.", { code: "amount_too_large", param: "amount" });
  }
  return amount;
}

function checkMethods(form: FormObject): Pick<CreateParameters, "allowRedirects" | "allowedTypes"> | ApiError {
  const automatic = form.automatic_payment_methods;
  const allowed = form.allowed_payment_method_types;
  if (automatic !== undefined && allowed !== undefined) {
    return invalid("Pass either automatic_payment_methods or allowed_payment_method_types, not both.");
  }
  if (allowed !== undefined) {
    const types = typeof allowed === "object" ? Object.values(allowed).map((type) => textOf(type) ?? "") : [allowed];
    return { allowRedirects: "always", allowedTypes: types };
  }
  if (automatic === undefined) return { allowRedirects: "always", allowedTypes: null };
  if (typeof automatic === "string") return invalid("Invalid object", { param: "automatic_payment_methods" });
  const unknown = firstUnknown(automatic, ["enabled", "allow_redirects"], "automatic_payment_methods");
  if (unknown !== null) return unknownParameter(unknown);
  if (automatic.enabled === undefined) return missingParameter("automatic_payment_methods[enabled]");
  if (automatic.enabled !== "true" && automatic.enabled !== "false") {
    return invalid("Invalid boolean", { param: "automatic_payment_methods[enabled]" });
  }
  const redirects = automatic.allow_redirects ?? "always";
  if (redirects !== "always" && redirects !== "never") {
    return invalid("Must be one of always or never", { param: "automatic_payment_methods[allow_redirects]" });
  }
  return { allowRedirects: redirects, allowedTypes: null };
}

/** Checks the metadata of a call. */
export function checkMetadata(value: FormValue | undefined): { metadata: Record<string, string> } | ApiError {
  if (value === undefined) return { metadata: {} };
  const entries = typeof value === "object" ? Object.entries(value) : [];
  const tooLong = entries.some(
    ([key, text]) =>
      key.length > METADATA_MAX.keyLength || typeof text !== "string" || text.length > METADATA_MAX.valueLength,
  );
  if (typeof value === "string" || tooLong || entries.length > METADATA_MAX.keys) {
    return invalid("Metadata takes 50 keys of 40 characters with values of 500 characters.", { param: "metadata" });
  }
  return { metadata: Object.fromEntries(entries.map(([key, text]) => [key, textOf(text) ?? ""])) };
}
