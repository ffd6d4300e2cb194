import { useEffect, useState } from "react";
import { PURCHASE_PUSH_DELAYS_MS, type PurchaseEvent, REDIRECT_DELAY_MS } from "../../src/shared/analytics.ts";
import { INTERSTITIAL_ENTRY_ID, type InterstitialOutcome, outcomeFromMap } from "../../src/shared/interstitial.ts";

type InterstitialProps = {
  /** The path key, such as `bridge-59incl-vb1`. */
  pathKey: string;
  /** Where the JSON map is, for when the streamed entry did not arrive. */
  mapUrl: string;
  /** Euros excluding VAT, or null when this page is no sale. */
  purchaseValue: number | null;
  /** The sale's id when the server knows it; otherwise one is made up. */
  transactionId?: string;
  copy: { forwarding: string; goNow: string; notConfigured: string };
};

/**
 * Takes the buyer on to the target: once the page has loaded, ten seconds have passed and the target is known. The
 * server streams the entry into the page; only when that did not arrive is the JSON map fetched.
 */
export function Interstitial({ pathKey, mapUrl, purchaseValue, transactionId, copy }: InterstitialProps) {
  const [retried, setRetried] = useState<InterstitialOutcome | null>(null);

  useEffect(
    () => pushPurchase(transactionId ?? visitTransactionId(pathKey), purchaseValue),
    [pathKey, purchaseValue, transactionId],
  );

  useEffect(() => {
    let left = false;
    const waited = Promise.all([pageLoaded(), delay(REDIRECT_DELAY_MS)]);
    findTarget(pathKey, mapUrl, setRetried).then(async (outcome) => {
      await waited;
      if (!left && outcome.status === "found") location.replace(outcome.target);
    });
    return () => {
      left = true;
    };
  }, [pathKey, mapUrl]);

  if (retried?.status === "found") {
    return (
      <p className="interstitial-next">
        {copy.forwarding}{" "}
        <a className="button" href={retried.target}>
          {copy.goNow}
        </a>
      </p>
    );
  }
  if (retried?.status === "missing") {
    return (
      <p className="interstitial-error" role="alert">
        {copy.notConfigured}
      </p>
    );
  }
  return null;
}

/** The streamed entry if it is there, else what the JSON map says; the latter is also told to `onRetried`. */
async function findTarget(
  pathKey: string,
  mapUrl: string,
  onRetried: (outcome: InterstitialOutcome) => void,
): Promise<InterstitialOutcome> {
  const streamed = readStreamedEntry();
  if (streamed !== null && streamed.status !== "unavailable") return streamed;
  const outcome = await fetchOutcome(pathKey, mapUrl);
  onRetried(outcome);
  return outcome;
}

function readStreamedEntry(): InterstitialOutcome | null {
  const text = document.getElementById(INTERSTITIAL_ENTRY_ID)?.textContent;
  return text ? (JSON.parse(text) as InterstitialOutcome) : null;
}

async function fetchOutcome(pathKey: string, mapUrl: string): Promise<InterstitialOutcome> {
  try {
    const response = await fetch(mapUrl, { cache: "no-cache" });
    return response.ok ? outcomeFromMap(await response.json(), pathKey) : { status: "missing" };
  } catch {
    return { status: "missing" };
  }
}

function pageLoaded(): Promise<unknown> {
  if (document.readyState === "complete") return Promise.resolve();
  return new Promise((resolve) => addEventListener("load", resolve, { once: true }));
}

function delay(ms: number): Promise<unknown> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Pushes the sale at 0, 5 and 10 seconds, each with the same transaction id so that it can be counted once. */
function pushPurchase(transactionId: string, value: number | null): (() => void) | undefined {
  if (value === null) return;
  const purchase: PurchaseEvent = { event: "purchase", transaction_id: transactionId, value, currency: "EUR" };
  const timers = PURCHASE_PUSH_DELAYS_MS.map((ms) => {
    const push = () => {
      window.dataLayer ??= [];
      window.dataLayer.push({ ...purchase });
    };
    if (ms === 0) return push();
    return setTimeout(push, ms);
  });
  return () => {
    for (const timer of timers) clearTimeout(timer ?? undefined);
  };
}

/** The hosted checkout's session when the address names it, else one id for this visit that a reload keeps. */
function visitTransactionId(pathKey: string): string {
  const session = new URLSearchParams(location.search).get("session_id");
  if (session !== null && /^[\w-]{8,200}$/.test(session)) return session;
  const storageKey = `transaction:${pathKey}`;
  try {
    const known = sessionStorage.getItem(storageKey);
    if (known !== null) return known;
    const fresh = crypto.randomUUID();
    sessionStorage.setItem(storageKey, fresh);
    return fresh;
  } catch {
    return crypto.randomUUID();
  }
}
