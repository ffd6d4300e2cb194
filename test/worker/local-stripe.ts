import { createStripeCore } from "../outside-world/stripe-core.ts";
import { type StripeCall, stubStripe } from "./stripe-stub.ts";

/** Answers a call that no Stripe, or a Stripe in trouble, answers; `undefined` is for the local Stripe. */
export type AnswerElse = (call: StripeCall) => Response | Promise<Response> | undefined;

/** The local Stripe behind the Worker's calls: an account that a test fills. `calls`: each of them. */
export function openLocalStripe(answerElse: AnswerElse = () => undefined) {
  const { account, api, ...stores } = createStripeCore({ origin: () => "", emit: () => undefined, events: () => [] });
  const calls = stubStripe((call) => {
    const { method, url, headers, form } = call;
    // workerd warns of a form that is read as a text.
    headers.set("content-type", "text/plain");
    const request = new Request(url, { method, headers, body: method === "POST" ? form.toString() : null });
    return answerElse(call) ?? api.app.fetch(request);
  });
  const add = (kind: string, ...objects: readonly object[]) => objects.map((object) => account.add(kind, object));
  return { ...stores, ...account, add, calls, setMode: api.setMode };
}
