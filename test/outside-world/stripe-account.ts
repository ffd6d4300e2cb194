import type Stripe from "stripe";
import * as z from "zod";
import { randomId } from "./identifiers.ts";
import { nowInSeconds } from "./stripe-intents.ts";
import { listPage } from "./stripe-lists.ts";
import { EMPTY_FIELDS } from "./stripe-objects.ts";
import {
  ApiError,
  boolean,
  type FormObject,
  integer,
  list,
  metadata,
  type Names,
  readParameters,
  text,
} from "./stripe-parameters.ts";

/**
 * A shop's settings in its account: products, prices, payment links, webhook endpoints and domains. They can be
 * created, listed and changed, but nothing can be bought with them. Parameters that are not modelled here are refused.
 * Hosted checkouts, charges, refunds, disputes and their effect on the balance are added when they happen
 * (stripe-sales.ts), and listed.
 */

type StripeObject = { id: string; object: string; created?: number };
export type StoredObject = StripeObject & { [field: string]: unknown };

type Kind = {
  /** The value of `object`, and the prefix of ids. */
  object: string;
  prefix: string;
  create: z.ZodRawShape;
  update: z.ZodRawShape;
  /** Fields that can filter a list. */
  filters?: readonly string[];
  /** The object's other fields. */
  defaults: () => Readonly<Record<string, unknown>>;
  /** Fields that follow from the object's parameters. */
  complete?: (values: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>;
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

const LINK_SHAPE = {
  after_completion: z.strictObject({ type: text, redirect: z.strictObject({ url: text }) }),
  consent_collection: z.strictObject({ terms_of_service: text }),
  custom_fields: list(customField),
  custom_text: z.strictObject({
    submit: z.strictObject({ message: text.max(1200) }),
    terms_of_service_acceptance: z.strictObject({ message: text.max(1200) }),
  }),
  metadata,
  payment_intent_data: z.strictObject({ metadata }),
} satisfies Names<Stripe.PaymentLinkUpdateParams> & Names<Stripe.PaymentLinkCreateParams>;

const ENDPOINT_SHAPE = { url: text, enabled_events: list(text), metadata: metadata.optional() };

/** A link's texts and consents as Stripe returns them: always all of them. */
function completeLink(values: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { consent_collection: consent, custom_text: texts, payment_intent_data: payment } = values;
  return {
    custom_text: { ...EMPTY_FIELDS.customText, ...(texts as object | undefined) },
    ...(isNothing(consent)
      ? {}
      : { consent_collection: { ...EMPTY_FIELDS.consentCollection, ...(consent as object) } }),
    ...(isNothing(payment) ? {} : { payment_intent_data: { ...EMPTY_FIELDS.linkPayment, ...(payment as object) } }),
  };
}

const isNothing = (value: unknown) => value === undefined || value === null;

const KINDS: Readonly<Record<string, Kind>> = {
  products: {
    object: "product",
    prefix: "prod_",
    create: {
      name: text,
      description: text.optional(),
      metadata: metadata.optional(),
    } satisfies Names<Stripe.ProductCreateParams>,
    update: {
      name: text.optional(),
      description: text.optional(),
      active: boolean.optional(),
      metadata: metadata.optional(),
    } satisfies Names<Stripe.ProductUpdateParams>,
    defaults: () => ({
      ...EMPTY_FIELDS.product,
      active: true,
      images: [],
      livemode: false,
      marketing_features: [],
      metadata: {},
      type: "service",
      updated: nowInSeconds(),
    }),
  },
  prices: {
    object: "price",
    prefix: "price_1",
    create: {
      product: text,
      currency: text,
      unit_amount: integer,
      tax_behavior: text,
      metadata,
    } satisfies Names<Stripe.PriceCreateParams>,
    update: { metadata, tax_behavior: text } satisfies Names<Stripe.PriceUpdateParams>,
    filters: ["active"],
    defaults: () => ({
      ...EMPTY_FIELDS.price,
      active: true,
      billing_scheme: "per_unit",
      livemode: false,
      type: "one_time",
    }),
    complete: ({ unit_amount: amount }) => ({ unit_amount_decimal: String(amount) }),
  },
  payment_links: {
    object: "payment_link",
    prefix: "plink_1",
    create: {
      ...LINK_SHAPE,
      line_items: list(z.strictObject({ price: text, quantity: integer })),
    } satisfies Names<Stripe.PaymentLinkCreateParams>,
    update: {
      ...z.object(LINK_SHAPE).partial().shape,
      active: boolean.optional(),
    } satisfies Names<Stripe.PaymentLinkUpdateParams>,
    filters: ["active"],
    defaults: () => ({
      ...EMPTY_FIELDS.paymentLink,
      active: true,
      allow_promotion_codes: false,
      automatic_tax: { enabled: false, liability: null },
      billing_address_collection: "auto",
      currency: "eur",
      custom_fields: [],
      customer_creation: "if_required",
      livemode: false,
      payment_method_collection: "always",
      phone_number_collection: { enabled: false },
      shipping_options: [],
      submit_type: "auto",
      tax_id_collection: { enabled: false, required: "never" },
      url: `https://buy.stripe.com/test_${randomId("", 16)}`,
    }),
    complete: completeLink,
  },
  webhook_endpoints: {
    object: "webhook_endpoint",
    prefix: "we_1",
    create: {
      ...ENDPOINT_SHAPE,
      api_version: text.optional(),
    } satisfies Names<Stripe.WebhookEndpointCreateParams>,
    update: { ...ENDPOINT_SHAPE, disabled: boolean } satisfies Names<Stripe.WebhookEndpointUpdateParams>,
    defaults: () => ({ ...EMPTY_FIELDS.webhookEndpoint, livemode: false, metadata: {}, status: "enabled" }),
  },
  payment_method_domains: {
    object: "payment_method_domain",
    prefix: "pmd_1",
    create: { domain_name: text } satisfies Names<Stripe.PaymentMethodDomainCreateParams>,
    update: { enabled: boolean } satisfies Names<Stripe.PaymentMethodDomainUpdateParams>,
    filters: ["domain_name"],
    defaults: () => ({
      enabled: true,
      livemode: false,
      apple_pay: { status: "active" },
      google_pay: { status: "active" },
    }),
  },
};

/** Kinds that are only listed and read, because they happen to an account: each with the fields that can filter it. */
const HAPPENINGS: Readonly<Record<string, readonly string[]>> = {
  "checkout/sessions": [],
  charges: ["payment_intent"],
  refunds: ["charge"],
  disputes: ["charge"],
  balance_transactions: [],
};
/** Fields with an id, or with the object if `expand` names them. */
const EXPANDABLE: readonly string[] = ["charge", "balance_transaction", "failure_balance_transaction", "source"];

export type StripeAccountStore = {
  /** The account's objects of a kind, such as `payment_links`, oldest first. */
  all(kind: string): readonly StoredObject[];
  add(kind: string, object: StripeObject): void;
  /** Whether charges are possible, and whether the public details have an address for the terms. */
  readonly settings: { chargesEnabled: boolean; hasTermsUrl: boolean };
  /** Answers a call of `/v1/{kind}/{id}/{verb}`, or throws the refusal; null = no such address. */
  answer(method: string, segments: readonly string[], parameters: FormObject): unknown;
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

  function create(name: string, kind: Kind, form: FormObject): unknown {
    const values = readParameters(form, kind.create);
    refuseUnfit(values);
    const stored: StoredObject = {
      id: randomId(kind.prefix),
      object: kind.object,
      // The one kind without this field.
      ...(name === "payment_links" ? {} : { created: nowInSeconds() }),
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
  function refuseUnfit({ consent_collection: consent }: Readonly<Record<string, unknown>>): void {
    if (consent === undefined || settings.hasTermsUrl) return;
    throw new ApiError(
      "You cannot collect consent to your terms of service unless a URL is set in the Stripe Dashboard. Update your public business information in the Stripe Dashboard https://dashboard.stripe.com/settings/public",
      { param: "consent_collection[terms_of_service]" },
    );
  }

  function update(kind: Kind, stored: StoredObject, form: FormObject): StoredObject {
    const { metadata: more, disabled, ...values } = readParameters(form, kind.update);
    refuseUnfit(values);
    Object.assign(stored, values, kind.complete?.({ ...stored, ...values }));
    if (more !== undefined) stored.metadata = Object.assign({}, stored.metadata, more);
    if (disabled === false) stored.status = "enabled";
    return stored;
  }

  /** An object that happened, by its id. */
  function find(id: unknown): StoredObject | undefined {
    return Object.keys(HAPPENINGS)
      .flatMap((kind) => all(kind))
      .find((object) => object.id === id);
  }

  function expandFields(object: StoredObject, expand: readonly string[], before: string): StoredObject {
    const fields = EXPANDABLE.filter((field) => expand.includes(`${before}${field}`) && field in object);
    return { ...object, ...Object.fromEntries(fields.map((field) => [field, find(object[field]) ?? null])) };
  }

  return {
    all,
    add: (kind, object) => void all(kind).push(object as StoredObject),
    settings,
    answer(method, segments, form) {
      const [name = "", id, verb] = segments;
      const path = segments.join("/");
      const filters = Object.hasOwn(HAPPENINGS, path) ? HAPPENINGS[path] : undefined;
      if (filters !== undefined) {
        const expanded = (object: StoredObject, expand: readonly string[]) => expandFields(object, expand, "data.");
        return listPage(`/v1/${path}`, all(path), form, expanded, filters);
      }
      if (method === "GET" && Object.hasOwn(HAPPENINGS, name) && id !== undefined) {
        const { expand } = readParameters(form, { expand: list(text).default([]) });
        const found = find(id);
        if (found === undefined) throw new ApiError(`No such ${name}: '${id}'`, { code: "resource_missing" }, 404);
        return expandFields(found, expand, "");
      }
      if (name === "account") {
        return { id: "acct_1Local", object: "account", charges_enabled: settings.chargesEnabled };
      }
      const kind = Object.hasOwn(KINDS, name) ? KINDS[name] : undefined;
      if (kind === undefined) return null;
      if (id === undefined) {
        return method === "POST"
          ? create(name, kind, form)
          : listPage(`/v1/${name}`, all(name), form, shown, kind.filters);
      }
      const stored = all(name).find((candidate) => candidate.id === id);
      if (stored === undefined) {
        throw new ApiError(`No such ${kind.object}: '${id}'`, { code: "resource_missing" }, 404);
      }
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
