import { Hono } from "hono";
import { html } from "hono/html";
import { FLOWS, PRODUCT_IDS, PRODUCTS, priceOf } from "../../src/shared/courses.ts";
import { formatAmount, formatPrice } from "../../src/shared/money.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { TEST_ACCOUNT_EMAIL } from "./auth.ts";
import type { World } from "./http.ts";
import { type Html, page, sendPage, table } from "./layout.ts";
import type { StripeControls } from "./stripe.ts";
import { STRIPE_MODES } from "./stripe-api.ts";
import { intentIdOf } from "./stripe-webhooks.ts";

/** `GET /`: lists what this server simulates. */
export function createHomePage(shopOrigin: () => string, stripe: StripeControls): Hono<World> {
  return new Hono<World>().get("/", (c) => sendPage(c, homePage(shopOrigin(), stripe)));
}

function homePage(shopOrigin: string, stripe: StripeControls): Html {
  const { behaviour, intents, wallets, webhookDeliveries } = stripe;
  return page({
    title: "De buitenwereld",
    role: "alles buiten de winkel",
    wide: true,
    content: html`
<h1>De buitenwereld van de winkel</h1>
<p class="lead">De winkel draait op <a href="${shopOrigin}${PATHS.home}">${shopOrigin}</a>. Alles waar ze naar verwijst of mee praat, staat hier.</p>
<h2>Kassa’s</h2>
${table(
  ["Product", ...FLOWS.map((flow) => (flow === "none" ? "Normaal" : `Actie ${flow}`))],
  PRODUCT_IDS.map((id) => [
    PRODUCTS[id].name,
    ...FLOWS.map((flow) => html`<a href="/checkout/${id}/${flow}">${formatPrice(priceOf(id, flow).priceCents)}</a>`),
  ]),
)}
<h2>Pagina’s</h2>
<ul>
<li><a href="/oefenen">Oefenapp</a></li>
<li><a href="/cursus/kvb1">Cursus na betaling</a></li>
<li><a href="/activeren">Cadeau innen</a></li>
<li><a href="/video/intro">Video</a></li>
<li><a href="/postvak">Postvak</a> met elke verstuurde e-mail; ${TEST_ACCOUNT_EMAIL} heeft een account om mee te <a href="${shopOrigin}${PATHS.checkout}">betalen</a></li>
<li><a href="/access">Aanmelden voor het beheer</a> van de winkel (Cloudflare Access)</li>
</ul>
<h2>Stripe</h2>
<p>De API, Stripe.js, de bankpagina en de webhooks. Kies hier hoe ze zich gedragen.</p>
<form method="post" action="/_control/stripe" class="panel">
<label for="mode">Gedrag van de API</label>
<div class="row"><select id="mode" name="mode">${STRIPE_MODES.map(
      (mode) => html`<option value="${mode}"${mode === behaviour.mode && " selected"}>${mode}</option>`,
    )}</select><button type="submit" class="quiet">Instellen</button></div>
</form>
<form method="post" action="/_control/wallets" class="panel">
<fieldset><legend>Dit apparaat heeft</legend><div class="methods">
<label><input type="checkbox" name="applePay"${wallets.applePay && " checked"}> Apple Pay</label>
<label><input type="checkbox" name="googlePay"${wallets.googlePay && " checked"}> Google Pay</label>
</div></fieldset>
<button type="submit" class="quiet">Instellen</button>
</form>
<h2>Betalingen</h2>
${table(
  ["Betaling", "Omschrijving", "Bedrag", "Status", "Alsnog"],
  intents
    .toReversed()
    .map(({ id, amount, currency, description, status }) => [
      html`<code>${id}</code>`,
      description ?? "",
      `${formatAmount(amount)} ${currency}`,
      status,
      laterForms(id, status),
    ]),
)}
<h2>Bezorgde webhooks</h2>
${table(
  ["Gebeurtenis", "Betaling", "Antwoorden van de winkel"],
  webhookDeliveries
    .toReversed()
    .map(({ event, attempts }) => [
      event.type,
      html`<code>${intentIdOf(event)}</code>`,
      attempts.map((attempt) => ("status" in attempt ? String(attempt.status) : attempt.error)).join(", "),
    ]),
)}
<p>Alles als <a href="/_control/state">JSON</a>.</p>
<form method="post" action="/_control/reset"><button type="submit" class="quiet">Alles vergeten</button></form>`,
  });
}

/** The next possible events of a payment: a decision, or after payment a refund or a dispute. */
function laterForms(id: string, status: string): Html | string {
  if (status === "canceled") return "";
  const form = (action: string, choices: readonly (readonly [status: string, label: string])[]) =>
    html`<form method="post" action="/_control/${action}" class="row"><input type="hidden" name="intent" value="${id}">${choices.map(
      ([value, label]) => html`<button type="submit" name="status" value="${value}" class="quiet">${label}</button> `,
    )}</form>`;
  if (status !== "succeeded") {
    return form("settle", [
      ["succeeded", "Geslaagd"],
      ["requires_payment_method", "Mislukt"],
    ]);
  }
  const disputed = form("dispute", [
    ["needs_response", "Betwisten"],
    ["won", "Gewonnen"],
    ["lost", "Verloren"],
  ]);
  return html`<div class="row">${form("refund", [["", "Terugbetalen"]])}${disputed}</div>`;
}
