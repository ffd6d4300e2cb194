import type Stripe from "stripe";
import { randomId } from "./identifiers.ts";
import { nowInSeconds } from "./stripe-intents.ts";
import { expanded, LIST_PARAMETERS, listPage } from "./stripe-lists.ts";
import {
  type ApiError,
  checkMetadata,
  type FormObject,
  type FormValue,
  firstUnknown,
  invalid,
  missingParameter,
  textOf,
  unknownParameter,
} from "./stripe-parameters.ts";

/**
 * What a shop sets up once in its account: products, prices, payment links, webhook endpoints and domains. They are
 * kept, listed and changed; nothing can be bought with them. Parameters that are not modelled here are refused.
 * Hosted checkouts, refunds and disputes are put in when they happen (stripe-sales.ts), and listed.
 */

/** How a parameter's text is read: `metadata` merges on a change, a list has the shapes of its items, an object of its fields. */
type Shape = "text" | "integer" | "boolean" | "metadata" | "texts" | { each: Shapes } | { fields: Shapes };
type Shapes = { readonly [name: string]: Shape };
/** Only names that Stripe's own type has. */
type ShapesOf<Params> = { readonly [name in keyof Params]?: Shape };

export type StoredObject = { id: string; object: string; created: number; [field: string]: unknown };

type Kind = {
  /** The value of `object`, and the prefix of ids. */
  object: string;
  prefix: string;
  create: Shapes;
  required: readonly string[];
  update: Shapes;
  /** Fields by which a list can be narrowed. */
  filters: readonly string[];
  /** What the object has besides its parameters. */
  defaults: () => Readonly<Record<string, unknown>>;
};

const LINK_TEXTS: Shapes = { terms_of_service_acceptance: { fields: { message: "text" } } };
const LINK_SHAPES = {
  after_completion: { fields: { type: "text", redirect: { fields: { url: "text" } } } },
  consent_collection: { fields: { terms_of_service: "text" } },
  custom_text: { fields: LINK_TEXTS },
  inactive_message: "text",
  metadata: "metadata",
  name_collection: { fields: { individual: { fields: { enabled: "boolean", optional: "boolean" } } } },
  payment_intent_data: { fields: { metadata: "metadata" } },
} as const satisfies ShapesOf<Stripe.PaymentLinkUpdateParams> & ShapesOf<Stripe.PaymentLinkCreateParams>;

const KINDS: Readonly<Record<string, Kind>> = {
  products: {
    object: "product",
    prefix: "prod_",
    create: { name: "text", description: "text", metadata: "metadata" } satisfies ShapesOf<Stripe.ProductCreateParams>,
    required: ["name"],
    update: { name: "text", active: "boolean", metadata: "metadata" } satisfies ShapesOf<Stripe.ProductUpdateParams>,
    filters: ["active"],
    defaults: () => ({ active: true, description: null }),
  },
  prices: {
    object: "price",
    prefix: "price_1",
    create: {
      product: "text",
      currency: "text",
      unit_amount: "integer",
      tax_behavior: "text",
      metadata: "metadata",
    } satisfies ShapesOf<Stripe.PriceCreateParams>,
    required: ["currency", "product", "unit_amount"],
    update: {
      active: "boolean",
      metadata: "metadata",
      tax_behavior: "text",
    } satisfies ShapesOf<Stripe.PriceUpdateParams>,
    filters: ["active", "product"],
    defaults: () => ({ active: true, type: "one_time", recurring: null, tax_behavior: "unspecified" }),
  },
  payment_links: {
    object: "payment_link",
    prefix: "plink_1",
    create: {
      ...LINK_SHAPES,
      line_items: { each: { price: "text", quantity: "integer" } },
    } satisfies ShapesOf<Stripe.PaymentLinkCreateParams>,
    required: ["line_items"],
    update: { ...LINK_SHAPES, active: "boolean" } satisfies ShapesOf<Stripe.PaymentLinkUpdateParams>,
    filters: ["active"],
    defaults: () => ({
      active: true,
      after_completion: { type: "hosted_confirmation", hosted_confirmation: { custom_message: null } },
      consent_collection: null,
      custom_text: { terms_of_service_acceptance: null },
      payment_intent_data: null,
      url: `https://buy.stripe.com/test_${randomId("", 16)}`,
    }),
  },
  webhook_endpoints: {
    object: "webhook_endpoint",
    prefix: "we_1",
    create: {
      url: "text",
      enabled_events: "texts",
      api_version: "text",
      description: "text",
      metadata: "metadata",
    } satisfies ShapesOf<Stripe.WebhookEndpointCreateParams>,
    required: ["url", "enabled_events"],
    update: {
      url: "text",
      enabled_events: "texts",
      disabled: "boolean",
      metadata: "metadata",
    } satisfies ShapesOf<Stripe.WebhookEndpointUpdateParams>,
    filters: [],
    defaults: () => ({ api_version: null, status: "enabled" }),
  },
  payment_method_domains: {
    object: "payment_method_domain",
    prefix: "pmd_1",
    create: { domain_name: "text", enabled: "boolean" } satisfies ShapesOf<Stripe.PaymentMethodDomainCreateParams>,
    required: ["domain_name"],
    update: { enabled: "boolean" } satisfies ShapesOf<Stripe.PaymentMethodDomainUpdateParams>,
    filters: ["domain_name", "enabled"],
    defaults: () => ({ enabled: true, apple_pay: { status: "active" }, google_pay: { status: "active" } }),
  },
};

/** What happens to an account rather than in it: listed only. */
const HAPPENINGS: readonly string[] = ["checkout/sessions", "refunds", "disputes"];

export type StripeAccountStore = {
  /** What the account has of a kind, such as `payment_links`, oldest first. */
  all(kind: string): readonly StoredObject[];
  /** Puts an object in, such as a refund. */
  add(kind: string, object: StoredObject): void;
  /** Whether charges are possible, and whether the public details have a terms address. */
  readonly settings: { chargesEnabled: boolean; hasTermsUrl: boolean };
  /** Answers a call of `/v1/{kind}/{id}/{verb}`; null = no such address. */
  answer(method: string, segments: readonly string[], parameters: FormObject): unknown | ApiError | null;
  clear(): void;
};

/** The account of this local Stripe, empty at first. */
export function createStripeAccount(): StripeAccountStore {
  const objects = new Map<string, StoredObject[]>();
  const settings = { chargesEnabled: true, hasTermsUrl: true };
  const all = (kind: string): StoredObject[] => {
    const known = objects.get(kind) ?? [];
    objects.set(kind, known);
    return known;
  };

  function create(name: string, kind: Kind, parameters: FormObject): unknown | ApiError {
    const fields = readFields(parameters, kind.create);
    if ("error" in fields) return fields;
    const missing = kind.required.find((field) => fields.values[field] === undefined);
    if (missing !== undefined) return missingParameter(missing);
    const refused = refuseUnfit(fields.values);
    if (refused !== null) return refused;
    const { line_items: items, ...values } = fields.values;
    const stored: StoredObject = {
      id: randomId(kind.prefix),
      object: kind.object,
      created: nowInSeconds(),
      livemode: false,
      ...(kind.create.metadata === undefined ? {} : { metadata: {} }),
      ...kind.defaults(),
      ...values,
      ...(items === undefined ? {} : { line_items: lineItems(items as { price: string; quantity: number }[]) }),
    };
    all(name).push(stored);
    // A webhook's secret is told once.
    return name === "webhook_endpoints" ? { ...stored, secret: randomId("whsec_", 32) } : shown(stored, []);
  }

  function lineItems(items: readonly { price: string; quantity: number }[]) {
    const data = items.map(({ price, quantity }) => ({
      id: randomId("li_1"),
      object: "item",
      quantity,
      price: all("prices").find(({ id }) => id === price),
    }));
    return { object: "list", has_more: false, data };
  }

  /** What Stripe would not do although every parameter is known. */
  function refuseUnfit(values: Readonly<Record<string, unknown>>): ApiError | null {
    for (const { price } of (values.line_items ?? []) as { price: string }[]) {
      if (!all("prices").some(({ id }) => id === price)) return invalid(`No such price: '${price}'`, {}, 404);
    }
    const { terms_of_service: terms } = (values.consent_collection ?? {}) as { terms_of_service?: string };
    if (terms === "required" && !settings.hasTermsUrl) {
      return invalid(
        "You cannot collect consent to your terms of service unless a URL is set in the Stripe Dashboard. Update your public business information in the Stripe Dashboard https://dashboard.stripe.com/settings/public",
        { param: "consent_collection[terms_of_service]" },
      );
    }
    return null;
  }

  function update(kind: Kind, stored: StoredObject, parameters: FormObject): unknown | ApiError {
    const fields = readFields(parameters, kind.update);
    if ("error" in fields) return fields;
    const refused = refuseUnfit(fields.values);
    if (refused !== null) return refused;
    const { metadata, disabled, ...values } = fields.values;
    Object.assign(stored, values);
    if (metadata !== undefined) stored.metadata = Object.assign({}, stored.metadata, metadata);
    if (disabled !== undefined) stored.status = disabled === true ? "disabled" : "enabled";
    return shown(stored, []);
  }

  function list(name: string, kind: Kind, parameters: FormObject): unknown | ApiError {
    const unknown = firstUnknown(parameters, [...LIST_PARAMETERS, ...kind.filters]);
    if (unknown !== null) return unknownParameter(unknown);
    const chosen = all(name).filter((stored) =>
      kind.filters.every((field) => parameters[field] === undefined || String(stored[field]) === parameters[field]),
    );
    const page = listPage(`/v1/${name}`, chosen, parameters);
    if ("error" in page) return page;
    return { ...page, data: page.data.map((stored) => shown(stored, expanded(parameters))) };
  }

  return {
    all,
    add: (kind, object) => void all(kind).push(object),
    settings,
    answer(method, segments, parameters) {
      const happening = segments.join("/");
      if (method === "GET" && HAPPENINGS.includes(happening)) {
        const unknown = firstUnknown(parameters, LIST_PARAMETERS);
        return unknown === null ? listPage(`/v1/${happening}`, all(happening), parameters) : unknownParameter(unknown);
      }
      const [name = "", id, verb, ...rest] = segments;
      if (name === "account" && method === "GET" && id === undefined) {
        return { id: "acct_1Local", object: "account", charges_enabled: settings.chargesEnabled };
      }
      const kind = Object.hasOwn(KINDS, name) ? KINDS[name] : undefined;
      if (kind === undefined || rest.length > 0) return null;
      if (id === undefined) {
        return method === "POST" ? create(name, kind, parameters) : list(name, kind, parameters);
      }
      const stored = all(name).find((candidate) => candidate.id === id);
      if (stored === undefined) return invalid(`No such ${kind.object}: '${id}'`, { code: "resource_missing" }, 404);
      if (method === "POST" && verb === undefined) return update(kind, stored, parameters);
      const isValidation = name === "payment_method_domains" && verb === "validate";
      if (method === "POST" && isValidation) return Object.assign(stored, kind.defaults());
      return method === "GET" && verb === undefined ? shown(stored, []) : null;
    },
    clear() {
      objects.clear();
      Object.assign(settings, { chargesEnabled: true, hasTermsUrl: true });
    },
  };
}

/** A payment link's lines are told only to who asks for them. */
function shown(stored: StoredObject, expand: readonly string[]): unknown {
  const { line_items: items, ...rest } = stored;
  return items !== undefined && expand.includes("data.line_items") ? { ...rest, line_items: items } : rest;
}

function readFields(form: FormObject, shapes: Shapes, parent?: string): { values: Record<string, unknown> } | ApiError {
  const unknown = firstUnknown(form, [...Object.keys(shapes), ...(parent === undefined ? ["expand"] : [])], parent);
  if (unknown !== null) return unknownParameter(unknown);
  const values: Record<string, unknown> = {};
  for (const [name, shape] of Object.entries(shapes)) {
    const value = form[name];
    if (value === undefined) continue;
    const read = readValue(value, shape, parent === undefined ? name : `${parent}[${name}]`);
    if ("error" in read) return read;
    values[name] = read.value;
  }
  return { values };
}

function readValue(value: FormValue, shape: Shape, name: string): { value: unknown } | ApiError {
  const wrong = invalid(`Invalid value of ${name}`, { param: name });
  if (shape === "metadata") {
    const checked = checkMetadata(value);
    return "error" in checked ? checked : { value: checked.metadata };
  }
  if (shape === "texts") return typeof value === "object" ? { value: Object.values(value).map(String) } : wrong;
  if (typeof shape === "object") {
    if (typeof value !== "object") return wrong;
    if ("fields" in shape) {
      const read = readFields(value, shape.fields, name);
      return "error" in read ? read : { value: read.values };
    }
    const items: unknown[] = [];
    for (const [index, item] of Object.entries(value)) {
      const read = typeof item === "object" ? readFields(item, shape.each, `${name}[${index}]`) : wrong;
      if ("error" in read) return read;
      items.push(read.values);
    }
    return { value: items };
  }
  const text = textOf(value);
  if (text === undefined) return wrong;
  if (shape === "integer") return /^\d+$/.test(text) ? { value: Number(text) } : wrong;
  if (shape === "boolean") return text === "true" || text === "false" ? { value: text === "true" } : wrong;
  return { value: text };
}
