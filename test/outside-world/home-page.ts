import { COURSE_IDS, COURSES, coursePrice, FLOWS } from "../../src/shared/courses.ts";
import { formatAmount, formatPrice } from "../../src/shared/money.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { allowMethods, type Exchange } from "./http.ts";
import { type Html, html, NOTHING, page } from "./layout.ts";
import { sendPage } from "./pages.ts";
import type { StripeControls } from "./stripe.ts";
import { STRIPE_MODES, type StripeMode } from "./stripe-api.ts";

/** `GET /`: says what this server pretends to be. */
export function handleHomePage(exchange: Exchange, shopOrigin: string, stripe: StripeControls): boolean {
  if (exchange.url.pathname !== "/") return false;
  if (!allowMethods(exchange, ["GET"])) return true;
  return sendPage(exchange, 200, homePage(shopOrigin, stripe));
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
<div class="scroll"><table>
<thead><tr><th scope="col">Cursus</th>${FLOWS.map((flow) => html`<th scope="col">${flow === "none" ? "Normaal" : `Actie ${flow}`}</th>`)}</tr></thead>
<tbody>${COURSE_IDS.map(
      (id) =>
        html`<tr><th scope="row">${COURSES[id].name}</th>${FLOWS.map(
          (flow) => html`<td><a href="/checkout/${id}/${flow}">${formatPrice(coursePrice(flow).priceCents)}</a></td>`,
        )}</tr>`,
    )}</tbody>
</table></div>
<h2>Pagina’s</h2>
<ul>
<li><a href="/oefenen">Oefenapp</a></li>
<li><a href="/cursus/kvb1">Cursus na betaling</a></li>
<li><a href="/activeren">Cadeau innen</a></li>
<li><a href="/video/intro">Video</a></li>
<li><a href="/aanmelden">Inloggen</a>, en dan naar de betaalpagina van de winkel</li>
<li><a href="/tiles/7/65/42.png">Kaarttegel</a></li>
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
  if (intents.length === 0) return html`<p>Nog geen.</p>`;
  return html`<div class="scroll"><table>
<thead><tr><th scope="col">Betaling</th><th scope="col">Bedrag</th><th scope="col">Status</th><th scope="col">Alsnog</th></tr></thead>
<tbody>${intents.toReversed().map(
    (intent) =>
      html`<tr><th scope="row"><code>${intent.id}</code></th><td>${formatAmount(intent.amount)} ${intent.currency}</td><td>${intent.status}</td><td>${
        intent.status === "succeeded" || intent.status === "canceled"
          ? NOTHING
          : html`<form method="post" action="/_control/settle" class="row"><input type="hidden" name="intent" value="${intent.id}">
<button type="submit" name="status" value="succeeded" class="quiet">Geslaagd</button>
<button type="submit" name="status" value="requires_payment_method" class="quiet">Mislukt</button></form>`
      }</td></tr>`,
  )}</tbody>
</table></div>`;
}

function deliveryTable({ webhookDeliveries }: StripeControls): Html {
  if (webhookDeliveries.length === 0) return html`<p>Nog geen.</p>`;
  return html`<div class="scroll"><table>
<thead><tr><th scope="col">Gebeurtenis</th><th scope="col">Betaling</th><th scope="col">Antwoorden van de winkel</th></tr></thead>
<tbody>${webhookDeliveries
    .toReversed()
    .map(
      ({ event, attempts }) =>
        html`<tr><th scope="row">${event.type}</th><td><code>${event.data.object.id}</code></td><td>${attempts
          .map((attempt) => ("status" in attempt ? String(attempt.status) : attempt.error))
          .join(", ")}</td></tr>`,
    )}</tbody>
</table></div>`;
}
