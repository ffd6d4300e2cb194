import { formatOrderNumber } from "../../src/ledger/order-rules.ts";
import { createOrderToken } from "../../src/ledger/order-token.ts";
import { ORDER_STATUS_COPY } from "../../src/orders/order-copy.ts";
import { FIELD_NAMES, FORM_NAME_FIELD, STEP_FIELD, STEPS } from "../../src/orders/withdrawal/withdrawal-page.tsx";
import { openShop } from "../../src/server/shop.ts";
import { bridgeKey, priceOf } from "../../src/shared/courses.ts";
import { ORDER_PARAMETER, PATHS } from "../../src/shared/paths.ts";
import { DAY_MS } from "../../src/shared/time.ts";
import type { PaymentIntent } from "../outside-world/stripe-objects.ts";
import { Tab } from "./browser.ts";
import { now, runUntil, sleep } from "./clock.ts";
import { COURSES_AT, type Outage, TRAVEL_MS } from "./cloud.ts";
import { refusedOf } from "./ledger-promises.ts";
import { answerWithdrawals, correctAddress, decideGift, erase, reconcile, resendMails } from "./operators.ts";
import { askForInvoice, click, decideDelivery, openGift, orderUrl, sendForm, shortId } from "./order-page.ts";
import { awayUntilMs, KV_SHOWS_MS, MAILED_WITHIN_MS } from "./patience.ts";
import { ANNA, BEN, configOf, HOSTED_BUYER, PARTNER } from "./purchases.ts";
import type { Step } from "./story.ts";
import type { World } from "./world.ts";

/** The effect of each act of a story. */

/** If a dispute ends in the act that opens it, it ends this long after, milliseconds. */
const DISPUTED_MS = 60 * 60_000;
/** The longest time in which a request may still fail after a connection is good again, milliseconds. */
const CONNECTED_AFTER_MS = 2 * TRAVEL_MS;

type OutageOf = Outage extends infer One ? (One extends Outage ? Omit<One, "fromMs" | "untilMs"> : never) : never;

/** Begins one act. Its consequences run while later acts begin. */
export async function perform(world: World, step: Step): Promise<void> {
  const { browser, provider } = world;
  if ("which" in step && step.do !== "delivery") {
    const intent = provider.intents.all().toReversed()[step.which];
    return intent === undefined ? undefined : performOn(world, step, intent);
  }
  const tabOf = (index: number): Tab | undefined => browser.tabs[index];
  const begin = (outage: OutageOf) => {
    if ("forMs" in step) world.outages.push({ ...outage, fromMs: now(), untilMs: now() + step.forMs });
  };
  switch (step.do) {
    case "open": {
      tabOf(step.tab)?.close();
      const tab = new Tab(world, `Tab ${step.tab + 1}`, await configOf(world, step.bought));
      browser.tabs[step.tab] = tab;
      return tab.send({ type: "start" });
    }
    case "reload": {
      const before = tabOf(step.tab);
      if (before === undefined || before.isGone) return;
      before.close();
      const tab = new Tab(world, before.name, { ...before.config, publishableKey: "pk_test_local" }, before.storage);
      browser.tabs[step.tab] = tab;
      return tab.send({ type: "start" });
    }
    case "press":
      return press(world, step);
    case "close":
      return tabOf(step.tab)?.close();
    case "look": {
      const tab = tabOf(step.tab);
      if (step.how === "restored" && tab?.place === "bank") tab.place = "checkout";
      return tab?.send({ type: step.how });
    }
    case "connection":
      browser.connection = step.is;
      world.hindrances.push({ fromMs: now(), untilMs: now() + step.forMs + CONNECTED_AFTER_MS });
      return void sleep(step.forMs).then(() => {
        browser.connection = "good";
      });
    case "stripe":
      return provider.setTrouble(step.mode, step.times);
    case "kv away":
      return begin({ of: "kv", calls: step.calls });
    case "ledger away":
      return begin({ of: "ledger", calls: step.calls });
    case "workflows away":
      return begin({ of: "workflows" });
    case "mail fails":
      return begin({ of: "mail", code: step.code });
    case "webhooks":
      return provider.setDelivery(step);
    case "hosted": {
      const { product, flow, hasConsented, later } = step;
      const { priceCents: amount } = priceOf(product, flow);
      const isPaid = later === null ? "now" : "later";
      const session = provider.buy({ ...HOSTED_BUYER, product, flow, amount, hasConsented, isPaid });
      if (later !== null) world.answerLater(session.payment_intent, later);
      return readBridgePage(world, `/${bridgeKey(product, amount)}`);
    }
    case "delivery":
      return decideDelivery(world, step);
    case "erase":
      return erase(world, step.whose);
    case "reconcile":
      return void (await reconcile(world, { isWriting: true, days: 7 }));
    default:
      for (let count = 0; count < step.count; count += 1) world.engine.mishaps.push({ kind: step.kind, of: step.of });
  }
}

async function performOn(
  world: World,
  step: Extract<Exclude<Step, { do: "delivery" }>, { which: number }>,
  intent: PaymentIntent,
): Promise<void> {
  const { provider } = world;
  const { id } = intent;
  switch (step.do) {
    case "cancel":
      if (intent.status !== "requires_payment_method" && intent.status !== "requires_action") return;
      // A visit may still be led to it.
      world.hindrances.push({ fromMs: now(), untilMs: now() + DAY_MS });
      return provider.cancel(intent);
    case "order page":
      return readOrderPage(world, id);
    case "unwrap":
      return unwrap(world, intent);
    case "answer":
      return answerWithdrawals(world, id, step.answer);
    case "events again":
      return provider.deliverAgain(id);
    case "revoke":
      return decideGift(world, id, !step.isRestored);
  }
  if (provider.paidAtMs(id) === null) return;
  switch (step.do) {
    case "refund":
      attempt(() => provider.refund(intent, step.cents ?? undefined));
      if (step.returnedMs !== null) void sleep(step.returnedMs).then(() => attempt(() => provider.failRefund(intent)));
      return;
    case "dispute": {
      attempt(() => provider.dispute(intent, step.status));
      const { ends } = step;
      if (ends !== null) void sleep(DISPUTED_MS).then(() => attempt(() => provider.dispute(intent, ends)));
      return;
    }
    case "withdraw":
      return withdraw(world, step, intent);
    case "invoice":
      return askForInvoice(world, id, step);
    case "resend":
      return resendMails(world, id);
    case "correct":
      return correctAddress(world, id);
  }
}

/** A careful buyer does not pay if the page has said that it is paid or under way; a hasty one presses any button. */
function press(world: World, { tab: index, by, isHasty, plan }: Extract<Step, { do: "press" }>): void {
  const tab = world.browser.tabs[index];
  if (tab === undefined || tab.isGone || tab.view.phase !== "ready") return;
  const isKnown = world.browser.read.has(tab.contents) || tab.view.left !== null || world.hasMailOf(tab.contents);
  if (isKnown && !isHasty) {
    world.note(`${by} knows already, and does not pay in ${tab.name}.`);
    return;
  }
  tab.plan = plan as Tab["plan"];
  tab.press(by === "Anna" ? ANNA : BEN);
}

/** Runs an owner's action; it is left out if Stripe refuses it, such as a refund of money that went back already. */
function attempt(work: () => unknown): void {
  try {
    work();
  } catch {
    // Stripe shows that in its dashboard.
  }
}

const WITHDRAWN = /HR(-[0-9A-Z]{4}){3}/;

async function withdraw(world: World, act: Extract<Step, { do: "withdraw" }>, intent: PaymentIntent): Promise<void> {
  const token = await createOrderToken(openShop(world.envAt("AMS")), intent.id);
  const isBuyer = act.by === "its buyer";
  const fields = {
    [FIELD_NAMES.name]: (isBuyer ? ANNA : PARTNER).name,
    [FIELD_NAMES.contract]: formatOrderNumber(intent.id),
    [FIELD_NAMES.email]: isBuyer ? (intent.metadata.buyer_email ?? HOSTED_BUYER.email) : PARTNER.email,
    [FIELD_NAMES.reason]: "",
    [ORDER_PARAMETER]: token ?? "",
  };
  const send = async (more: Readonly<Record<string, string>>) => {
    const response = await sendForm(world, `${world.shopOrigin}${PATHS.withdrawal}`, { ...fields, ...more });
    return { status: response.status, html: await response.text() };
  };
  const { failures } = world.database.own;
  const refused = new Set(refusedOf(world, intent.id));
  try {
    const check = await send({ [STEP_FIELD]: STEPS.check });
    const name = new RegExp(`name="${FORM_NAME_FIELD}" value="([^"]+)"`).exec(check.html)?.[1] ?? "";
    const withdrawal = { intentId: intent.id, askedMs: now(), receivedMs: null as number | null };
    world.withdrawals.push(withdrawal);
    const answers = click(act, () => send({ [STEP_FIELD]: STEPS.confirm, [FORM_NAME_FIELD]: name }));
    for (const answer of await Promise.allSettled(answers)) {
      if (answer.status === "rejected") continue;
      const { status, html } = answer.value;
      const reference = WITHDRAWN.exec(html)?.[0];
      world.note(`The withdrawal is answered ${status}${reference === undefined ? "" : `, as ${reference}`}.`);
      if (status === 200 && reference !== undefined) {
        world.withdrawn.set(reference, intent.id);
        withdrawal.receivedMs ??= now();
        if (refused.has(reference) && refusedOf(world, intent.id).includes(reference))
          world.fail("a new withdrawal is said to be one that was refused");
      } else if (failures === world.database.own.failures) {
        world.fail(`a withdrawal is answered ${status}`);
      }
    }
  } catch {
    world.note("The withdrawal gets no answer.");
  }
}

/** The page to which the hosted checkout leads its buyer names the course. */
async function readBridgePage(world: World, path: string): Promise<void> {
  const fromMs = now();
  try {
    const html = await (await world.fromBrowser(new Request(`${world.shopOrigin}${path}`))).text();
    if (!html.includes(`${COURSES_AT}${path.slice(1)}`) && !world.wasAway("kv", fromMs))
      world.fail(`'${path}' does not lead to its course`);
  } catch {
    world.note("The page after the hosted checkout gets no answer.");
  }
}

/** Checks that the order page tells the truth, as far as the shop can know it. */
async function readOrderPage(world: World, intentId: string): Promise<void> {
  const url = await orderUrl(world, intentId);
  if (url === null) return;
  const fromMs = now();
  try {
    const response = await world.fromBrowser(new Request(url));
    const html = await response.text();
    const { states } = ORDER_STATUS_COPY;
    const state = Object.entries(states).find(([, { title }]) => html.includes(title))?.[0];
    world.note(`The order's page of ${shortId(intentId)} says '${state ?? response.status}'.`);
    // The link is signed for a payment that was made, so its page must never say that it was not.
    if (/niet gelukt|niets afgeschreven/.test(html)) world.onReadUnpaid("the order's page", intentId, fromMs);
    const saysPaid = state !== undefined && state !== "awaited";
    if (saysPaid && world.provider.paidAtMs(intentId) === null)
      world.fail(`the order's page says '${state}' of what is not paid`);
  } catch {
    world.note("The order's page gets no answer.");
  }
}

/** If nothing fails and no operator decides otherwise, a paid gift opens soon, and a repaid one closes in KV's minute. */
function checkOpened(world: World, intentId: string, status: number): void {
  const { provider, operatorStops, fail } = world;
  const refunds = provider.account.of("refunds", intentId);
  if (operatorStops.has(intentId) || provider.account.of("disputes", intentId).length > 0) return;
  if (refunds.some(({ status: of }) => of === "failed") || world.wasAway("kv", now() - KV_SHOWS_MS)) return;
  const stoppedMs = provider.refundToldAtMs(intentId);
  if (stoppedMs !== null && now() - stoppedMs > KV_SHOWS_MS && status === 200)
    fail("a gift opens after all of it went back");
  const toldMs = provider.toldAtMs(intentId);
  const isKnown = toldMs !== null && now() - Math.max(toldMs, ...awayUntilMs(world)) > MAILED_WITHIN_MS;
  if (refunds.length === 0 && isKnown && status !== 200) fail(`a gift that was paid is answered ${status}`);
}

async function unwrap(world: World, intent: PaymentIntent): Promise<void> {
  if (intent.metadata.gift === undefined) return;
  try {
    const { status } = (await openGift(world, intent.id))?.answer ?? {};
    if (status === undefined) return;
    world.note(`The gift of ${shortId(intent.id)} is answered ${status}.`);
    if (status === 200 && world.provider.paidAtMs(intent.id) === null) world.fail("a gift opens that is not paid");
    checkOpened(world, intent.id, status);
  } catch {
    world.note("The gift gets no answer.");
  }
}

export async function finish<T>(work: Promise<T>): Promise<T> {
  let isDone = false;
  const done = work.finally(() => {
    isDone = true;
  });
  done.catch(() => undefined);
  await runUntil(() => isDone);
  return done;
}
