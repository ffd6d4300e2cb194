import { formatAmount } from "../../src/shared/money.ts";
import { allowMethods, type Handler, sendSeeOther } from "./http.ts";
import { html, page } from "./layout.ts";
import { sendPage } from "./pages.ts";
import type { IntentStore, PaymentIntent } from "./stripe-intents.ts";

/** `/bank/{intent}`: the page of the payer's bank, to which iDEAL and Klarna lead. */
export function createBankHandler(intents: IntentStore): Handler {
  return (exchange) => {
    const match = /^\/bank\/(pi_\w+)$/.exec(exchange.url.pathname);
    const intent = match?.[1] === undefined ? undefined : intents.get(match[1]);
    if (intent === undefined) return false;
    if (!allowMethods(exchange, ["GET", "POST"])) return true;
    const returnUrl = intent.next_action?.redirect_to_url.return_url;
    if (returnUrl === undefined) return sendPage(exchange, 409, decidedPage());
    if (exchange.method !== "POST") return sendPage(exchange, 200, bankPage(intent, returnUrl));
    const decision = new URLSearchParams(exchange.body).get("decision");
    if (decision === "pay") intents.settle(intent, "succeeded");
    else if (decision === "process") intents.settle(intent, "processing");
    else if (decision === "decline") intents.settle(intent, "requires_payment_method");
    else return sendPage(exchange, 400, bankPage(intent, returnUrl));
    return sendSeeOther(exchange, returnAddress(returnUrl, intent));
  };
}

/** The shop's return address with what Stripe adds to it. */
function returnAddress(returnUrl: string, intent: PaymentIntent): string {
  const redirectStatus = { succeeded: "succeeded", requires_payment_method: "failed" } as const;
  const url = new URL(returnUrl);
  url.searchParams.set("payment_intent", intent.id);
  url.searchParams.set("payment_intent_client_secret", intent.client_secret);
  url.searchParams.set(
    "redirect_status",
    intent.status === "succeeded" || intent.status === "requires_payment_method"
      ? redirectStatus[intent.status]
      : "pending",
  );
  return url.href;
}

function bankPage(intent: PaymentIntent, returnUrl: string): string {
  return page({
    title: "Betaling goedkeuren",
    role: "de website van je bank",
    content: html`
<h1>Betaling goedkeuren</h1>
<p class="lead">Een webwinkel vraagt om een betaling van je rekening.</p>
<div class="panel"><dl class="summary"><dt>Te betalen</dt><dd>${intent.currency === "eur" ? "€" : intent.currency.toUpperCase()} ${formatAmount(intent.amount)}</dd></dl></div>
<form method="post" class="row">
<button type="submit" name="decision" value="pay">Betalen</button>
<button type="submit" name="decision" value="decline" class="quiet">Weigeren</button>
<button type="submit" name="decision" value="process" class="quiet">Later verwerken</button>
</form>
<p class="aside"><a href="${returnAddress(returnUrl, intent)}">Terug zonder te beslissen</a></p>`,
  });
}

function decidedPage(): string {
  return page({
    title: "Betaling al afgehandeld",
    role: "de website van je bank",
    content: html`<h1>Deze betaling is al afgehandeld</h1><p class="lead">Hier is niets meer goed te keuren. Ga terug naar de winkel.</p>`,
  });
}
