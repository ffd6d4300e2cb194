import { join } from "node:path";
import { Hono } from "hono";
import { cors } from "hono/cors";
import { html } from "hono/html";
import { rolldown } from "rolldown";
import type { World } from "./http.ts";
import { frame, type Html, sendPage } from "./layout.ts";
import { OUTCOME_LABELS } from "./stripe-intents.ts";

/** The wallets of the buyer's simulated device. */
export type Wallets = { applePay: boolean; googlePay: boolean };

/** The scripts, with their source files. */
const SCRIPTS = {
  "/stripe.js": "stripe.ts",
  "/elements/payment-frame.js": "payment-frame.ts",
  "/elements/express-frame.js": "express-frame.ts",
} as const;

const FRAME_CSP = "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'";

/** `/stripe.js` and its parts: the frames of its elements and the list of wallets. */
export function createStripeJs(wallets: Readonly<Wallets>): Hono<World> {
  const app = new Hono<World>();
  for (const [path, file] of Object.entries(SCRIPTS)) {
    app.get(path, async (c) =>
      c.body(await bundle(file), 200, {
        "content-type": "text/javascript; charset=utf-8",
        "cache-control": "no-store",
        "access-control-allow-origin": "*",
        "cross-origin-resource-policy": "cross-origin",
        "x-content-type-options": "nosniff",
      }),
    );
  }
  app.get("/elements/wallets.json", cors(), (c) => c.json(wallets));
  app.get("/elements/payment", (c) => sendPage(c, paymentFrame(), 200, FRAME_CSP));
  app.get("/elements/express-checkout", (c) => sendPage(c, expressFrame(), 200, FRAME_CSP));
  return app;
}

/** A classic script, as Stripe.js is: it must define `window.Stripe` before its load event. */
async function bundle(file: string): Promise<string> {
  const scripts = await rolldown({ input: join(import.meta.dirname, "browser", file) });
  const { output } = await scripts.generate({ format: "iife" });
  return output[0].code;
}

const FRAME_STYLE = `
:root { --primary: #0066cc; --radius: 8px; --height: 48px; }
*, *::before, *::after { box-sizing: border-box; }
html { color-scheme: light; }
body { margin: 0; padding: 3px; background: #fff; color: #0d2440; font: 16px/1.4 system-ui, sans-serif; }
form { display: grid; gap: .8rem; margin: 0; }
[hidden] { display: none !important; }
.notice { margin: 0; padding: .35rem .7rem; border-radius: 6px; background: #0d2440; color: #fffdf8; font-size: .8rem; }
fieldset { min-width: 0; margin: 0; padding: 0; border: 0; }
legend { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
#methods { display: flex; flex-wrap: wrap; gap: .5rem; }
#methods label { display: flex; flex: 1 1 6rem; align-items: center; gap: .5rem; min-height: 52px; margin: 0; padding: .4rem .8rem; border: 1px solid #c8d4de; border-radius: var(--radius); cursor: pointer; }
#methods label:has(:checked) { border-color: var(--primary); box-shadow: inset 0 0 0 1px var(--primary); color: var(--primary); font-weight: 600; }
#card { display: grid; grid-template-columns: 1fr 1fr; gap: .8rem; }
#card div:first-child { grid-column: 1 / -1; }
label { display: block; margin-bottom: .25rem; font-size: .9rem; }
input[type=text], select { width: 100%; min-height: 46px; padding: .5rem .75rem; border: 1px solid #7c8fa3; border-radius: var(--radius); background: #fff; color: inherit; font: inherit; }
input[type=radio] { accent-color: var(--primary); }
:focus-visible { outline: 3px solid var(--primary); outline-offset: -1px; }
#redirect { margin: 0; font-size: .95rem; }
#wallets { display: grid; grid-template-columns: repeat(auto-fit, minmax(10rem, 1fr)); gap: .6rem; }
#wallets button { min-height: var(--height); border: 0; border-radius: var(--radius); background: #000; color: #fff; font: 600 1rem system-ui, sans-serif; cursor: pointer; }
.sheet { margin-top: .8rem; padding: 1rem; border: 1px solid #7c8fa3; border-radius: 12px; }
.sheet h1 { margin: 0; font-size: 1.15rem; }
.sheet p { margin: 0; }
.row { display: flex; flex-wrap: wrap; gap: .6rem; }
.row button { flex: 1 1 8rem; min-height: 46px; border: 1px solid #0d2440; border-radius: var(--radius); background: #fff; color: #0d2440; font: inherit; font-weight: 600; cursor: pointer; }
#pay { background: #0d2440; color: #fff; }
#pay:disabled { opacity: .6; cursor: default; }
`;

function outcomeSelect(labels: Readonly<Record<string, string>>): Html {
  return html`<div><label for="outcome">Uitkomst</label><select id="outcome" name="outcome">${Object.entries(
    labels,
  ).map(([value, label]) => html`<option value="${value}">${label}</option>`)}</select></div>`;
}

function paymentFrame(): Html {
  return frame({
    title: "Betaalmethode",
    style: FRAME_STYLE,
    content: html`<form autocomplete="off">
<p class="notice">lokale testomgeving · er gaat geen geld om</p>
<fieldset><legend>Betaalmethode</legend><div id="methods"></div></fieldset>
<div id="card">
${textField("number", "Kaartnummer", "4242 4242 4242 4242")}
${textField("expiry", "Vervaldatum", "12 / 34")}
${textField("cvc", "Beveiligingscode", "123")}
</div>
<p id="redirect" hidden>Na het bevestigen ga je naar de (nagemaakte) pagina van je bank.</p>
${outcomeSelect({ ...OUTCOME_LABELS, incomplete: "Onvolledig ingevuld (validatiefout)" })}
</form>
<script src="/elements/payment-frame.js"></script>`,
  });
}

function textField(name: string, label: string, value: string): Html {
  return html`<div><label for="${name}">${label}</label><input type="text" inputmode="numeric" id="${name}" name="${name}" value="${value}"></div>`;
}

function expressFrame(): Html {
  return frame({
    title: "Snel betalen",
    style: FRAME_STYLE,
    content: html`<div id="wallets"></div>
<form class="sheet" hidden>
<p class="notice">lokale testomgeving · er gaat geen geld om</p>
<h1></h1>
<p>Te betalen: <strong id="total"></strong></p>
${outcomeSelect(OUTCOME_LABELS)}
<div class="row"><button type="submit" id="pay">Betaal</button><button type="button" id="cancel">Annuleren</button></div>
<p id="status" role="status"></p>
</form>
<script src="/elements/express-frame.js"></script>`,
  });
}
