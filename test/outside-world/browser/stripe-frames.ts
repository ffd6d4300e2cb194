import { OUTCOME_LABELS } from "./stripe-calls.ts";

/**
 * What the elements of the stand-in Stripe.js show, each in a frame as Stripe's own. These frames are the page's, not another
 * server's, so this script fills them in and hears them itself.
 */

export type WalletType = "apple_pay" | "google_pay";

/** The values of the payment's form; `problem` is set if it may not be sent. */
export type Collected = { method: string; outcome: string; problem?: { code: string; message: string } };

const METHOD_LABELS: Readonly<Record<string, string>> = { card: "Kaart", ideal: "iDEAL", klarna: "Klarna" };
const WALLET_NAMES: Readonly<Record<WalletType, string>> = { apple_pay: "Apple Pay", google_pay: "Google Pay" };

const STYLE = `
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

const textField = (name: string, label: string, value: string) =>
  `<div><label for="${name}">${label}</label><input type="text" inputmode="numeric" id="${name}" name="${name}" value="${value}"></div>`;
const outcomeSelect = (labels: Readonly<Record<string, string>>) => {
  const options = Object.entries(labels).map(([value, label]) => `<option value="${value}">${label}</option>`);
  return `<div><label for="outcome">Uitkomst</label><select id="outcome" name="outcome">${options.join("")}</select></div>`;
};
const NOTICE = '<p class="notice">lokale testomgeving · er gaat geen geld om</p>';

const PAYMENT = `<form autocomplete="off">
${NOTICE}
<fieldset><legend>Betaalmethode</legend><div id="methods"></div></fieldset>
<div id="card">
${textField("number", "Kaartnummer", "4242 4242 4242 4242")}
${textField("expiry", "Vervaldatum", "12 / 34")}
${textField("cvc", "Beveiligingscode", "123")}
</div>
<p id="redirect" hidden>Na het bevestigen ga je naar de (nagemaakte) pagina van je bank.</p>
${outcomeSelect({ ...OUTCOME_LABELS, incomplete: "Onvolledig ingevuld (validatiefout)" })}
</form>`;

const EXPRESS = `<div id="wallets"></div>
<form class="sheet" hidden>
${NOTICE}
<h1></h1>
<p>Te betalen: <strong id="total"></strong></p>
${outcomeSelect(OUTCOME_LABELS)}
<div class="row"><button type="submit" id="pay">Betaal</button><button type="button" id="cancel">Annuleren</button></div>
<p id="status" role="status"></p>
</form>`;

type Frame = { title: string; content: string; variables: Readonly<Record<string, string | undefined>> };

/** Puts a frame into its place, fills it in once it is there, and keeps it as high as its content. */
async function openFrame(
  place: HTMLElement,
  { title, content, variables }: Frame,
  fill: (part: <Part extends HTMLElement>(css: string) => Part) => void,
): Promise<void> {
  const frame = Object.assign(document.createElement("iframe"), { title, allow: "payment *" });
  frame.srcdoc = `<!doctype html><html lang="nl"><title>${title} – lokale testomgeving</title>${content}`;
  Object.assign(frame.style, { display: "block", width: "100%", height: "0", border: "0", colorScheme: "light" });
  const loaded = new Promise((done) => frame.addEventListener("load", done, { once: true }));
  place.replaceChildren(frame);
  await loaded;
  const { contentDocument: page, contentWindow: view } = frame;
  // It was taken away meanwhile.
  if (page === null || view === null) return;
  // The shop's policy is the frame's too, and refuses a style element.
  const sheet = new (view as Window & typeof globalThis).CSSStyleSheet();
  sheet.replaceSync(STYLE);
  page.adoptedStyleSheets = [sheet];
  const { documentElement: root } = page;
  for (const [name, value] of Object.entries(variables)) root.style.setProperty(name, value ?? null);
  fill((css) => page.querySelector(css) as never);
  const fit = () => Object.assign(frame.style, { height: `${page.body.offsetHeight}px` });
  new ResizeObserver(fit).observe(root);
  // The height is final before the page is told that the frame is ready.
  fit();
}

/** The payment element: the methods, their fields and the choice of outcome. Resolves to what reads its form. */
export async function openPayment(
  place: HTMLElement,
  methods: readonly string[],
  { colorPrimary, borderRadius }: Variables,
): Promise<() => Collected> {
  let collect = (): Collected => ({ method: "", outcome: "" });
  const variables = { "--primary": colorPrimary, "--radius": borderRadius };
  await openFrame(place, { title: "Beveiligd invoerveld voor de betaling", content: PAYMENT, variables }, (part) => {
    const form = part<HTMLFormElement>("form");
    const fieldValue = (name: string) => String(new FormData(form).get(name));
    const showMethod = () => {
      const isCard = fieldValue("method") === "card";
      part("#card").hidden = !isCard;
      part("#redirect").hidden = isCard;
    };
    part("#methods").append(
      ...methods.map((method, index) => {
        const label = document.createElement("label");
        const radio = document.createElement("input");
        Object.assign(radio, { type: "radio", name: "method", value: method, checked: index === 0 });
        label.append(radio, ` ${METHOD_LABELS[method] ?? method}`);
        return label;
      }),
    );
    showMethod();
    form.addEventListener("submit", (event) => event.preventDefault());
    form.addEventListener("input", showMethod);
    collect = () => {
      const chosen = { method: fieldValue("method"), outcome: fieldValue("outcome") };
      // A complete form whose payer chose the refusal.
      const problem = { code: "local_incomplete", message: "Je betaalgegevens zijn onvolledig." };
      return chosen.outcome === "incomplete" ? { ...chosen, problem } : chosen;
    };
  });
  return collect;
}

/** The part of the page's appearance that the shop sets. */
export type Variables = Readonly<{ colorPrimary?: string; borderRadius?: string }>;
export type Sheet = { open(wallet: WalletType): void; close(): void };

/** The express checkout element: a button for each wallet, and the wallet's sheet, to which it resolves. */
export async function openExpress(
  place: HTMLElement,
  wallets: readonly WalletType[],
  of: { amount: number; currency: string; buttonHeight: number; variables: Variables },
  hear: { click(wallet: WalletType): void; confirm(wallet: WalletType, outcome: string): void },
): Promise<Sheet> {
  const sheet: Sheet = { open: () => undefined, close: () => undefined };
  const variables = { "--height": `${of.buttonHeight}px`, "--radius": of.variables.borderRadius };
  await openFrame(place, { title: "Snel betalen met een wallet", content: EXPRESS, variables }, (part) => {
    let open: WalletType | null = null;
    const form = part<HTMLFormElement>("form");
    const pay = part<HTMLButtonElement>("#pay");
    const { currency, amount } = of;
    part("#total").textContent = new Intl.NumberFormat("nl-NL", { style: "currency", currency }).format(amount / 100);
    part("body").hidden = wallets.length === 0;
    part("#wallets").append(
      ...wallets.map((wallet) => {
        const button = document.createElement("button");
        Object.assign(button, { type: "button", textContent: WALLET_NAMES[wallet] });
        button.setAttribute("aria-label", `Betaal met ${WALLET_NAMES[wallet]}`);
        button.addEventListener("click", () => hear.click(wallet));
        return button;
      }),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (open === null || pay.disabled) return;
      pay.disabled = true;
      part("#status").textContent = "Bezig met betalen…";
      hear.confirm(open, String(new FormData(form).get("outcome")));
    });
    sheet.open = (wallet) => {
      open = wallet;
      part("h1").textContent = WALLET_NAMES[wallet];
      part("#status").textContent = "";
      pay.disabled = false;
      form.hidden = false;
      pay.focus();
    };
    sheet.close = () => {
      open = null;
      form.hidden = true;
    };
    part("#cancel").addEventListener("click", sheet.close);
  });
  return sheet;
}
