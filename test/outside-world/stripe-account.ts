import type Stripe from "stripe";
import * as z from "zod";
import {
  type Charge,
  type CheckoutSession,
  type Dispute,
  nowInSeconds,
  type Refund,
  randomId,
} from "./stripe-objects.ts";
import {
  ApiError,
  boolean,
  type FormObject,
  integer,
  list,
  metadata,
  type Names,
  readParameters,
  requireKnown,
  text,
} from "./stripe-parameters.ts";

/**
 * What an account holds, oldest first: a shop's settings, which can be created, listed and changed, but with which nothing
 * can be bought here (products, prices, payment links, webhook endpoints, domains); and what happens to it (stripe-intents.ts,
 * stripe-sales.ts), which can be read. Parameters that are not modelled are refused.
 */

export type StoredObject = { id: string; object: string; created?: number } & { [field: string]: unknown };
type Values = Readonly<Record<string, unknown>>;

type Kind = {
  /** The value of `object`, and the prefix of ids. */
  object: string;
  prefix: string;
  /** The parameters of a creation and of a change: which of them must be there, the types of Stripe's package say. */
  parameters: z.ZodRawShape;
  filters?: readonly string[];
  defaults: () => Values;
  /** Fields that follow from the object's parameters. */
  complete?: (values: Values) => Values;
};

/** A question of the payment page with answers to choose from. Stripe returns more fields than it was sent. */
const customField = z
  .strictObject({
    key: text.regex(/^[a-zA-Z0-9]{1,200}$/),
    label: z.strictObject({ type: z.literal("custom"), custom: text.max(50) }),
    type: z.literal("dropdown"),
    optional: boolean,
    dropdown: z.strictObject({
      options: list(z.strictObject({ label: text.max(100), value: text.regex(/^[a-zA-Z0-9]{1,100}$/) })),
    }),
  })
  .transform(({ dropdown, ...field }) => ({ ...field, dropdown: { ...dropdown, default_value: null } }));

const message = z.strictObject({ message: text.max(1200) });
/** Parts of a link that Stripe returns with more fields than it was sent. */
const LINK_PARTS: Values = {
  custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
  consent_collection: { payment_method_reuse_agreement: null, promotions: null },
  payment_intent_data: { capture_method: null, description: null },
};
const completeLink = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(LINK_PARTS).flatMap(([name, part]) =>
      values[name] ? [[name, { ...(part as object), ...(values[name] as object) }]] : [],
    ),
  );

const KINDS: Readonly<Record<string, Kind>> = {
  products: {
    object: "product",
    prefix: "prod_",
    parameters: {
      name: text,
      description: text,
      active: boolean,
      metadata,
    } satisfies Names<Stripe.ProductUpdateParams>,
    defaults: () => ({ active: true, description: null, metadata: {} }),
  },
  prices: {
    object: "price",
    prefix: "price_1",
    parameters: {
      ...{ product: text, currency: text, unit_amount: integer, tax_behavior: text },
      metadata,
    } satisfies Names<Stripe.PriceCreateParams>,
    filters: ["active"],
    defaults: () => ({ active: true, recurring: null, type: "one_time" }),
  },
  payment_links: {
    object: "payment_link",
    prefix: "plink_1",
    parameters: {
      active: boolean,
      after_completion: z.strictObject({ type: text, redirect: z.strictObject({ url: text }) }),
      consent_collection: z.strictObject({ terms_of_service: text }),
      custom_fields: list(customField),
      custom_text: z.strictObject({ submit: message, terms_of_service_acceptance: message }),
      line_items: list(z.strictObject({ price: text, quantity: integer })),
      metadata,
      payment_intent_data: z.strictObject({ metadata }),
    } satisfies Names<Stripe.PaymentLinkCreateParams & Stripe.PaymentLinkUpdateParams>,
    filters: ["active"],
    defaults: () => ({ active: true, url: `https://buy.stripe.com/test_${randomId("", 16)}` }),
    complete: completeLink,
  },
  webhook_endpoints: {
    object: "webhook_endpoint",
    prefix: "we_1",
    parameters: {
      ...{ url: text, enabled_events: list(text), api_version: text, disabled: boolean },
      metadata,
    } satisfies Names<Stripe.WebhookEndpointCreateParams & Stripe.WebhookEndpointUpdateParams>,
    defaults: () => ({ api_version: null, metadata: {}, status: "enabled" }),
  },
  payment_method_domains: {
    object: "payment_method_domain",
    prefix: "pmd_1",
    parameters: { domain_name: text, enabled: boolean } satisfies Names<Stripe.PaymentMethodDomainCreateParams>,
    filters: ["domain_name"],
    defaults: () => ({ enabled: true, apple_pay: { status: "active" }, google_pay: { status: "active" } }),
  },
};

/** Kinds that are only listed and read, because they happen to an account: each with the fields that can filter it. */
const HAPPENINGS: Readonly<Record<string, readonly string[]>> = {
  "checkout/sessions": [],
  payment_intents: [],
  charges: ["payment_intent"],
  refunds: ["charge"],
  disputes: ["charge"],
  balance_transactions: [],
};
type HappenedToPayment = { "checkout/sessions": CheckoutSession; charges: Charge; refunds: Refund; disputes: Dispute };
/** Fields with an id, or with the object if `expand` names them. */
const EXPANDABLE = ["charge", "balance_transaction", "failure_balance_transaction", "source", "latest_charge"];

/** What a list may show whole. Stripe refuses a field that the answer does not have (docs, "Expanding responses"). */
const EXPAND = list(z.enum([...EXPANDABLE, "line_items"].map((field) => `data.${field}`))).default([]);
const PAGE_SHAPE = { limit: integer.pipe(z.number().min(1).max(100)).default(10), expand: EXPAND };
const LIST_SHAPE = {
  ...PAGE_SHAPE,
  starting_after: text.optional(),
  created: z.strictObject({ gte: integer.optional(), lt: integer.optional() }).default({}),
};
const SEARCH_SHAPE = { ...PAGE_SHAPE, query: text, page: text.optional() };

/** Not every kind has `created`. */
type Listed = { id: string; created?: number };
type Show<T> = (object: T, expand: readonly string[]) => unknown;

/**
 * One page of the objects, which must be oldest first, as Stripe lists them: newest first. `created` and the fields of
 * `filters` select among them. `show` makes each object's answer, with expanded fields such as `data.line_items`.
 */
export function listPage<T extends Listed>(
  url: string,
  oldestFirst: readonly T[],
  form: FormObject,
  show: Show<T> = (object) => object,
  filters: readonly string[] = [],
) {
  const filterShape = Object.fromEntries(filters.map((name) => [name, text.optional()]));
  const asked = readParameters(form, { ...LIST_SHAPE, ...filterShape });
  const { limit, starting_after: after, created, expand, ...wanted } = asked;
  const { gte = 0, lt = Number.POSITIVE_INFINITY } = created;
  const found = oldestFirst
    .filter(({ created: at = 0 }) => at >= gte && at < lt)
    .filter((object) => Object.entries(wanted).every(([name, value]) => String(Reflect.get(object, name)) === value))
    .toReversed();
  const start = after === undefined ? 0 : found.findIndex(({ id }) => id === after) + 1;
  if (after !== undefined && start === 0) throw new ApiError(`No such object: '${after}'`);
  const data = found.slice(start, start + limit).map((object) => show(object, expand));
  return { object: "list", url, has_more: found.length > start + limit, data };
}

/**
 * One page of a search (https://docs.stripe.com/search), newest first. It knows one clause of the query language: a
 * field of the metadata with a value, in any case.
 */
export function searchPage<T extends Listed & { metadata: Readonly<Record<string, string>> }>(
  url: string,
  oldestFirst: readonly T[],
  form: FormObject,
  show: Show<T>,
) {
  const { query, limit, page, expand } = readParameters(form, SEARCH_SHAPE);
  const [, name = "", value = ""] = /^metadata\["(\w+)"\]:"([^"\\]+)"$/.exec(query) ?? [];
  if (name === "") throw new ApiError(`We were unable to parse your search query: ${query}`);
  const found = oldestFirst
    .filter(({ metadata }) => metadata[name]?.toLowerCase() === value.toLowerCase())
    .toReversed();
  const end = Number(page ?? 0) + limit;
  const data = found.slice(Number(page ?? 0), end).map((object) => show(object, expand));
  const isMore = found.length > end;
  return { object: "search_result", url, has_more: isMore, next_page: isMore ? String(end) : null, data };
}

export type StripeAccountStore = ReturnType<typeof createStripeAccount>;

/** The account of this local Stripe, empty at first. */
export function createStripeAccount() {
  const objects = new Map<string, StoredObject[]>();
  /** Whether charges are possible, and whether the public details have an address for the terms. */
  const settings = { chargesEnabled: true, hasTermsUrl: true };
  const all = (kind: string): StoredObject[] => {
    const known = objects.get(kind) ?? [];
    objects.set(kind, known);
    return known;
  };

  function create(name: string, kind: Kind, form: FormObject): unknown {
    const values = readParameters(form, z.object(kind.parameters).partial().shape);
    refuseUnfit(values);
    const stored: StoredObject = {
      id: randomId(kind.prefix),
      object: kind.object,
      created: nowInSeconds(),
      ...kind.defaults(),
      ...values,
      ...kind.complete?.(values),
      ...("line_items" in values ? { line_items: lineItems(values.line_items as LineItem[]) } : {}),
    };
    all(name).push(stored);
    // A webhook's secret is returned only once.
    return name === "webhook_endpoints" ? { ...stored, secret: randomId("whsec_", 32) } : stored;
  }

  type LineItem = { price: string; quantity: number };
  function lineItems(items: readonly LineItem[]) {
    const data = items.map(({ price: priceId, quantity }) => {
      const price = all("prices").find(({ id }) => id === priceId);
      return { id: randomId("li_1"), object: "item", price, quantity };
    });
    return { object: "list", has_more: false, url: "/v1/payment_links/line_items", data };
  }

  /** Refuses a request that Stripe would refuse although every parameter is known. */
  function refuseUnfit({ consent_collection: consent }: Values): void {
    if (consent === undefined || settings.hasTermsUrl) return;
    throw new ApiError(
      "You cannot collect consent to your terms of service unless a URL is set in the Stripe Dashboard. Update your public business information in the Stripe Dashboard https://dashboard.stripe.com/settings/public",
    );
  }

  function update(kind: Kind, stored: StoredObject, form: FormObject): StoredObject {
    const { metadata: more, disabled, ...values } = readParameters(form, z.object(kind.parameters).partial().shape);
    refuseUnfit(values);
    Object.assign(stored, values, kind.complete?.({ ...stored, ...values }));
    if (more !== undefined) stored.metadata = Object.assign({}, stored.metadata, more);
    if (disabled === false) stored.status = "enabled";
    return stored;
  }

  function find(id: unknown): StoredObject | undefined {
    return Object.keys(HAPPENINGS)
      .flatMap((kind) => all(kind))
      .find((object) => object.id === id);
  }

  /** An object with those of its fields whole that `expand` names, in a list behind `data.`. */
  function expandFields<T extends object>(object: T, expand: readonly string[], before = "data."): T {
    const fields = EXPANDABLE.filter((field) => expand.includes(`${before}${field}`) && field in object);
    const whole = fields.map((field) => [field, find(Reflect.get(object, field)) ?? null]);
    return { ...object, ...Object.fromEntries(whole) };
  }

  return {
    /** The account's objects of a kind, such as `payment_links`, oldest first. */
    all: all as (kind: string) => readonly StoredObject[],
    /** What has happened to a payment, oldest first. */
    of: <Kind extends keyof HappenedToPayment>(kind: Kind, intentId: string) =>
      all(kind).filter(({ payment_intent: of }) => of === intentId) as unknown as readonly HappenedToPayment[Kind][],
    add: (kind: string, object: object) => void all(kind).push(object as StoredObject),
    settings,
    expandFields,
    /** Answers a call of `/v1/{kind}/{id}/{verb}`, or throws the refusal; null = no such address. */
    answer(method: string, segments: readonly string[], form: FormObject): unknown {
      const [name = "", id, verb] = segments;
      const path = segments.join("/");
      const url = `/v1/${path}`;
      if (Object.hasOwn(HAPPENINGS, path)) return listPage(url, all(path), form, expandFields, HAPPENINGS[path]);
      if (method === "GET" && Object.hasOwn(HAPPENINGS, name) && id !== undefined) {
        const { expand } = readParameters(form, { expand: list(text).default([]) });
        return expandFields(requireKnown(find(id), name, id), expand, "");
      }
      if (name === "account") return { id: "acct_1Local", object: "account", charges_enabled: settings.chargesEnabled };
      const kind = Object.hasOwn(KINDS, name) ? KINDS[name] : undefined;
      if (kind === undefined) return null;
      if (id === undefined)
        return method === "POST" ? create(name, kind, form) : listPage(url, all(name), form, shown, kind.filters);
      const known = all(name).find((candidate) => candidate.id === id);
      const stored = requireKnown(known, kind.object, id);
      return verb === "validate" ? Object.assign(stored, kind.defaults()) : update(kind, stored, form);
    },
    clear() {
      objects.clear();
      Object.assign(settings, { chargesEnabled: true, hasTermsUrl: true });
    },
  };
}

/** A payment link's lines are returned only if `expand` names them. */
function shown(stored: StoredObject, expand: readonly string[]): unknown {
  const { line_items: items, ...rest } = stored;
  return expand.includes("data.line_items") ? stored : rest;
}
