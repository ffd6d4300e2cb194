import { Hono } from "hono";
import { html } from "hono/html";
import { formatAmount } from "../../src/shared/money.ts";
import { returnAddress } from "./browser/stripe-calls.ts";
import type { World } from "./http.ts";
import { type Html, page, sendPage } from "./layout.ts";
import type { IntentStore } from "./stripe-intents.ts";
import type { PaymentIntent } from "./stripe-objects.ts";

const DECISIONS = { pay: "succeeded", process: "processing", decline: "requires_payment_method" } as const;
/** `/bank/{intent}`: the page of the payer's bank, to which iDEAL and Klarna redirect. */
export function createBank(intents: IntentStore): Hono<World> {
  const app = new Hono<World>();
  app.on(["GET", "POST"], "/bank/:intent", async (c) => {
    const intent = intents.get(c.req.param("intent"));
    if (intent === undefined) return c.notFound();
    const returnUrl = intent.next_action?.redirect_to_url.return_url;
    if (returnUrl === undefined) return c.text("Deze betaling is al afgehandeld. Ga terug naar de winkel.", 409);
    if (c.req.method !== "POST") return sendPage(c, bankPage(intent, returnUrl));
    const { decision } = await c.req.parseBody<{ decision: keyof typeof DECISIONS }>();
    intents.settle(intent, DECISIONS[decision]);
    return c.redirect(returnAddress(returnUrl, intent), 303);
  });
  return app;
}

function bankPage(intent: PaymentIntent, returnUrl: string): Html {
  return page({
    title: "Betaling goedkeuren",
    role: "de website van je bank",
    content: html`
<h1>Betaling goedkeuren</h1>
<p class="lead">Een webwinkel vraagt om een betaling van je rekening.</p>
<div class="panel"><dl class="summary"><dt>Te betalen</dt><dd>€ ${formatAmount(intent.amount)}</dd></dl></div>
<form method="post" class="row">
<button type="submit" name="decision" value="pay">Betalen</button>
<button type="submit" name="decision" value="decline" class="quiet">Weigeren</button>
<button type="submit" name="decision" value="process" class="quiet">Later verwerken</button>
</form>
<p class="aside"><a href="${returnAddress(returnUrl, intent)}">Terug zonder te beslissen</a></p>`,
  });
}
