import { isDeepStrictEqual } from "node:util";
import type Stripe from "stripe";
import { hasOfferEnded, isLinkUsed } from "../../src/server/env.ts";
import { dashboardPage } from "../../src/server/stripe.ts";
import { PRODUCT_IDS, type ProductId } from "../../src/shared/courses.ts";
import { otherEnvironment } from "../../src/shared/environment.ts";
import { isRecord } from "../../src/shared/is-record.ts";
import { formatPrice } from "../../src/shared/money.ts";
import { advice, type Finding, missing } from "./findings.ts";
import type { SellingPages } from "./live-site.ts";
import {
  API_VERSION,
  CURRENCY,
  HOSTED_SALES,
  type HostedSale,
  isOffered,
  type Site,
  wantedEndpoint,
  wantedLink,
  wantedPrice,
  wantedProduct,
} from "./wishes.ts";

/** The Stripe account: its objects, and the steps to what the shop needs. */

export type Account = {
  products: readonly Stripe.Product[];
  prices: readonly Stripe.Price[];
  /** The active ones, with their line items. */
  links: readonly Stripe.PaymentLink[];
  endpoints: readonly Stripe.WebhookEndpoint[];
  domains: readonly Stripe.PaymentMethodDomain[];
  /** Whether the live shop sells with the address of a link, or may: a page could not be read. */
  isSelling: (url: string) => boolean;
};

const PAGE = { limit: 100 } as const;

/** Reads everything, page by page. Rejects with Stripe's error. */
export async function readAccount(stripe: Stripe, site: Site, pages: SellingPages): Promise<Account> {
  const [products, prices, links, endpoints, domains] = await Promise.all([
    all(stripe.products.list(PAGE)),
    all(stripe.prices.list({ ...PAGE, active: true })),
    all(stripe.paymentLinks.list({ ...PAGE, active: true, expand: ["data.line_items"] })),
    all(stripe.webhookEndpoints.list(PAGE)),
    all(stripe.paymentMethodDomains.list({ ...PAGE, domain_name: domainOf(site) })),
  ]);
  const isSelling = (url: string) => pages.some((page) => typeof page !== "string" || page.includes(url));
  return { products, prices, links, endpoints, domains, isSelling };
}

async function all<T>(pages: AsyncIterable<T>): Promise<readonly T[]> {
  const found: T[] = [];
  for await (const item of pages) found.push(item);
  return found;
}

/**
 * Makes one change of the account, or in a rehearsal only notes its line and resolves to undefined. `tidy`: the change
 * makes no difference for buyers.
 */
export type Step = <T>(line: string, perform: () => Promise<T>, kind?: "needed" | "tidy") => Promise<T | undefined>;

export type Completed = {
  /** Address of each sale's payment link, by the name of its var; absent while it is not made. */
  links: ReadonlyMap<string, string>;
  /** Addresses of other links, with which the live shop sells, or may. */
  leftOn: readonly string[];
  /** Told by Stripe when an endpoint is made, and never again. */
  webhookSecret?: string;
};

/**
 * Takes every step that the account lacks, in order. Earlier objects are found by their metadata (an endpoint also by
 * its address, a domain by its name), so that nothing is made twice. `vars` are the addresses that the next deployment
 * sells with.
 */
export async function completeAccount(
  stripe: Stripe,
  account: Account,
  site: Site,
  vars: Readonly<Record<string, unknown>>,
  step: Step,
): Promise<Completed> {
  // The objects of a sale that is not offered are not urgent.
  const stepFor = (sales: readonly HostedSale[]): Step =>
    sales.some((sale) => isOffered(sale, vars)) ? step : (line, perform) => step(line, perform, "tidy");
  const products = new Map<ProductId, Stripe.Product | undefined>();
  for (const productId of PRODUCT_IDS) {
    const sales = HOSTED_SALES.filter((sale) => sale.productId === productId);
    products.set(productId, await completeProduct(stripe, account, productId, stepFor(sales)));
  }
  const links = new Map<string, string>();
  const hasEnded = hasOfferEnded(vars, new Date());
  for (const sale of HOSTED_SALES) {
    if (!isLinkUsed(sale.productId, sale.flow, hasEnded)) {
      for (const link of linksOf(account, site, sale))
        await switchOff(stripe, account, sale, link, "its offer has ended", step);
      continue;
    }
    const saleStep = stepFor([sale]);
    const price = await completePrice(stripe, account, sale, products.get(sale.productId)?.id, saleStep);
    const url = await completeLink(stripe, account, site, vars, sale, price?.id, saleStep);
    if (url !== undefined) links.set(sale.varName, url);
  }
  const webhookSecret = await completeEndpoint(stripe, account, site, step);
  await completeDomain(stripe, account, site, step);
  const used = new Set(links.values());
  const others = HOSTED_SALES.flatMap((sale) => linksOf(account, site, sale)).filter(({ url }) => !used.has(url));
  const leftOn = others.map(({ url }) => url).filter(account.isSelling);
  return { links, leftOn, ...(webhookSecret === undefined ? {} : { webhookSecret }) };
}

/** An object of the account: as it is, as it should be, and the lines and calls that make it so. */
type Plan<T extends { id: string }> = {
  found: T | undefined;
  wanted: Readonly<Record<string, unknown>>;
  added: string;
  changed: string;
  create(): Promise<T>;
  update(id: string): Promise<T>;
};

/** Creates a missing object, or changes a differing one. Undefined if it was only planned. */
async function complete<T extends { id: string }>(step: Step, plan: Plan<T>): Promise<T | undefined> {
  const { found, wanted, added, changed, create, update } = plan;
  if (found === undefined) return step(`+ ${added}`, create);
  const changes = differences({ ...found }, wanted);
  if (changes.length > 0) await step(`~ ${changed}${listed(changes)}`, () => update(found.id));
  return found;
}

function completeProduct(
  { products }: Stripe,
  account: Account,
  productId: ProductId,
  step: Step,
): Promise<Stripe.Product | undefined> {
  const wanted = wantedProduct(productId);
  const known = account.products.filter(({ metadata }) => metadata.product === productId);
  return complete(step, {
    found: known.find(({ active }) => active) ?? known[0],
    wanted: { ...wanted, active: true },
    added: `product ${productId}: ${wanted.name}`,
    changed: `product ${productId}`,
    create: () => products.create(wanted),
    update: (id) => products.update(id, { ...wanted, active: true }),
  });
}

function completePrice(
  { prices }: Stripe,
  account: Account,
  sale: HostedSale,
  productId: string | undefined,
  step: Step,
): Promise<Stripe.Price | undefined> {
  const { tax_behavior, metadata } = wantedPrice(sale, "");
  const name = `price ${nameOf(sale)}: ${formatPrice(sale.priceCents)} including VAT`;
  return complete(step, {
    // Stripe cannot change a price's amount, nor a price that excludes VAT: those need another price.
    found: account.prices.find(
      (price) => price.product === productId && price.metadata.flow === sale.flow && isOf(sale, price),
    ),
    wanted: { tax_behavior, metadata },
    added: name,
    changed: name,
    create: () => prices.create(wantedPrice(sale, required(productId))),
    update: (id) => prices.update(id, { tax_behavior, metadata }),
  });
}

async function completeLink(
  stripe: Stripe,
  account: Account,
  site: Site,
  vars: Readonly<Record<string, unknown>>,
  sale: HostedSale,
  priceId: string | undefined,
  step: Step,
): Promise<string | undefined> {
  const { paymentLinks } = stripe;
  const wanted = wantedLink(sale, site);
  const known = linksOf(account, site, sale);
  const sellingNow = known.filter((link) => sellsFor(link, sale));
  const found = sellingNow.find(({ url }) => url === vars[sale.varName]) ?? sellingNow[0];
  const name = `payment link ${nameOf(sale)}`;
  const link = await complete(step, {
    found,
    wanted,
    added: `${name}: ${formatPrice(sale.priceCents)}, then to ${wanted.after_completion.redirect.url}`,
    changed: `${name} ${found?.url}`,
    create: () => paymentLinks.create({ ...wanted, line_items: [{ price: required(priceId), quantity: 1 }] }),
    update: (id) => paymentLinks.update(id, wanted),
  });
  for (const old of known) {
    if (old === found || Object.values(vars).includes(old.url)) continue;
    await switchOff(stripe, account, sale, old, "no page uses it", step);
  }
  return link?.url;
}

/** Does nothing before a deployment without the link: until then its buyers would come to a closed page. */
async function switchOff(
  { paymentLinks }: Stripe,
  { isSelling }: Account,
  sale: HostedSale,
  { id, url }: Stripe.PaymentLink,
  why: string,
  step: Step,
): Promise<void> {
  if (isSelling(url)) return;
  const line = `- payment link ${nameOf(sale)} ${url}: switched off, ${why}`;
  await step(line, () => paymentLinks.update(id, { active: false }), "tidy");
}

/** The links of a sale. A link without an environment was made by hand, and counts as one of them. */
function linksOf({ links }: Account, { environment }: Site, sale: HostedSale): readonly Stripe.PaymentLink[] {
  return links.filter(
    ({ metadata }) =>
      metadata.product === sale.productId &&
      metadata.flow === sale.flow &&
      otherEnvironment(metadata, environment) === null,
  );
}

function sellsFor({ line_items: lines }: Stripe.PaymentLink, sale: HostedSale): boolean {
  const [line, ...more] = lines?.data ?? [];
  return more.length === 0 && line?.quantity === 1 && line.price !== null && isOf(sale, line.price);
}

/** Whether a price asks once for what the shop asks, including VAT. */
function isOf(sale: HostedSale, price: Stripe.Price): boolean {
  return (
    price.unit_amount === sale.priceCents &&
    price.currency === CURRENCY &&
    price.type === "one_time" &&
    price.tax_behavior !== "exclusive"
  );
}

/** Creates or updates the endpoint. Resolves to its secret if it was created. */
async function completeEndpoint(
  { webhookEndpoints }: Stripe,
  account: Account,
  site: Site,
  step: Step,
): Promise<string | undefined> {
  const wanted = wantedEndpoint(site);
  const [found] = ourEndpoints(account, site);
  const endpoint = await complete<Stripe.WebhookEndpoint>(step, {
    found: found && { ...found, enabled_events: found.enabled_events.toSorted() },
    wanted: { ...wanted, enabled_events: wanted.enabled_events.toSorted(), status: "enabled" },
    added: `webhook endpoint ${wanted.url}: ${wanted.enabled_events.join(", ")}`,
    changed: `webhook endpoint ${found?.url}`,
    create: () => webhookEndpoints.create({ ...wanted, api_version: API_VERSION }),
    update: (id) => webhookEndpoints.update(id, { ...wanted, disabled: false }),
  });
  return endpoint?.secret;
}

/** The endpoint made for this shop comes first. Another one with its address delivers each event a second time. */
function ourEndpoints({ endpoints }: Account, site: Site): readonly Stripe.WebhookEndpoint[] {
  const { url } = wantedEndpoint(site);
  const isMade = (endpoint: Stripe.WebhookEndpoint) => endpoint.metadata.environment === site.environment;
  const ours = endpoints.filter((endpoint) => isMade(endpoint) || endpoint.url === url);
  return ours.toSorted((a, b) => Number(isMade(b)) - Number(isMade(a)));
}

async function completeDomain(stripe: Stripe, { domains }: Account, site: Site, step: Step): Promise<void> {
  const [found] = domains;
  const name = `domain ${domainOf(site)} for Apple Pay and Google Pay`;
  if (found === undefined) {
    await step(`+ ${name}`, () => stripe.paymentMethodDomains.create({ domain_name: domainOf(site) }));
  } else if (!found.enabled) {
    await step(`~ ${name}: enabled`, () => stripe.paymentMethodDomains.update(found.id, { enabled: true }));
  } else if (inactiveWallets(found).length > 0) {
    await step(`~ ${name}: validated again`, () => stripe.paymentMethodDomains.validate(found.id), "tidy");
  }
}

function inactiveWallets({ apple_pay: apple, google_pay: google }: Stripe.PaymentMethodDomain): readonly string[] {
  const wallets = [
    { name: "Apple Pay", wallet: apple },
    { name: "Google Pay", wallet: google },
  ];
  return wallets
    .filter(({ wallet }) => wallet.status !== "active")
    .map(({ name, wallet }) => `${name} (${wallet.status_details?.error_message ?? wallet.status})`);
}

export function findAccountTrouble(account: Account, site: Site): readonly Finding[] {
  const [endpoint, ...doubles] = ourEndpoints(account, site);
  const findings: Finding[] = doubles.map(({ id, url }) =>
    missing(
      `a second webhook endpoint for ${url}: every event comes twice, one of them refused`,
      `remove it: ${dashboardPage(`webhooks/${id}`)}`,
    ),
  );
  if (endpoint !== undefined && endpoint.api_version !== API_VERSION) {
    findings.push(
      advice(
        `the webhook endpoint speaks API version ${endpoint.api_version ?? "of the account"}, the shop ${API_VERSION}`,
        `remove it at ${dashboardPage(`webhooks/${endpoint.id}`)} and run \`stripe\` again: it makes a new one, with a new secret`,
      ),
    );
  }
  for (const domain of account.domains) {
    const wallets = inactiveWallets(domain);
    if (wallets.length === 0) continue;
    findings.push(
      advice(
        `${domain.domain_name} cannot take ${wallets.join(" and ")}`,
        `once the shop is deployed run \`stripe\` again; ${dashboardPage("settings/payment_method_domains")}`,
      ),
    );
  }
  return findings;
}

function domainOf({ origin }: Site): string {
  return new URL(origin).hostname;
}

function nameOf({ productId, flow }: HostedSale): string {
  return flow === "none" ? productId : `${productId} flow ${flow}`;
}

/** The id of an object that an earlier step made. Throws if it is missing. */
function required(id: string | undefined): string {
  if (id === undefined) throw new Error("Stripe did not tell the id of what it made");
  return id;
}

type Difference = { field: string; before: unknown; after: unknown };

/** The fields in which an object differs from the wanted values; other fields are ignored. */
function differences(found: Readonly<Record<string, unknown>>, wanted: Readonly<Record<string, unknown>>) {
  const changes: Difference[] = [];
  for (const [field, after] of Object.entries(wanted)) {
    const before = within(found[field], after);
    if (!isDeepStrictEqual(before, after)) changes.push({ field, before, after });
  }
  return changes;
}

/** Only the fields of an object that `wanted` has, in lists too: Stripe's answers have many more. */
function within(found: unknown, wanted: unknown): unknown {
  if (Array.isArray(found) && Array.isArray(wanted)) return found.map((item, index) => within(item, wanted[index]));
  if (!isRecord(found) || !isRecord(wanted)) return found ?? null;
  return Object.fromEntries(Object.entries(wanted).map(([name, value]) => [name, within(found[name], value)]));
}

function listed(changes: readonly Difference[]): string {
  return changes
    .map(({ field, before, after }) => `\n      ${field}: ${JSON.stringify(before)} -> ${JSON.stringify(after)}`)
    .join("");
}
