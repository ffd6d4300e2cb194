import { Hono } from "hono";
import { html } from "hono/html";
import { LINK_CONSENT } from "../../src/legal/purchase-consent-copy.ts";
import { LINK_CONSENT_FIELD } from "../../src/paying/webhook/order-events.ts";
import {
  bridgeKey,
  COURSES,
  FLOWS,
  type Flow,
  PRODUCT_IDS,
  PRODUCTS,
  type ProductId,
  priceOf,
} from "../../src/shared/courses.ts";
import { formatAmount } from "../../src/shared/money.ts";
import { PATHS } from "../../src/shared/paths.ts";
import type { World } from "./http.ts";
import { frame, type Html, page, sendPage } from "./layout.ts";
import type { SaleStore } from "./stripe-sales.ts";

/** The payer in the checkout's fields from the start, so that one press pays. */
const TEST_PAYER = { name: "Testkoper", email: "testkoper@example.com" };

/** The pages of the outside world other than Stripe's: checkout, practice app, course, video. */
export function createPages(shopOrigin: () => string, buy: SaleStore["buy"]): Hono<World> {
  const app = new Hono<World>();
  const checkout = `/checkout/:product{${PRODUCT_IDS.join("|")}}/:flow{${FLOWS.join("|")}}` as const;

  app.get(checkout, (c) => {
    const { product, flow } = c.req.param() as { product: ProductId; flow: Flow };
    return sendPage(c, checkoutPage(product, flow, shopOrigin()));
  });

  app.post(checkout, async (c) => {
    const { product, flow } = c.req.param() as { product: ProductId; flow: Flow };
    const { name, email, method, herroepingsrecht: waiver } = await c.req.parseBody<Record<string, string>>();
    const { priceCents } = priceOf(product, flow);
    const { id } = buy({
      name: name ?? TEST_PAYER.name,
      email: email ?? TEST_PAYER.email,
      product,
      flow,
      amount: priceCents,
      hasConsented: waiver === LINK_CONSENT_FIELD.agreed,
      isPaid: method === "sepa_debit" ? "later" : "now",
    });
    return c.redirect(`${shopOrigin()}/${bridgeKey(product, priceCents)}?session_id=${id}`, 303);
  });

  app.get("/oefenen", (c) =>
    sendPage(
      c,
      page({
        title: "Gratis oefenvragen",
        role: "de oefenapp",
        content: html`
<h1>Vijf oefenvragen voor je vaarbewijs</h1>
<p class="lead">Gratis, zonder account. Na afloop zie je meteen je score en de uitleg bij elke vraag.</p>
<p><a class="button" href="${shopOrigin()}${PATHS.quiz}">Begin met oefenen</a></p>
<p><a href="${shopOrigin()}${PATHS.home}">Terug naar de winkel</a></p>`,
      }),
    ),
  );

  for (const { id, name, courseIds } of Object.values(PRODUCTS)) {
    const title = courseIds.length > 1 ? "Je cursussen staan klaar" : "Je cursus staat klaar";
    const path = COURSES[courseIds[0] ?? "KVB1"].path;
    const content = () => html`
<p class="done">✓ Betaling ontvangen</p>
<h1>${title}</h1>
<p class="lead">Welkom bij ${name}. Je kunt meteen beginnen, op je telefoon, tablet of computer.</p>
<p><a class="button" href="${shopOrigin()}${path}">Terug naar de winkel</a></p>`;
    app.get(`/cursus/${id.toLowerCase().replace("_", "-")}`, (c) =>
      sendPage(c, page({ title: `${title}: ${name}`, role: "de cursusomgeving", content: content() })),
    );
  }

  app.get("/video/:name", (c) => sendPage(c, videoPage(`Video ${c.req.param("name")}`)));

  app.notFound((c) => c.text("Hier staat niets. Wat er wel is, staat op de eerste pagina.", 404));
  return app;
}

function checkoutPage(productId: ProductId, flow: Flow, shopOrigin: string): Html {
  const { name } = PRODUCTS[productId];
  const price = `€ ${formatAmount(priceOf(productId, flow).priceCents)}`;
  return page({
    title: `Afrekenen: ${name}`,
    role: "de kassa van een betaaldienst",
    content: html`
<h1>Afrekenen</h1>
<div class="panel">
<dl class="summary"><dt>${name}</dt><dd>${price}</dd></dl>
<p class="lead">Inclusief btw. Je krijgt direct na betaling toegang.</p>
</div>
<form method="post">
<label for="name">Naam</label>
<input id="name" name="name" type="text" autocomplete="name" required maxlength="200" value="${TEST_PAYER.name}">
<label for="email">E-mailadres</label>
<input id="email" name="email" type="email" autocomplete="email" required maxlength="200" value="${TEST_PAYER.email}">
<fieldset>
<legend>Betaalmethode</legend>
<div class="methods">
<label><input type="radio" name="method" value="ideal" checked> iDEAL</label>
<label><input type="radio" name="method" value="card"> Kaart</label>
<label><input type="radio" name="method" value="klarna"> Klarna</label>
<label><input type="radio" name="method" value="sepa_debit"> Incasso, geld komt later</label>
</div>
</fieldset>
<label for="waiver">${LINK_CONSENT.label}</label>
<select id="waiver" name="${LINK_CONSENT_FIELD.key}">
<option value="${LINK_CONSENT_FIELD.agreed}" selected>${LINK_CONSENT.answer}</option>
<option value="">(een oude betaallink, die dit niet vraagt)</option>
</select>
<p><label><input type="checkbox" name="terms" required checked> Ik ga akkoord met de <a href="${shopOrigin}${PATHS.terms}">algemene voorwaarden</a>.</label></p>
<button type="submit" class="full">Betaal ${price}</button>
</form>
<p class="aside"><a href="${shopOrigin}${PATHS.order}${flow === "none" ? "" : `?flow=${flow}`}">annuleren</a></p>`,
  });
}

/** A player for an iframe, which plays nothing. */
function videoPage(title: string): Html {
  return frame({
    title,
    style: `
html, body { height: 100%; margin: 0; background: #0d2440; color: #fffdf8; font: 600 15px/1.3 system-ui, sans-serif; }
.player { display: grid; box-sizing: border-box; height: 100%; min-height: 10rem; padding: 1rem; align-content: space-between; justify-items: start; background: #5ea5cb linear-gradient(#e3f1f9 55%, #8fc3df 55% 80%, #5ea5cb 80%); }
h1, p { margin: 0; padding: .3rem .6rem; border-radius: 6px; background: #0d2440; font-size: inherit; }
.control { display: grid; place-items: center; justify-self: center; width: 4.5rem; height: 4.5rem; border-radius: 50%; background: #fffdf8; color: #d9381e; font-size: 2rem; line-height: 1; }
`,
    content: html`<div class="player">
<h1>${title}</h1>
<span class="control" aria-hidden="true">▶</span>
<p>lokale testomgeving</p>
</div>`,
  });
}
