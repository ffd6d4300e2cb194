import {
  PURCHASE_PUSH_DELAYS_MS,
  type PurchaseEvent,
  REDIRECT_DELAY_MS,
  SALE_STORAGE_KEY,
} from "../src/paying/return/analytics-rules.ts";
import {
  ASK_AGAIN_AFTER_MS,
  BRIDGE_STATE_ID,
  type BridgeProps,
  type BridgeState,
  INTERSTITIAL_ENTRY_ID,
  type InterstitialMap,
  outcomeFromMap,
  SESSION_PARAMETER,
  type ShownLaterName,
  type TargetLookup,
} from "../src/paying/return/interstitial-rules.ts";

/**
 * The script of the bridge pages and the payment return. It is inline in their head, before the stylesheet, and waits
 * for no file: a sale is counted when the first bytes of the page have arrived. Then it takes the buyer to the target,
 * or asks for the payment's state. The parts that it may show are in the page as templates (`ShownLater`). It uses no
 * API that is newer than the browsers that the stylesheets are built for.
 */

/** The timeout of a request to our server, milliseconds. */
const QUESTION_LIMIT_MS = 10_000;

/** After this long a missing part of the page counts as lost, milliseconds: the server waits less for Stripe and KV. */
const PARSE_LIMIT_MS = 25_000;

/** The form of a transaction id, in the address or in storage. */
const TRANSACTION_ID = /^[\w.-]{8,99}$/;

/** A page counts as loaded after this long, even if a file or a tag hangs, milliseconds. */
const LOAD_GRACE_MS = 10_000;

const {
  pathKey,
  mapUrl,
  state: knownState,
}: BridgeProps = JSON.parse((document.currentScript as HTMLScriptElement).dataset.props as string);

const parsed = Promise.race([once("DOMContentLoaded"), pause(PARSE_LIMIT_MS)]);
const loaded = Promise.race([once("load"), parsed.then(() => pause(LOAD_GRACE_MS))]);

if (knownState.status) parsed.then(() => act(readBlock(BRIDGE_STATE_ID) ?? knownState));
else act(knownState);

/** Carries out a state's instructions. */
async function act({
  status,
  intentId,
  endedIntent,
  saleEuros,
  title,
  leadsOn,
  askAfterMs,
}: BridgeState): Promise<void> {
  // First, so that no later error can stop it.
  if (leadsOn) leadOn();
  if (saleEuros) count(intentId ?? visitTransactionId(), saleEuros);
  if (title) document.title = title;
  // A separate file that nothing waits for. A failed load is ignored (`Error` is a short function that does nothing
  // here).
  if (endedIntent) import("./end-visit.ts").then((visit) => visit.endVisitOf(endedIntent, intentId), Error);
  if (askAfterMs) {
    // The page's own address answers with JSON to this request.
    const news = await ask<BridgeState>(location.href, askAfterMs, (answer) => answer.status !== status);
    if (news) location.reload();
    else show("later");
  }
}

/** Pushes the sale at 0, 5 and 10 seconds, each with the same transaction id so that it can be counted once. */
function count(transactionId: string, value: number): void {
  const push = () => {
    try {
      const purchase: PurchaseEvent = { event: "purchase", transaction_id: transactionId, value, currency: "EUR" };
      // biome-ignore lint/suspicious/noAssignInExpressions: it is shorter
      (window.dataLayer ??= []).push(purchase);
    } catch (error) {
      // A data layer that tags have changed must not stop the buyer.
      console.error(error);
    }
  };
  for (const ms of PURCHASE_PUSH_DELAYS_MS) {
    if (ms) setTimeout(push, ms);
    else push();
  }
}

/**
 * The transaction id: the hosted checkout's session from the address, else the id of this page before a reload, else a
 * new one. It stores nothing; the tag manager stores the id after consent (client/tag-manager.ts).
 */
function visitTransactionId(): string {
  // A missing one is tested as the text "null", which is too short.
  const session = new URLSearchParams(location.search).get(SESSION_PARAMETER) as string;
  if (TRANSACTION_ID.test(session)) return session;
  try {
    const known = sessionStorage.getItem(SALE_STORAGE_KEY + location.pathname) as string;
    if (TRANSACTION_ID.test(known)) return known;
  } catch {
    // Storage is forbidden: the id is for this page only.
  }
  // It need not be secret, and pages over http do not have `crypto.randomUUID`.
  return `${Math.random()}`;
}

/** Takes the buyer to the target once it is known, but not before ten seconds after the page has loaded. */
async function leadOn(): Promise<void> {
  const waited = loaded.then(() => pause(REDIRECT_DELAY_MS));
  await parsed;
  let outcome = readBlock<TargetLookup>(INTERSTITIAL_ENTRY_ID);
  if (!outcome || outcome.status === "unavailable") {
    const map = await ask<InterstitialMap>(mapUrl, [0, ...ASK_AGAIN_AFTER_MS], () => true);
    outcome = map ? outcomeFromMap(map, pathKey) : { status: "unavailable" };
    show(outcome.status, outcome.target);
  }
  await waited;
  if (outcome.target) location.replace(outcome.target);
}

/** Asks our server for JSON after each of these pauses. Resolves to the first answer that `isNews` accepts, if any. */
async function ask<Answer>(
  url: string,
  pausesMs: readonly number[],
  isNews: (answer: Answer) => boolean,
): Promise<Answer | undefined> {
  for (const pauseMs of pausesMs) {
    await pause(pauseMs);
    try {
      const response = await fetch(url, {
        headers: { accept: "application/json" },
        cache: "no-cache",
        signal: AbortSignal.timeout(QUESTION_LIMIT_MS),
      });
      const answer: Answer = await response.json();
      if (response.ok && isNews(answer)) return answer;
    } catch {
      // No answer, or too late: the next round asks again.
    }
  }
}

/** A data block that the server streamed into the page. Null if it did not arrive whole. */
function readBlock<Data>(id: string): Data | null {
  try {
    return JSON.parse((document.getElementById(id) as HTMLElement).textContent);
  } catch {
    return null;
  }
}

/**
 * Shows a template's content in its place, with its texts. The last template of a name counts, because the server sends
 * newer ones later.
 */
function show(name: ShownLaterName, target = ""): void {
  const template = [...document.querySelectorAll<HTMLTemplateElement>(`[data-shown-later=${name}]`)].pop();
  if (!template) return;
  const { content } = template;
  if (target) (content.querySelector("a") as HTMLAnchorElement).href = target;
  for (const text of content.querySelectorAll<HTMLElement>("[data-say]")) text.append(text.dataset.say as string);
  template.replaceWith(content);
}

function once(event: string): Promise<unknown> {
  return new Promise((resolve) => addEventListener(event, resolve));
}

function pause(ms: number): Promise<unknown> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
