import { bridgeKey, COURSES, type CourseId, coursePrice, FLOWS, type Flow } from "../../src/shared/courses.ts";
import { formatAmount } from "../../src/shared/money.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { allowMethods, type Exchange, send, sendSeeOther } from "./http.ts";
import { randomId } from "./identifiers.ts";
import { type Html, html, NOTHING, PAGE_CSP, page } from "./layout.ts";

/** The payer that the checkout fills in beforehand, so that one press pays. */
const TEST_PAYER = { name: "Testkoper", email: "testkoper@example.com" };

/** The pages of the outside world that are not Stripe's API: checkout, practice app, course, activation, video. */
export function handlePage(exchange: Exchange, shopOrigin: string): boolean {
  const segments = exchange.url.pathname.split("/").slice(1);
  const [area, first, second] = segments;
  if (area === "checkout" && segments.length === 3) return handleCheckout(exchange, shopOrigin, first, second);
  if (area === "oefenen" && segments.length === 1) return sendGetPage(exchange, practicePage(shopOrigin));
  if (area === "cursus" && segments.length === 2 && isSlug(first)) {
    return sendGetPage(exchange, coursePage(first, shopOrigin));
  }
  if (area === "activeren" && segments.length <= 2) return handleActivation(exchange, first);
  if (area === "video" && segments.length === 2 && isSlug(first)) return handleVideo(exchange, first);
  return false;
}

function handleCheckout(
  exchange: Exchange,
  shopOrigin: string,
  courseId: string | undefined,
  flow: string | undefined,
): boolean {
  if (!isCourseId(courseId) || !isFlow(flow)) return false;
  if (!allowMethods(exchange, ["GET", "POST"])) return true;
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
  const returnUrl = new URL(`/${bridgeKey(courseId, coursePrice(flow).priceCents)}`, shopOrigin);
  returnUrl.searchParams.set("session_id", randomId("cs_test_"));
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
</div>
</fieldset>
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

function handleActivation(exchange: Exchange, pathCode: string | undefined): boolean {
  const given = (pathCode === undefined ? exchange.url.searchParams.get("code") : decode(pathCode)) ?? "";
  const code = given.trim();
  if (code.length > 64) return false;
  if (!allowMethods(exchange, code === "" ? ["GET"] : ["GET", "POST"])) return true;
  if (exchange.method === "POST") return sendSeeOther(exchange, "/cursus/kvb1");
  return sendPage(exchange, 200, activationPage(code));
}

function activationPage(code: string): string {
  const content =
    code === ""
      ? html`
<h1>Cadeau innen</h1>
<p class="lead">Vul de code van je cadeau in om je cursus te activeren.</p>
<form method="get" action="/activeren">
<label for="code">Cadeaucode</label>
<input id="code" name="code" type="text" required maxlength="64" autocomplete="off" spellcheck="false">
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

function handleVideo(exchange: Exchange, id: string): boolean {
  const title = VIDEO_TITLES[id];
  if (title === undefined) return false;
  return sendGetPage(exchange, videoPage(title));
}

/** A player for an iframe. The check box is the play control, so that it works without a script. */
function videoPage(title: string): string {
  return html`<!doctype html>
<html lang="nl">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<title>${title} – video, lokale testomgeving</title>
<style>
html, body { height: 100%; margin: 0; background: #0d2440; color: #fffdf8; font: 600 15px/1.3 system-ui, sans-serif; }
.player { position: relative; height: 100%; min-height: 10rem; overflow: hidden; }
svg { position: absolute; inset: 0; width: 100%; height: 100%; }
h1, .notice { position: absolute; left: 1rem; margin: 0; padding: .3rem .6rem; border-radius: 6px; background: rgb(13 36 64 / .85); font-size: inherit; }
h1 { top: 1rem; right: 1rem; width: fit-content; }
.notice { bottom: 1.2rem; font-size: .8rem; }
.sea, .boat, .progress { animation: 4s ease-in-out infinite alternate paused; }
.sea { animation-name: swell; }
.boat { animation-name: rock; transform-origin: 50% 80%; transform-box: fill-box; }
.progress { position: absolute; bottom: 0; left: 0; width: 100%; height: 6px; background: #d9381e; transform-origin: left; transform: scaleX(0); animation: fill 60s linear forwards paused; }
input { position: absolute; inset: 0; width: 100%; height: 100%; margin: 0; opacity: 0; cursor: pointer; }
.control { position: absolute; top: 50%; left: 50%; display: grid; place-items: center; width: 80px; height: 80px; margin: -40px 0 0 -40px; border-radius: 50%; background: #fffdf8; transition: opacity .2s ease-out; pointer-events: none; }
.control svg { position: static; width: 34px; height: 34px; margin-left: 5px; }
input:focus-visible ~ .control { outline: 4px solid #fffdf8; outline-offset: 4px; }
input:checked ~ .control { opacity: 0; }
input:checked ~ svg .sea, input:checked ~ svg .boat, input:checked ~ .progress { animation-play-state: running; }
@keyframes swell { to { transform: translateX(-60px); } }
@keyframes rock { from { transform: rotate(-2deg); } to { transform: translateY(-5px) rotate(2deg); } }
@keyframes fill { to { transform: scaleX(1); } }
@media (prefers-reduced-motion: reduce) { .sea, .boat { animation: none; } }
</style>
</head>
<body>
<div class="player">
<input type="checkbox" id="play" aria-label="Speel de video af: ${title}">
<svg viewBox="0 0 640 360" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
<rect width="640" height="360" fill="#e3f1f9"/>
<path d="M0 205h640v20H0z" fill="#f0e3c4"/>
<path d="M500 205v-46h16v46zm8-48-30-16m30 16 30-16m-30 16-14-32m14 32 14-32" fill="#0d2440" stroke="#0d2440" stroke-width="3"/>
<g class="boat"><path d="M250 232h150l-22 34H274z" fill="#0d2440"/><path d="M318 100v126h-58z" fill="#fffdf8"/><path d="M326 118v108h52z" fill="#d9381e"/><path d="M322 94v140" stroke="#0d2440" stroke-width="4"/></g>
<path class="sea" d="M-60 262q30-14 60 0t60 0 60 0 60 0 60 0 60 0 60 0 60 0 60 0 60 0 60 0 60 0v120H-60z" fill="#8fc3df"/>
<path class="sea" d="M-30 296q30-12 60 0t60 0 60 0 60 0 60 0 60 0 60 0 60 0 60 0 60 0 60 0 60 0v90H-30z" fill="#5ea5cb"/>
</svg>
<h1>${title}</h1>
<p class="notice">lokale testomgeving</p>
<span class="control" aria-hidden="true"><svg viewBox="0 0 24 24"><path d="M4 2l18 10L4 22z" fill="#d9381e"/></svg></span>
<div class="progress"></div>
</div>
</body>
</html>
`.markup;
}

/** The page for an address that nothing here pretends to be. */
export function sendNotFound(exchange: Exchange): true {
  const content: Html = html`<h1>Niet gevonden</h1><p>Hier staat niets. <a href="/">Wat is er wel?</a></p>`;
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

function sendGetPage(exchange: Exchange, markup: string): true {
  if (allowMethods(exchange, ["GET"])) sendPage(exchange, 200, markup);
  return true;
}

function isCourseId(value: string | undefined): value is CourseId {
  return value !== undefined && Object.hasOwn(COURSES, value);
}

function isFlow(value: string | undefined): value is Flow {
  return FLOWS.some((flow) => flow === value);
}

function isSlug(value: string | undefined): value is string {
  return value !== undefined && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(value) && value.length <= 64;
}

function titleFromSlug(slug: string): string {
  const words = slug.replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A path segment without its percent signs; `null` when they are malformed. */
function decode(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}
