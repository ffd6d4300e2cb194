import { createHash } from "node:crypto";
import { createApp } from "../../src/app.tsx";
import { PATHS } from "../../src/shared/paths.ts";
import type { IntentStatus } from "../outside-world/stripe-intents.ts";
import { STRIPE_PUBLISHABLE_KEY } from "../outside-world/stripe-keys.ts";
import type { PaymentIntent } from "../outside-world/stripe-objects.ts";
import { createBrowser, type Person, type Tab } from "./browser.ts";
import { randomBelow } from "./chance.ts";
import { now, sleep } from "./clock.ts";
import { createCloud, type Outage, SECRETS, TRAVEL_MS, VARS } from "./cloud.ts";
import { checkHeard, checkProjection, type Erasure } from "./ledger-promises.ts";
import { mailsOf } from "./mails.ts";
import { type Decision, expectForgotten, shortId } from "./order-page.ts";
import { createProvider } from "./provider.ts";
import type { BankPlan, LaterAnswer } from "./stripe-js.ts";

/** The shop and everything around it, for one story. */

const APP = createApp();
/** The event of a payment that went through. */
const PAID_EVENT = "payment_intent.succeeded";
/** When a browser or a server notices a lost connection, milliseconds. */
const CUT_AFTER_MS = 5_000;

export type World = Awaited<ReturnType<typeof createWorld>>;

export async function createWorld(story: { kvLateMs: number; buyer: Person; private: readonly string[] }) {
  const shopOrigin = VARS.SITE_ORIGIN ?? "";
  const apiBase = VARS.STRIPE_API_BASE ?? "";
  const notes: { atMs: number; text: string }[] = [];
  const broken: string[] = [];
  const logs: string[] = [];
  const tabKeys = new Map<string, Tab>();
  /** Texts that no log line, no shared cache and no other page's address may hold. */
  const secrets = new Set<string>(SECRETS);
  for (const text of [story.buyer.name, story.buyer.email, ...story.private]) secrets.add(text);
  const note = (text: string) => void notes.push({ atMs: now(), text });
  const fail = (text: string) => {
    note(`BROKEN: ${text}`);
    broken.push(text);
  };

  const cloud = await createCloud({
    kvLateMs: story.kvLateMs,
    note,
    fail,
    onMail: (mail) => {
      if (mail.row.kind === "gift") void expectForgotten(world, mail);
    },
  });
  const { mails, envAt } = cloud;

  async function bring(request: Request, place: string): Promise<Response> {
    const waited: Promise<unknown>[] = [];
    const context = { waitUntil: (work: Promise<unknown>) => void waited.push(work) };
    const asked = new URL(request.url);
    const fromMs = now();
    const response = await APP.fetch(request, envAt(place), context as never);
    const text = await response.text();
    checkCache(asked, response, text);
    checkSale(asked.pathname, response.status, fromMs);
    return new Response(response.status === 204 || response.status === 304 ? null : text, response);
  }

  const provider = createProvider({
    apiBase,
    shopOrigin,
    bring,
    note,
    async onTaken(intentId) {
      checkHeard(world, intentId);
      await checkProjection(world, intentId);
    },
  });

  /** `fetch` in this process: for the shop's server it calls Stripe, for the browser the shop. */
  async function fetchAnywhere(input: Request | string | URL, init?: RequestInit): Promise<Response> {
    const { signal, ...rest } = init ?? {};
    const request = new Request(input, rest as RequestInit);
    const isForStripe = request.url.startsWith(apiBase);
    const answer = isForStripe ? callStripe(request) : fromBrowser(request);
    if (signal === undefined || signal === null) return answer;
    const abandoned = new Promise<never>((_resolve, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason ?? new DOMException("aborted", "AbortError")));
    });
    return Promise.race([answer, abandoned]);
  }

  async function callStripe(request: Request): Promise<Response> {
    await sleep(1 + randomBelow(TRAVEL_MS));
    try {
      return await provider.call(request);
    } catch (error) {
      await sleep(CUT_AFTER_MS);
      throw error;
    } finally {
      await sleep(1 + randomBelow(TRAVEL_MS));
    }
  }

  async function fromBrowser(request: Request): Promise<Response> {
    const { browser } = world;
    await sleep(1 + randomBelow(TRAVEL_MS));
    if (browser.connection === "down") throw new TypeError("Failed to fetch");
    const isForShop = request.url.startsWith(shopOrigin);
    const answer = isForShop ? await bring(withBrowserHeaders(request), "AMS") : await callStripe(request);
    await sleep(1 + randomBelow(TRAVEL_MS));
    if (browser.connection !== "good") throw new TypeError("Failed to fetch");
    if (isForShop) keepCookies(answer);
    return answer;
  }

  function withBrowserHeaders(request: Request): Request {
    const headers = new Headers(request.headers);
    headers.set("origin", shopOrigin);
    headers.set("cf-connecting-ip", "192.0.2.1");
    const cookies = [...world.browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    if (cookies !== "") headers.set("cookie", cookies);
    return new Request(request, { headers });
  }

  function keepCookies(answer: Response): void {
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ""] = line.split(";");
      const at = pair.indexOf("=");
      if (/max-age=0\b/i.test(line)) world.browser.cookies.delete(pair.slice(0, at));
      else world.browser.cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
  }

  /** A sale needs Stripe and KV alone. */
  function checkSale(path: string, status: number, fromMs: number): void {
    const pages = [PATHS.createPaymentIntent, PATHS.paymentDetails, PATHS.interstitial, "/bridge-", "/g-"];
    if (status < 500 || !pages.some((start) => path.startsWith(start))) return;
    if (!world.isHinderedSince(fromMs) && !world.wasAway("kv", fromMs))
      fail(`'${path}' is answered ${status}, and all that a sale needs is there`);
  }

  function checkCache(asked: URL, response: Response, text: string): void {
    const control = response.headers.get("cache-control") ?? "";
    if (/private|no-store/.test(control)) return;
    const found = secretIn(text) ?? secretIn(JSON.stringify([...response.headers]));
    if (found !== null)
      fail(`${asked.pathname} may be kept by a shared cache (${control || "no cache-control"}) and holds '${found}'`);
  }

  function secretIn(text: string): string | null {
    for (const secret of secrets) if (text.includes(secret)) return secret;
    return /pi_[A-Za-z0-9]+_secret_[A-Za-z0-9]+/.exec(text)?.[0] ?? null;
  }

  const world = {
    shopOrigin,
    apiBase,
    notes,
    broken,
    ...cloud,
    logs,
    provider,
    secrets,
    buyer: story.buyer,
    browser: createBrowser(),
    giftCodes: new Map<string, string>(),
    /** Confirmations that were sent although another payment for the same purchase was known, by payment intent. */
    knowing: new Set<string>(),
    /** By payment intent: the purchase, and when it was last confirmed. */
    confirmed: new Map<string, { contents: string; atMs: number }>(),
    /** The tab that began a visit, by the visit's digest in a payment's metadata. */
    beginners: new Map<string, Tab["storage"]>(),
    /** The tabs that confirmed a payment, by payment intent: other tabs must not be led to it. */
    owners: new Map<string, Set<Tab["storage"]>>(),
    /** The recipient of a gift when it was confirmed, by payment intent. */
    wishes: new Map<string, Set<string>>(),
    /** References of withdrawals, once for each time that an operator sent the receipt again. */
    resends: [] as string[],
    /** The operator's last decision on a gift, by payment intent, and when it was made. */
    operatorStops: new Map<string, { isStopped: boolean; atMs: number }>(),
    /** Gifts that an operator stopped, also those that were restored later. */
    revoked: new Set<string>(),
    /** Buyers' addresses that operators corrected. `isDone`: the tool has said so. */
    corrections: [] as { intentId: string; email: string; atMs: number; isDone: boolean }[],
    /** Addresses of which operators erased what they could. */
    erasures: [] as Erasure[],
    /** By payment intent: the addresses that givers left at the checkout for the gift's mail. */
    leftAddresses: new Map<string, readonly { to: string; atMs: number; answeredMs: number }[]>(),
    /** The deliveries that givers asked for on their order page. */
    decisions: [] as Decision[],
    /** The payments whose company was told that its invoice is made. */
    invoiced: new Set<string>(),
    /** Withdrawals by an order's own link. `receivedMs`: when somebody read that it was received. */
    withdrawals: [] as { intentId: string; askedMs: number; receivedMs: number | null }[],
    /** Payments that were withdrawn from, by the reference that somebody has read. */
    withdrawn: new Map<string, string>(),
    /** When a connection failed, or a payment was canceled: then a buyer may not be able to pay. */
    hindrances: [] as { fromMs: number; untilMs: number }[],
    note,
    fail,
    fetchAnywhere,
    fromBrowser,
    secretIn,

    /**
     * The addresses of a sale's buyer: several if two tabs pressed at the same moment, because one may write its buyer just
     * after the other's payment, or if an operator corrected it.
     */
    addressesOf({ id, metadata }: PaymentIntent): readonly string[] {
      const paid = provider.events.filter(({ type, data }) => type === PAID_EVENT && data.object.id === id);
      const typed = [metadata, ...paid.map(({ data }) => (data.object as PaymentIntent).metadata)].map(
        ({ buyer_email }) => buyer_email,
      );
      const corrected = world.corrections.filter(({ intentId }) => intentId === id).map(({ email }) => email);
      const all = [...typed, provider.sessionOf(id)?.customer_details.email, ...corrected];
      return [...new Set(all.filter((email) => email !== undefined))];
    },

    /** Whether a part of the platform was away between then and now. */
    wasAway: (of: Outage["of"], fromMs: number): boolean =>
      cloud.outages.some((one) => one.of === of && one.untilMs >= fromMs && one.fromMs <= now()),

    /** Whether anything stood in the way of a buyer between then and now. */
    isHinderedSince: (fromMs: number): boolean =>
      provider.lastTroubleMs >= fromMs || world.hindrances.some((one) => one.untilMs >= fromMs && one.fromMs <= now()),

    log(line: string): void {
      logs.push(line);
      const found = secretIn(line);
      if (found !== null) fail(`a log line holds '${found}': ${line.slice(0, 200)}`);
    },

    /** A publishable key for this tab, by which the simulated Stripe.js finds the tab. */
    keyOfTab(tab: Tab): string {
      const key = `Tab${tabKeys.size}`;
      tabKeys.set(`${STRIPE_PUBLISHABLE_KEY}${key}`, tab);
      return key;
    },
    tabOfKey: (key: string): Tab => tabKeys.get(key) as Tab,

    onConfirm(tab: Tab, intentId: string): void {
      const { contents } = tab;
      const { read, hasToldOfLeft } = world.browser;
      if (read.has(contents) || hasToldOfLeft) world.knowing.add(intentId);
      world.confirmed.set(intentId, { contents, atMs: now() });
      note(`${tab.name} confirms ${shortId(intentId)}.`);
      world.owners.set(intentId, (world.owners.get(intentId) ?? new Set()).add(tab.storage));
      const { purchase } = tab.config;
      if ("gift" in purchase)
        world.wishes.set(intentId, (world.wishes.get(intentId) ?? new Set()).add(purchase.gift.recipient));
    },

    /**
     * Called before a tab sends the details of a payment to the shop. Returns what to call with the answer: details that
     * were written replace the address in those that had been answered before they were sent.
     */
    onTold({ config: { purchase } }: Tab, intentId: string): (isWritten: boolean) => void {
      if (!("gift" in purchase) || purchase.deliverTo === undefined) return () => undefined;
      const told = { to: purchase.deliverTo, atMs: now(), answeredMs: Number.POSITIVE_INFINITY };
      world.leftAddresses.set(intentId, [...(world.leftAddresses.get(intentId) ?? []), told]);
      return (isWritten) => {
        told.answeredMs = now();
        if (!isWritten) return;
        const all = world.leftAddresses.get(intentId) ?? [];
        world.leftAddresses.set(
          intentId,
          all.filter(({ answeredMs }) => answeredMs >= told.atMs),
        );
      };
    },

    /** Called when a tab asks for a visit's payment; the first one began the visit. */
    onAskedFor({ storage }: Tab, visitKey: string): void {
      const visit = createHash("sha256").update(visitKey).digest("hex");
      if (!world.beginners.has(visit)) world.beginners.set(visit, storage);
    },

    /** Called when the checkout leads a tab to the payment return. */
    onLed(tab: Tab, intentId: string): void {
      const { visit = "" } = provider.intents.get(intentId)?.metadata ?? {};
      if (!world.owners.get(intentId)?.has(tab.storage) && world.beginners.get(visit) !== tab.storage)
        fail(`${tab.name} is led to ${shortId(intentId)}, which was made in another tab`);
    },

    /** `fromMs`: the earliest moment at which the answer may have been sent. */
    onReadUnpaid(where: string, intentId: string | null, fromMs = now() - 2 * TRAVEL_MS): void {
      if (intentId === null) return;
      const isUnpaid = (status: IntentStatus) => status === "requires_payment_method" || status === "canceled";
      if (!provider.stoodSince(intentId, fromMs, isUnpaid))
        fail(
          `${where} says that ${shortId(intentId)} is not paid, and it is ${provider.intents.get(intentId)?.status}`,
        );
    },

    hasMailOf(contents: string): boolean {
      return [...world.confirmed].some(
        ([id, known]) => known.contents === contents && mailsOf(mails, "confirmation", id).length > 0,
      );
    },

    async atBank(tab: Tab, intentId: string, returnUrl: string, plan: BankPlan): Promise<void> {
      await sleep(plan.afterMs);
      const intent = provider.intents.get(intentId);
      if (intent === undefined) return;
      if (intent.status === "requires_action" && plan.decides !== "nothing") {
        const status = BANK_STATUSES[plan.decides];
        note(`The bank says of ${shortId(intentId)}: ${status}.`);
        provider.settle(intent, status);
        if (plan.later !== undefined) world.answerLater(intentId, plan.later);
      }
      if (plan.isBack && tab.place === "bank") tab.toReturnPage(returnUrl);
    },

    answerLater(intentId: string, { status, afterMs }: LaterAnswer): void {
      void sleep(afterMs).then(() => {
        const intent = provider.intents.get(intentId);
        if (intent?.status !== "processing") return;
        note(`The bank says of ${shortId(intentId)}, later: ${status}.`);
        provider.settle(intent, status);
      });
    },
  };
  return world;
}

const BANK_STATUSES = { pays: "succeeded", refuses: "requires_payment_method", processes: "processing" } as const;
