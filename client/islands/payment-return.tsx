import { useEffect, useState } from "react";
import type { PaymentState } from "../../src/shared/payment.ts";
import { endVisit } from "../checkout/visit.ts";

type PaymentReturnProps = {
  intentId: string;
  status: PaymentState["status"];
  /** Whether the checkout has to start a payment of its own after this one. */
  isEnded: boolean;
  /** Replaces the spinner's title when there is something else to tell. */
  documentTitle?: string;
  /** Shown once asking has been given up. */
  later?: { text: string; retry: string };
};

/** When to ask again, milliseconds after the answer before. */
const ASK_AGAIN_AFTER_MS: readonly number[] = [3_000, 5_000, 8_000, 13_000, 21_000];

/**
 * The return page's part in the browser: ends the visit of a payment that has ended, and while one is being processed
 * asks a few times how it stands. An answer that is news reloads the page, so that the server shows it.
 */
export function PaymentReturn({ intentId, status, isEnded, documentTitle, later }: PaymentReturnProps) {
  const [gaveUp, setGaveUp] = useState(false);
  const isWaiting = status === "processing" || status === "unavailable";

  useEffect(() => {
    if (isEnded) endVisit(intentId);
  }, [isEnded, intentId]);

  useEffect(() => {
    if (documentTitle !== undefined) document.title = documentTitle;
  }, [documentTitle]);

  useEffect(() => {
    if (!isWaiting) return;
    const leaving = new AbortController();
    askAgain(status, leaving.signal).then((isNews) => {
      if (leaving.signal.aborted) return;
      if (isNews) location.reload();
      else setGaveUp(true);
    });
    return () => leaving.abort();
  }, [isWaiting, status]);

  if (!isWaiting || !gaveUp || later === undefined) return null;
  return (
    <div className="return-later" role="status">
      <p>{later.text}</p>
      <button type="button" className="button button-quiet" onClick={() => location.reload()}>
        {later.retry}
      </button>
    </div>
  );
}

/** Asks until the status is another one; false when it stayed the same to the end. */
async function askAgain(status: PaymentState["status"], signal: AbortSignal): Promise<boolean> {
  for (const pauseMs of ASK_AGAIN_AFTER_MS) {
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    if (signal.aborted) return false;
    const now = await fetchStatus(signal);
    if (now !== null && now !== status && now !== "unavailable") return true;
  }
  return false;
}

/** The page's own address answers with JSON to who asks for it; null when there is no answer. */
async function fetchStatus(signal: AbortSignal): Promise<string | null> {
  try {
    const response = await fetch(location.href, { headers: { accept: "application/json" }, cache: "no-store", signal });
    const answer: unknown = await response.json();
    if (typeof answer !== "object" || answer === null || !("status" in answer)) return null;
    return typeof answer.status === "string" ? answer.status : null;
  } catch {
    return null;
  }
}
