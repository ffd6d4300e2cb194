import { useEffect, useState } from "react";
import type { CheckoutFormCopy } from "../../src/paying/checkout/checkout-copy.ts";
import {
  type PaymentConfig,
  type PaymentNotice,
  RETURN_PARAMETERS,
  spellIdentity,
} from "../../src/paying/payment-rules.ts";
import { surroundings } from "./surroundings.ts";
import { isReadable, type PaidNote, readPaidNote } from "./visit.ts";

/**
 * The message that this browser bought the same course less than a day ago: none, or one. It is read when the page opens,
 * when another tab has paid, and when the page is looked at again. Only the return page notes a payment, so a payment whose
 * buyer never came back is not told here: it may be somebody else's. Gifts are not noted: a giver has just written one.
 *
 * A browser without scripts cannot pay here, so it has no payment of this page to hear of. Stripe's own checkout, to which
 * the page leads it, tells this browser nothing that it could keep.
 */
export function useBought(
  { identity, returnPath }: PaymentConfig,
  linksPath: string,
  copy: CheckoutFormCopy["bought"],
): readonly PaymentNotice[] {
  const [note, setNote] = useState<PaidNote | null>(null);
  const contents = spellIdentity(identity);
  useEffect(() => {
    const look = () => setNote(readPaidNote(surroundings, contents));
    look();
    const listening = new AbortController();
    addEventListener("storage", look, listening);
    addEventListener("pageshow", look, listening);
    document.addEventListener("visibilitychange", look, listening);
    return () => listening.abort();
  }, [contents]);
  if (note === null) return [];
  const { title, text, toPayment, toLinks } = copy;
  const link = isReadable(surroundings, note)
    ? { label: toPayment, href: `${returnPath}&${RETURN_PARAMETERS.intent}=${note.intentId}` }
    : { label: toLinks, href: linksPath };
  return [{ title, text, link }];
}
