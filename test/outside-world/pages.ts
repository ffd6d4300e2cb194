import { CHECKOUT_COPY } from "../../src/content/checkout.ts";
import { bridgeKey, COURSES, type CourseId, coursePrice, FLOWS, type Flow } from "../../src/shared/courses.ts";
import { formatAmount } from "../../src/shared/money.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { type Exchange, type Handler, route, send, sendSeeOther } from "./http.ts";
import { frame, html, NOTHING, PAGE_CSP, page } from "./layout.ts";
import type { SaleStore } from "./stripe-sales.ts";

/** The payer that the checkout fills in beforehand, so that one press pays. */
const TEST_PAYER = { name: "Testkoper", email: "testkoper@example.com" };

const GIFT_CODE_MAX_LENGTH = 64;
/** Names in addresses: lower-case words joined by hyphens. */
const SLUG = ":name([a-z0-9]+(?:-[a-z0-9]+){0,20})";

/** The pages of the outside world that are not Stripe's: checkout, practice app, course, activation, video. */
export function createPageRoutes(shopOrigin: () => string, buy: SaleStore["buy"]): readonly Handler[] {
  return [
    route("/checkout/:course/:flow", ["GET", "POST"], (exchange, { course, flow }) =>
      isCourseId(course) && isFlow(flow) ? answerCheckout(exchange, shopOrigin(), buy, course, flow) : false,
    ),
    route("/oefenen", ["GET"], (exchange) => sendPage(exchange, 200, practicePage(shopOrigin()))),
    route(`/cursus/${SLUG}`, ["GET"], (exchange, { name = "" }) =>
      sendPage(exchange, 200, coursePage(name, shopOrigin())),
    ),
    route("/activeren", ["GET"], (exchange) =>
      sendPage(exchange, 200, activationPage(exchange.url.searchParams.get("code") ?? "")),
    ),
    route("/activeren/:code", ["GET", "POST"], (exchange, { code = "" }) =>
      exchange.method === "POST"
        ? sendSeeOther(exchange, "/cursus/kvb1")
        : sendPage(exchange, 200, activationPage(decode(code))),
    ),
    route(`/video/${SLUG}`, ["GET"], (exchange, { name = "" }) => {
      const title = VIDEO_TITLES[name];
      return title === undefined ? false : sendPage(exchange, 200, videoPage(title));
    }),
  ];
}

function answerCheckout(
  exchange: Exchange,
  shopOrigin: string,
  buy: SaleStore["buy"],
  courseId: CourseId,
  flow: Flow,
): true {
  if (exchange.method !== "POST") return sendPage(exchange, 200, checkoutPage(courseId, flow, shopOrigin, TEST_PAYER));
  const form = new URLSearchParams(exchange.body);
  const payer = {
    name: (form.get("name") ?? TEST_PAYER.name).trim(),
    email: (form.get("email") ?? TEST_PAYER.email).trim(),
  };
  if (payer.name === "" || !/^[^\s@]+@[^\s@]+$/.test(payer.email)) {
    const problem = "Vul een naam en een geldig e-mailadres in.";
    return sendPage(exchange, 422, checkoutPage(courseId, flow, shopOrigin, payer, problem));
  }
  const { priceCents } = coursePrice(flow);
  const { id } = buy({
    ...payer,
    product: courseId,
    flow,
    amount: priceCents,
    hasConsented: form.get("consent") !== null,
    isPaid: form.get("method") === "sepa_debit" ? "later" : "now",
  });
  const returnUrl = new URL(`/${bridgeKey(courseId, priceCents)}`, shopOrigin);
  returnUrl.searchParams.set("session_id", id);
  return sendSeeOther(exchange, returnUrl.href);
}

function checkoutPage(
  courseId: CourseId,
  flow: Flow,
  shopOrigin: string,
  payer: { name: string; email: string },
  problem?: string,
): string {
  const course = COURSES[courseId];
  const price = `€ ${formatAmount(coursePrice(flow).priceCents)}`;
  const orderUrl = new URL(PATHS.order, shopOrigin);
  if (flow !== "none") orderUrl.searchParams.set("flow", flow);
  return page({
    title: `Afrekenen: ${course.name}`,
    role: "de kassa van een betaaldienst",
    content: html`
<h1>Afrekenen</h1>
<div class="panel">
<dl class="summary"><dt>${course.name}</dt><dd>${price}</dd></dl>
<p class="lead">Inclusief btw. Je krijgt direct na betaling toegang.</p>
</div>
${problem === undefined ? NOTHING : html`<p class="problem" role="alert">${problem}</p>`}
<form method="post">
<label for="name">Naam</label>
<input id="name" name="name" type="text" autocomplete="name" required maxlength="200" value="${payer.name}">
<label for="email">E-mailadres</label>
<input id="email" name="email" type="email" autocomplete="email" required maxlength="200" value="${payer.email}">
<fieldset>
<legend>Betaalmethode</legend>
<div class="methods">
<label><input type="radio" name="method" value="ideal" checked> iDEAL</label>
<label><input type="radio" name="method" value="card"> Kaart</label>
<label><input type="radio" name="method" value="klarna"> Klarna</label>
<label><input type="radio" name="method" value="sepa_debit"> Incasso, geld komt later</label>
</div>
</fieldset>
<p><label><input type="checkbox" name="consent" checked> ${CHECKOUT_COPY.form.consent.label}</label></p>
<button type="submit" class="full">Betaal ${price}</button>
</form>
<p class="aside"><a href="${orderUrl.href}">annuleren</a></p>`,
  });
}

function practicePage(shopOrigin: string): string {
  const questions = [
    "Een groot schip komt uit een zijwater het vaarwater op. Wie wacht op wie?",
    "Langs de oever staat een bord met een rode rand en een rode schuine streep. Wat betekent dat?",
    "Het zicht is slecht en je vaart in het gebied van het RPR. Wanneer mag je doorvaren?",
    "Bij een engte staat stroming. Wie gaat voor: het schip met de stroom mee of ertegenin?",
    "Hoeveel promille alcohol mag de schipper volgens BPR en RPR ten hoogste hebben?",
  ];
  return page({
    title: "Gratis oefenvragen",
    role: "de oefenapp",
    content: html`
<h1>Vijf oefenvragen voor je vaarbewijs</h1>
<p class="lead">Gratis, zonder account. Na afloop zie je meteen je score en de uitleg bij elke vraag.</p>
<div class="panel"><ol>${questions.map((question) => html`<li>${question}</li>`)}</ol></div>
<p><a class="button" href="${new URL(PATHS.quiz, shopOrigin).href}">Begin met oefenen</a></p>
<p><a href="${new URL(PATHS.home, shopOrigin).href}">Terug naar de winkel</a></p>`,
  });
}

function coursePage(slug: string, shopOrigin: string): string {
  const course = Object.values(COURSES).find(({ id, path }) => slug === id.toLowerCase() || path === `/${slug}`);
  const name = course?.name ?? titleFromSlug(slug);
  return page({
    title: `Je cursus staat klaar: ${name}`,
    role: "de cursusomgeving",
    content: html`
<p class="done">✓ Betaling ontvangen</p>
<h1>Je cursus staat klaar</h1>
<p class="lead">Welkom bij ${name}. Je kunt meteen beginnen, op je telefoon, tablet of computer.</p>
<div class="panel">
<h2>Zo ga je aan de slag</h2>
<ol>
<li>Lees het eerste hoofdstuk in je eigen tempo.</li>
<li>Maak de oefenvragen erbij${course === undefined ? NOTHING : html`; er zijn er ruim ${course.practiceQuestions}`}.</li>
<li>Haal je steeds 80 tot 90 procent? Boek dan je examen.</li>
</ol>
</div>
<p><a class="button" href="${new URL(course?.path ?? PATHS.home, shopOrigin).href}">Terug naar de winkel</a></p>`,
  });
}

function activationPage(given: string): string {
  const code = given.trim().slice(0, GIFT_CODE_MAX_LENGTH);
  const content =
    code === ""
      ? html`
<h1>Cadeau innen</h1>
<p class="lead">Vul de code van je cadeau in om je cursus te activeren.</p>
<form method="get" action="/activeren">
<label for="code">Cadeaucode</label>
<input id="code" name="code" type="text" required maxlength="${GIFT_CODE_MAX_LENGTH}" autocomplete="off" spellcheck="false">
<button type="submit" class="full">Verder</button>
</form>`
      : html`
<h1>Je cadeau activeren</h1>
<p class="lead">Met deze code zet je de cursus op je eigen naam.</p>
<div class="panel"><p>Code</p><p class="code">${code}</p></div>
<form method="post" action="/activeren/${encodeURIComponent(code)}">
<button type="submit" class="full">Activeer mijn cursus</button>
</form>`;
  return page({ title: "Cadeau activeren", role: "de activatiepagina", content });
}

const VIDEO_TITLES: Readonly<Record<string, string>> = {
  intro: "Zo werkt de cursus",
  "quiz-1": "Uitleg bij vraag 1: schip uit een zijwater",
  "quiz-2": "Uitleg bij vraag 2: het verkeersteken",
  "quiz-3": "Uitleg bij vraag 3: varen bij slecht zicht",
  "quiz-4": "Uitleg bij vraag 4: voorrang in een engte",
  "quiz-5": "Uitleg bij vraag 5: alcohol aan boord",
};

/** A player for an iframe. The check box is the play control, so that it works without a script. */
function videoPage(title: string): string {
  return frame({
    title: `${title} – video`,
    style: `
html, body { height: 100%; margin: 0; background: #0d2440; color: #fffdf8; font: 600 15px/1.3 system-ui, sans-serif; }
.player { display: grid; box-sizing: border-box; height: 100%; min-height: 10rem; padding: 1rem; align-content: space-between; justify-items: start; background: #5ea5cb linear-gradient(#e3f1f9 55%, #8fc3df 55% 80%, #5ea5cb 80%); }
h1, p { margin: 0; padding: .3rem .6rem; border-radius: 6px; background: #0d2440; font-size: inherit; }
input { position: absolute; inset: 0; width: 100%; height: 100%; margin: 0; opacity: 0; cursor: pointer; }
.control { display: grid; place-items: center; justify-self: center; width: 4.5rem; height: 4.5rem; border-radius: 50%; background: #fffdf8; color: #d9381e; font-size: 2rem; line-height: 1; }
.progress { position: absolute; bottom: 0; left: 0; width: 100%; height: 6px; background: #d9381e; transform-origin: left; animation: fill 60s linear paused both; }
input:focus-visible ~ .control { outline: 4px solid #0d2440; outline-offset: 4px; }
input:checked ~ .control { visibility: hidden; }
input:checked ~ .progress { animation-play-state: running; }
@keyframes fill { from { transform: scaleX(0); } }`,
    content: html`<div class="player">
<input type="checkbox" id="play" aria-label="Speel de video af: ${title}">
<h1>${title}</h1>
<span class="control" aria-hidden="true">▶</span>
<p>lokale testomgeving</p>
<div class="progress"></div>
</div>`,
  });
}

/** The page for an address that nothing here pretends to be. */
export function sendNotFound(exchange: Exchange): true {
  const content = html`<h1>Niet gevonden</h1><p>Hier staat niets. <a href="/">Wat is er wel?</a></p>`;
  return sendPage(exchange, 404, page({ title: "Niet gevonden", role: "de buitenwereld van de winkel", content }));
}

/** Answers with a page and the usual headers of one. */
export function sendPage(exchange: Exchange, status: number, markup: string, csp: string = PAGE_CSP): true {
  return send(exchange, status, "text/html; charset=utf-8", markup, {
    "cache-control": "no-store",
    "content-security-policy": csp,
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
  });
}

function isCourseId(value: string | undefined): value is CourseId {
  return value !== undefined && Object.hasOwn(COURSES, value);
}

function isFlow(value: string | undefined): value is Flow {
  return FLOWS.some((flow) => flow === value);
}

function titleFromSlug(slug: string): string {
  const words = slug.replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A path segment without its percent signs; empty when they are malformed. */
function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return "";
  }
}
