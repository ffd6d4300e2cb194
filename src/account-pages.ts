import { readSettings } from "./env.ts";
import { type AppContext, createFrame } from "./request.ts";
import { originOf, type PageNeeds } from "./security.ts";
import { mayHoldCallback, withoutCallback } from "./shared/auth.ts";
import type { Frame } from "./shared/frame.ts";
import { carriedSearch } from "./shared/paths.ts";

/**
 * Pages on which a visitor's session may be at work: those that people read, and the checkout. Not the pages whose
 * address is itself a secret (gifts, the payment's return) and not those that only pass a visitor on.
 */

/** A frame that knows the sign-in service, when there is one; what a callback left in the query is not carried on. */
export function createAccountFrame(c: AppContext): Frame {
  const frame = createFrame(c);
  const { auth } = readSettings(c.env);
  if (auth === null) return frame;
  if (!mayHoldCallback(frame.search)) return { ...frame, auth };
  return { ...frame, auth, search: carriedSearch(withoutCallback(new URLSearchParams(frame.search))) };
}

/** A page's needs with the sign-in service's origin among them, where its frame names one. */
export function accountNeeds(frame: Frame, needs: PageNeeds = {}): PageNeeds {
  if (frame.auth === null) return needs;
  return { ...needs, connects: [...(needs.connects ?? []), originOf(frame.auth.url)] };
}
