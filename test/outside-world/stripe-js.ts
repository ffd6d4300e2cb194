import { readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { allowMethods, type Exchange, type Handler, send, sendJson } from "./http.ts";
import { type Html, html, NOTHING } from "./layout.ts";
import { sendPage } from "./pages.ts";

/** Which wallets the buyer's device seems to have. */
export type Wallets = { applePay: boolean; googlePay: boolean };

/** Files of each script, in the order in which they depend on each other. */
const SCRIPTS: Readonly<Record<string, readonly string[]>> = {
  "/stripe.js": ["stripe-options.ts", "stripe.ts"],
  "/elements/payment-frame.js": ["payment-frame.ts"],
  "/elements/express-frame.js": ["express-frame.ts"],
};

const FRAME_CSP = "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; base-uri 'none'";

/** `/stripe.js` and what it needs: the frames of its elements and the list of wallets. */
export function createStripeJsHandler(wallets: Readonly<Wallets>): Handler {
  return (exchange) => {
    const { pathname } = exchange.url;
    const files = Object.hasOwn(SCRIPTS, pathname) ? SCRIPTS[pathname] : undefined;
    if (files !== undefined) return sendScript(exchange, files);
    if (pathname === "/elements/wallets.json") {
      const headers = { "access-control-allow-origin": "*" };
      return !allowMethods(exchange, ["GET"]) || sendJson(exchange, 200, wallets, headers);
    }
    if (pathname === "/elements/payment") return sendFrame(exchange, paymentFrame());
    if (pathname === "/elements/express-checkout") return sendFrame(exchange, expressFrame());
    return false;
  };
}

/**
 * One classic script, as Stripe.js is: it has to define `window.Stripe` before its load event. The files are modules
 * for the type checker; here their types, imports and exports go, and one function scope holds them all.
 */
export function readBrowserScript(files: readonly string[]): string {
  const parts = files.map((file) => {
    const source = readFileSync(new URL(`./browser/${file}`, import.meta.url), "utf8");
    return stripTypeScriptTypes(source)
      .replace(/^import\s[^;]*;$/gm, "")
      .replace(/^export (?=const|function|class)/gm, "")
      .replace(/[ \t]+$/gm, "");
  });
  return `(() => {\n"use strict";\n${parts.join("\n")}\n})();\n`;
}

function sendScript(exchange: Exchange, files: readonly string[]): boolean {
  if (!allowMethods(exchange, ["GET"])) return true;
  return send(exchange, 200, "text/javascript; charset=utf-8", readBrowserScript(files), {
    "cache-control": "no-store",
    "access-control-allow-origin": "*",
    "cross-origin-resource-policy": "cross-origin",
    "x-content-type-options": "nosniff",
  });
}

function sendFrame(exchange: Exchange, markup: string): boolean {
  return !allowMethods(exchange, ["GET"]) || sendPage(exchange, 200, markup, FRAME_CSP);
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

function frameDocument(title: string, script: string, content: Html): string {
  return html`<!doctype html>
<html lang="nl">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} – lokale testomgeving</title>
<style>${{ markup: FRAME_STYLE }}</style>
</head>
<body>
${content}
<script src="${script}"></script>
</body>
</html>
`.markup;
}

/** Outcomes as a payer reads them; the values are `OUTCOMES` of stripe-intents.ts and `incomplete`. */
const OUTCOME_LABELS: readonly (readonly [value: string, label: string])[] = [
  ["succeeded", "Geslaagd"],
  ["declined", "Geweigerd"],
  ["incomplete", "Onvolledig ingevuld (validatiefout)"],
  ["processing", "In behandeling"],
  ["connection-lost", "Netwerkfout, niet betaald"],
  ["connection-lost-after-payment", "Netwerkfout, wel betaald"],
  ["api-error", "Storing bij Stripe (api_error)"],
  ["rate-limit", "Te veel verzoeken (rate_limit_error)"],
];

function outcomeSelect(without?: string): Html {
  const shown = OUTCOME_LABELS.filter(([value]) => value !== without);
  return html`<div><label for="outcome">Uitkomst</label><select id="outcome" name="outcome">${shown.map(
    ([value, label]) => html`<option value="${value}">${label}</option>`,
  )}</select></div>`;
}

function paymentFrame(): string {
  return frameDocument(
    "Betaalmethode",
    "/elements/payment-frame.js",
    html`<form autocomplete="off">
<p class="notice">lokale testomgeving · er gaat geen geld om</p>
<fieldset><legend>Betaalmethode</legend><div id="methods"></div></fieldset>
<div id="card">
${textField("number", "Kaartnummer", "4242 4242 4242 4242")}
${textField("expiry", "Vervaldatum", "12 / 34")}
${textField("cvc", "Beveiligingscode", "123")}
</div>
<p id="redirect" hidden>Na het bevestigen ga je naar de (nagemaakte) pagina van je bank.</p>
${outcomeSelect()}
</form>`,
  );
}

function textField(name: string, label: string, value: string): Html {
  return html`<div><label for="${name}">${label}</label><input type="text" inputmode="numeric" id="${name}" name="${name}" value="${value}"></div>`;
}

function expressFrame(): string {
  return frameDocument(
    "Snel betalen",
    "/elements/express-frame.js",
    html`<div id="wallets"></div>
<form class="sheet" hidden>
<p class="notice">lokale testomgeving · er gaat geen geld om</p>
<h1>${NOTHING}</h1>
<p>Te betalen: <strong id="total"></strong></p>
${outcomeSelect("incomplete")}
<div class="row"><button type="submit" id="pay">Betaal</button><button type="button" id="cancel">Annuleren</button></div>
<p id="status" role="status"></p>
</form>`,
  );
}
