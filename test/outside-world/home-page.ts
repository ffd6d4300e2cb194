import { COURSE_IDS, COURSES, coursePrice, FLOWS } from "../../src/shared/courses.ts";
import { formatAmount, formatPrice } from "../../src/shared/money.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { TEST_ACCOUNT_EMAIL } from "./auth.ts";
import { type Handler, route } from "./http.ts";
import { type Html, html, NOTHING, page, table } from "./layout.ts";
import { MAILBOX_PATH } from "./mailbox.ts";
import { sendPage } from "./pages.ts";
import type { StripeControls } from "./stripe.ts";
import { STRIPE_MODES, type StripeMode } from "./stripe-api.ts";
import { intentIdOf } from "./stripe-webhooks.ts";

/** `GET /`: says what this server pretends to be. */
export function createHomeRoute(shopOrigin: () => string, stripe: StripeControls): Handler {
  return route("/", ["GET"], (exchange) => sendPage(exchange, 200, homePage(shopOrigin(), stripe)));
}

function homePage(shopOrigin: string, stripe: StripeControls): string {
  return page({
    title: "De buitenwereld",
    role: "alles buiten de winkel",
    wide: true,
    content: html`
<h1>De buitenwereld van de winkel</h1>
<p class="lead">De winkel draait op <a href="${shopOrigin}${PATHS.home}">${shopOrigin}</a>. Alles waar ze naar verwijst of mee praat, staat hier.</p>
<h2>Kassa’s</h2>
${table(
  ["Cursus", ...FLOWS.map((flow) => (flow === "none" ? "Normaal" : `Actie ${flow}`))],
  COURSE_IDS.map((id) => [
    html`${COURSES[id].name}`,
    ...FLOWS.map((flow) => html`<a href="/checkout/${id}/${flow}">${formatPrice(coursePrice(flow).priceCents)}</a>`),
  ]),
)}
<h2>Pagina’s</h2>
<ul>
<li><a href="/oefenen">Oefenapp</a></li>
<li><a href="/cursus/kvb1">Cursus na betaling</a></li>
<li><a href="/activeren">Cadeau innen</a></li>
<li><a href="/video/intro">Video</a></li>
<li><a href="${MAILBOX_PATH}">Postvak</a> met elke verstuurde e-mail; ${TEST_ACCOUNT_EMAIL} heeft een account om mee te <a href="${new URL(PATHS.checkout, shopOrigin).href}">betalen</a></li>
<li><a href="/tiles/7/65/42.svg">Kaarttegel</a></li>
</ul>
<h2>Stripe</h2>
<p>De API, Stripe.js, de bankpagina en de webhooks. Kies hier hoe ze zich gedragen.</p>
${modeForm(stripe)}
${walletForm(stripe)}
<h2>Betalingen</h2>
${intentTable(stripe)}
<h2>Bezorgde webhooks</h2>
${deliveryTable(stripe)}
<p>Alles als <a href="/_control/state">JSON</a>.</p>
<form method="post" action="/_control/reset"><button type="submit" class="quiet">Alles vergeten</button></form>`,
  });
}

const MODE_LABELS: Readonly<Record<StripeMode, string>> = {
  ok: "Alles werkt",
  decline: "Elke betaling wordt geweigerd",
  "rate-limit": "Te veel verzoeken (429)",
  "error-500": "Storing (500)",
  hang: "Antwoordt nooit",
  cut: "Verbinding valt weg na het werk",
  malformed: "Onzin in plaats van JSON",
  unauthorized: "Sleutel geweigerd (401)",
};

function modeForm(stripe: StripeControls): Html {
  const { mode } = stripe.mode;
  return html`<form method="post" action="/_control/stripe" class="panel">
<label for="mode">Gedrag van de API</label>
<div class="row"><select id="mode" name="mode">${STRIPE_MODES.map(
    (value) => html`<option value="${value}"${value === mode ? SELECTED : NOTHING}>${MODE_LABELS[value]}</option>`,
  )}</select><button type="submit" class="quiet">Instellen</button></div>
</form>`;
}

function walletForm({ wallets }: StripeControls): Html {
  return html`<form method="post" action="/_control/wallets" class="panel">
<fieldset><legend>Dit apparaat heeft</legend><div class="methods">
<label><input type="checkbox" name="applePay"${wallets.applePay ? CHECKED : NOTHING}> Apple Pay</label>
<label><input type="checkbox" name="googlePay"${wallets.googlePay ? CHECKED : NOTHING}> Google Pay</label>
</div></fieldset>
<button type="submit" class="quiet">Instellen</button>
</form>`;
}

const SELECTED: Html = { markup: " selected" };
const CHECKED: Html = { markup: " checked" };

function intentTable({ intents }: StripeControls): Html {
  return table(
    ["Betaling", "Bedrag", "Status", "Alsnog"],
    intents
      .toReversed()
      .map((intent) => [
        html`<code>${intent.id}</code>`,
        html`${formatAmount(intent.amount)} ${intent.currency}`,
        html`${intent.status}`,
        laterForms(intent),
      ]),
  );
}

/** What may still happen to a payment: a decision, or once it is paid a refund or a dispute. */
function laterForms({ id, status }: StripeControls["intents"][number]): Html {
  if (status === "canceled") return NOTHING;
  if (status === "succeeded") {
    return html`<div class="row"><form method="post" action="/_control/refund"><input type="hidden" name="intent" value="${id}">
<button type="submit" class="quiet">Terugbetalen</button></form>
<form method="post" action="/_control/dispute" class="row"><input type="hidden" name="intent" value="${id}">
<button type="submit" name="status" value="needs_response" class="quiet">Betwisten</button>
<button type="submit" name="status" value="won" class="quiet">Gewonnen</button>
<button type="submit" name="status" value="lost" class="quiet">Verloren</button></form></div>`;
  }
  return html`<form method="post" action="/_control/settle" class="row"><input type="hidden" name="intent" value="${id}">
<button type="submit" name="status" value="succeeded" class="quiet">Geslaagd</button>
<button type="submit" name="status" value="requires_payment_method" class="quiet">Mislukt</button></form>`;
}

function deliveryTable({ webhookDeliveries }: StripeControls): Html {
  return table(
    ["Gebeurtenis", "Betaling", "Antwoorden van de winkel"],
    webhookDeliveries
      .toReversed()
      .map(({ event, attempts }) => [
        html`${event.type}`,
        html`<code>${intentIdOf(event)}</code>`,
        html`${attempts.map((attempt) => ("status" in attempt ? String(attempt.status) : attempt.error)).join(", ")}`,
      ]),
  );
}
