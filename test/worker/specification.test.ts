import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, test } from "vitest";
import { FLOWS } from "../../src/shared/courses.ts";
import { all, attributes, count, island, linksNamed, meta, one, texts, visibleText } from "./document.ts";
import { collectLogs } from "./logs.ts";
import { bridgeProps } from "./markup.ts";
import { ask, ORIGIN, openPage, pageText, seedGifts, seedTargets } from "./shop.ts";

/**
 * What the shop was ordered with, in the order's own order and words: a test for each line (src/decisions/given.md is its
 * short form). Its numbers and texts are typed here, never taken from the code. "Decided" is a line that a decision
 * changed.
 *
 * A row is `the line's words | where | what`. Where: addresses, or a file of tests without its ending. What: for an address
 *
 * - `.selector: text; text` the elements' texts hold these, in this order
 * - `.selector = 3` so many elements
 * - `"text"; "text"` the page says so, in small letters or capitals
 * - `[label] /path` a link with that label leads there; `{NAME}` is a var
 *
 * and for a file the beginning of the name of the test that holds the line, mostly because it needs a browser. A row
 * without where and what has a function in CHECKS.
 */
const LINES = `
# 1 What the product does and for whom
three courses: KVB1, KVB2 and MARIFONIE | / | .course-cards h3: Klein Vaarbewijs 1; Klein Vaarbewijs 2; Marifonie
KVB1 150+ practice questions; KVB2 200+; Marifonie 100+ | / | "150+ oefenvragen"; "200+ oefenvragen"; "100+ oefenvragen"
the home page copy says Marifonie has 4 chapters | / | "vier hoofdstukken"
the purchase page headline speaks of 100+ practice questions | /cursus-aanschaffen | h1: 100+ oefenvragen
access is 24/7, on all devices, direct after payment, until the buyer has passed | worker/sales | says what every course is: at once, day and night, on all devices, until
a licence is needed from 15 hp, longer than 15 m, above 13 km/h | / | "15 pk"; "langer dan 15 meter"; "sneller dan 13 km/u"
the advice is to score 80-90% on practice | /klein-vaarbewijs-1 /klein-vaarbewijs-2 /cbr-examen | "80 tot 90%"
no login is shown for the product's own pages | browser/auth | a visitor without a session downloads nothing of it, asks nobody, and is asked nothing

# 2 Route table
/ | / | h1: Behaal jouw Vaarbewijs 1 & 2
/klein-vaarbewijs-1 | /klein-vaarbewijs-1 | h1: Klein Vaarbewijs 1
/klein-vaarbewijs-2 | /klein-vaarbewijs-2 | h1: Klein Vaarbewijs 2
/marifonie-cursus | /marifonie-cursus | h1: Marifoon Basiscertificaat
/cbr-examen | /cbr-examen | h1: CBR Examen
/veelgestelde-vragen | /veelgestelde-vragen | h1: Veelgestelde vragen
/algemene-voorwaarden | /algemene-voorwaarden | h1: Algemene voorwaarden
/antwoord-oefenvragen | /antwoord-oefenvragen | .answers-question = 5
/quiz-score | /quiz-score | h1: Je score is
/quiz-question/{questionNumber} | /quiz-question/1?A1=A /quiz-question/5?A5=A | h1: Vraag
/cursus-aanschaffen | /cursus-aanschaffen | .course-cards = 1
ten offer pages | BRIDGES | .interstitial-title: Momentje, je betaling wordt verwerkt
/cadeau-{name} | /cadeau-sanne | .gift-recipient: Voor Sanne
/g-{giftCode} | /g-DEMO-VAAR-2026 | .gift-recipient: Voor Kapitein in spe
/betalen-klein-vaarbewijs-1 | /betalen-klein-vaarbewijs-1 | h1: Klein Vaarbewijs 1
/interstitial | /interstitial?payment_type=klein-vaarbewijs-1 | "Momentje, je betaling wordt verwerkt"
any other path | worker/pages | pages that do not exist: GET %s is the 404 page
the number in an offer's path is the price in euros including VAT
quiz redirect: says so | /quiz-redirect?A1=A | "Doorverwijzen naar je resultaten..."
quiz redirect: copies all query parameters; decided: adds the score it counts | /quiz-redirect?A1=A&x=1 | [Ga nu naar je resultaten] /quiz-score?A1=A&x=1&Score=1
a change of URL hash scrolls smoothly; decided: a page is a document, so a new one begins at its top
the query string is carried along on header links | /quiz-score?flow=A&x=1 | [CBR Examen] /cbr-examen?flow=A&x=1

# 2 Shared header and footer
fixed, with a toggle menu on small screens | browser/buy-a-course | the menu opens for who has tapped the page, and never lies on what has the focus
links Home, KVB1, KVB2, Marifonie, CBR Examen, FAQ | worker/pages | the header links six pages
the active route is highlighted | worker/pages | on %s the active page is %j
a 'Bestel nu' button goes to /cursus-aanschaffen | /veelgestelde-vragen | [Bestel nu] /cursus-aanschaffen
footer: course links | / | .footer-links [href="/klein-vaarbewijs-1"], .footer-links [href="/klein-vaarbewijs-2"], .footer-links [href="/marifonie-cursus"] = 3
footer: information links | / | [CBR Examen] /cbr-examen
footer: a copyright line with the current year | worker/pages | the copyright line has the current year
every sales page sets document title and meta description

# 2 Home page
page title | / | title: Vaarkoers? Vaarbewijs 1 & 2 Cursus vanaf €59
hero: bullet list | / | .home-hero .bullet-list = 1
hero: button 'Start direct' to the order page | /?flow=A&x=1 | [Start direct] /cursus-aanschaffen?flow=A&x=1
hero: intro video | / | .home-hero .video = 1
an embedded player on each sales page; decided: its frame comes when it is played | worker/home | on %s is a link to a player that the policy allows
three-card pricing section | / | .course-cards > li = 3
KVB1 marked 'Populair' | / | .course-card-highlighted h3: Klein Vaarbewijs 1
'Populair' | / | .course-card-highlighted .course-card-badge: Populair
benefits list | / | .benefit-list = 1
practical info: access and devices | / | "Toegang Direct na je betaling"; "Apparaten Telefoon, tablet en computer"
reviews carousel | / | [data-island=reviewsCarousel] = 1
free practice questions section | / | .practice-band = 1
course-environment section | / | .home-environment = 1
four-step 'how to get a licence' section | / | .route-steps h3 = 4
'when do I need a licence' section | / | .licence-rules li = 3
repeated pricing section | / | .course-list > li = 3
four-item FAQ | / | .faq-list details = 4
closing call: 'Direct starten' | /?flow=A&x=1 | [Direct starten] /cursus-aanschaffen?flow=A&x=1
closing call: 'Oefenvragen uitproberen' | / | [Oefenvragen uitproberen] {PRACTICE_APP_URL}
its sections in this order

# 2 Sales pages
reads the flow query value | worker/sales | in flow %s every order button leads to its checkout
hero: title | SALES | .sales-hero h1 = 1
hero: bullets | SALES | .sales-hero .bullet-list = 1
hero: order button | SALES | .sales-hero .button = 1
hero: payment-method logos | SALES | .sales-hero .payment-logos = 1
video | SALES | main .video = 1
benefits | SALES | .benefit-list = 1
two screenshots of the course environment | SALES | .sales-screenshots img = 2
a pricing card | SALES | .pricing-card = 1
KVB1: stats row | /klein-vaarbewijs-1 | .stats = 1
KVB1: what-you-get block with 4 items | /klein-vaarbewijs-1 | .sales-included li = 4
KVB1: content of 5 groups | /klein-vaarbewijs-1 | .content-groups h3: Veiligheid & Voorbereiding; Techniek & Motor; Vaarregels; Voorrang & Signalen; Vaargedrag
KVB1: section 'Twijfel je nog?' | /klein-vaarbewijs-1 | .practice-band h2: Twijfel je nog?
KVB1: button 'Probeer de oefenvragen' | /klein-vaarbewijs-1 | [Probeer de oefenvragen] {PRACTICE_APP_URL}
KVB1: FAQ with 4 questions | /klein-vaarbewijs-1 | .faq-list > details = 4
KVB2: stats row | /klein-vaarbewijs-2 | .stats li: Volledig Up to date; 200+ Oefenvragen; 24/7 Online toegang
KVB2: 5 tiles | /klein-vaarbewijs-2 | .tiles h3: Navigatie; Stroming & Wind; Betonning; Veiligheid; Praktijk
KVB2: what-you-get with 4 items | /klein-vaarbewijs-2 | .sales-included li = 4
KVB2: content of 5 groups | /klein-vaarbewijs-2 | .content-groups h3: Navigatie & Koersberekening; Betonning & Markering; Stroming & Getij; Weer & Omstandigheden; Veiligheid Open Water
KVB2: 'try practice questions' button | /klein-vaarbewijs-2 | [Probeer de oefenvragen] {PRACTICE_APP_URL}
KVB2: FAQ with 4 questions | /klein-vaarbewijs-2 | .faq-list > details = 4
Marifonie: stats row (100+ Oefenvragen) | /marifonie-cursus | .stats li:first-child: 100+ Oefenvragen
Marifonie: 4 tiles | /marifonie-cursus | .tiles h3: Apparatuur; Communicatie; Regelgeving; Noodsituaties
Marifonie: what-you-get with 3 items | /marifonie-cursus | .sales-included li = 3
Marifonie: content of 4 groups (same four names) | /marifonie-cursus | .content-groups h3: Apparatuur; Communicatie; Regelgeving; Noodsituaties
Marifonie: FAQ with 5 questions | /marifonie-cursus | .faq-list > details = 5
Marifonie: no 'try practice questions' section | /marifonie-cursus | .practice-band = 0

# 2 Exam explainer, FAQ and terms
title 'CBR Examen - Zo werkt het' | /cbr-examen | title: CBR Examen - Zo werkt het
three-step overview | /cbr-examen | .route-steps h3: Aanmelden; Voorbereiden; Afname
map of 20 exam centres; decided: a list of them without JavaScript | /cbr-examen | .exam-centres li = 20
one marker each; hover opens a popup with name and city; zoom 7 | browser/exam-map | on a wide screen: nothing moves when it comes; hover, focus
tiles come from a public map tile service
four-card tips section | /cbr-examen | .exam-tips > li = 4
FAQ accordion | /cbr-examen | .faq-list = 1
FAQ page: groups | worker/exam-and-faq | has its four groups of questions, each with a link to it
two calls: one to /cursus-aanschaffen keeping the query string | /cbr-examen?flow=A&x=1 /veelgestelde-vragen?flow=A&x=1 | .closing-call a[href="/cursus-aanschaffen?flow=A&x=1"] = 1
two calls: one to the external practice app | /cbr-examen /veelgestelde-vragen | .closing-call a[href="{PRACTICE_APP_URL}"] = 1
terms: articles 1-11 | /algemene-voorwaarden | .legal-number: Artikel 1; Artikel 2; Artikel 3; Artikel 4; Artikel 5; Artikel 6; Artikel 7; Artikel 8; Artikel 9; Artikel 10; Artikel 11
terms: a table of contents

# 2 Practice popup
on the six public pages after 15 seconds | SIX | [data-island=practicePopup][data-when="15000"] > template > dialog = 1
on these only; a feature flag enables it | worker/home | is on no other page, and not anywhere when it is switched off
title 'Gratis oefenvragen proberen?' | SIX | dialog h2: Gratis oefenvragen proberen?
text starting 'Maak vijf oefenvragen...' | SIX | "Maak vijf oefenvragen"
button 'Starten' to the external practice app | SIX | [Starten] {PRACTICE_APP_URL}
it can be closed | browser/practice-popup | after fifteen seconds, on each page until it is left

# 2 Quiz
'Je score is: n/5' (default 0); roughly 70% is needed to pass | worker/quiz | GET /quiz-score%s shows %i out of five
'Doorgaan' to question 1 with all query parameters kept | worker/quiz | the score leads to question 1, each question to the next, and the last to the order page
the question, options, the correct and the user's answer, an explanation | worker/quiz | question $question.number answered $letter says what is right
an embedded explanation video | worker/quiz | its video may be framed, and only from the video's own host
a progress row of 5 dots | /quiz-question/1?A1=A | .quiz-dots li = 5
'Volgende vraag' goes to the next number keeping the query | worker/quiz | the score leads to question 1, each question to the next, and the last to the order page
after question 5 it reads 'Doorgaan', to the order page | worker/quiz | the score leads to question 1, each question to the next, and the last to the order page
'Loading...' while the answer parameter is missing | worker/quiz | GET /quiz-question/%s: %s
'Loading...' from number 6 on | worker/quiz | GET /quiz-question/%s: %s

# 2 Order page and payment interstitial
back link to home keeping the query | /cursus-aanschaffen?flow=B&a=1 | a.back-link[href="/?flow=B&a=1"] = 1
three product cards | /cursus-aanschaffen | .course-cards h2: Klein Vaarbewijs 1; Klein Vaarbewijs 2; Marifonie
decided: KVB1 and KVB2 at once | /cursus-aanschaffen | .course-card-wide = 1
six reviews | /cursus-aanschaffen | blockquote = 6
flow A or B: a countdown | /cursus-aanschaffen?flow=A /cursus-aanschaffen?flow=B | [data-island=countdown] = 1
flow A or B: struck-through original prices | /cursus-aanschaffen?flow=A /cursus-aanschaffen?flow=B | .course-cards s: €59; €59; €59
otherwise: neither | /cursus-aanschaffen /cursus-aanschaffen?flow=C | [data-island=countdown], s = 0
a spinner with its text; noindex/nofollow, no canonical link | worker/bridge | GET $path goes to its target
the purchase amount of bridge-{amount}excl too | worker/bridge | %s: €%d

# 2 Gift screen
n (recipient name), g (giver name), m (message, default empty), with fallbacks | worker/gift | %s: n, g and m each replace a text of the entry
the fixed route has a personal Dutch message | /cadeau-sanne | .gift-message: Lieve Sanne
heading | /cadeau-sanne | h1: Er ligt een cadeautje voor je klaar!
hint | /cadeau-sanne | .gift-hint: Tik om te openen
a button that grows; 'Nog N x tikken...'; the card after the third tap plus 0.6 s | browser/gift | by keyboard alone: the parcel grows, the hint counts down, and after 600 ms
logo | /cadeau-sanne | .gift-letter-logo = 1
title, van {giver}, Voor {recipient}, note | worker/gift | shows recipient, giver and message of the entry
the message: line breaks kept | browser/gift | markup is text, lines are kept
'Cadeau Innen' in a new tab (no opener, no referrer) | browser/gift | by taps, with rays; Cadeau Innen opens the activation page in a new tab

# 2 Checkout screen
round back button to home, keeping the query string | /betalen-klein-vaarbewijs-1?flow=A | a.round-button[href="/?flow=A"] = 1
desktop: price excluding VAT, VAT (21%), total | /betalen-klein-vaarbewijs-1 | .checkout-prices dd: €32,23; €6,77; €39,00
VAT (21%) | /betalen-klein-vaarbewijs-1 | "Btw (21%)"
mobile: total 39,00 and 'Inclusief €6,77 BTW' | /betalen-klein-vaarbewijs-1 | .checkout-total-small: €39,00 Inclusief €6,77 BTW
four benefit lines | /betalen-klein-vaarbewijs-1 | .checkout-summary .bullet-list li: eigen tempo; 100% examengericht; Honderden oefenvragen; Direct toegang na je betaling
reviews compact | /betalen-klein-vaarbewijs-1 | .reviews-compact = 1
loading state | /betalen-klein-vaarbewijs-1 | .pay-loading: Betaalformulier laden...
'Kon betaalformulier niet laden', and 'Probeer opnieuw' reloads | browser/checkout-troubles | every fault on the way to a form is told
Apple Pay and Google Pay shown | browser/checkout | %s: needs the consent and nothing else
on desktop the text 'of betaal met'; buttons of 48 | browser/checkout | at %i px the summary is painted
its three required fields | /betalen-klein-vaarbewijs-1 | .pay-label: Volledige naam *; E-mailadres *; Betaalmethode *; E-mailadres
submit button 'Betaal €39.00' | /betalen-klein-vaarbewijs-1 | .pay-button: Betaal €39.00
'Betaling verwerken...' while busy | client/pay-button | $phase, name '$name', e-mail '$email'

# 2 Not-found page
'404 Oops! Page not found' | /nope | "404 Oops! Page not found"
a link 'Return to Home' to the home page | /nope | [Terug naar home (Return to Home)] /
a console error is logged | browser/buy-a-course | the 404 page logs a console error and leads home
'Unexpected Application Error!' | worker/errors | anything unexpected on a page

# 3 Entities and their fields
course product (card)
review: the avatar shows the first letter of the name
six testimonials on home, order page and checkout | / /cursus-aanschaffen /betalen-klein-vaarbewijs-1 | .review = 6
exam centres' cities
the centre named 'Schelluinen/Gorinchem' | /cbr-examen | "Schelluinen/Gorinchem"
quiz: correct letters A, B, B, C, C | /antwoord-oefenvragen | .quiz-answer-right .quiz-letter: A; B; B; C; C
quiz: topics | /antwoord-oefenvragen | .answers-question: hoofdvaarwater; bord; radar; stroom; 0,5 promille
quiz answer in the URL: the letter, text, '(Correct)' if right
interstitial target entry: target, price
payment intent request | worker/payments | answers with the client secret and nothing else

# 4 States and transitions
flow: any other value = normal price | worker/pages | flow=%s: only an exact first A or B is an offer
with A or B the price note changes; prices are 'inclusief btw'
FAQ accordions: each item independently | SALES | details[name].faq-item = 0
reviews carousel: wraps; 3 or 1 per page; a swipe over 50 px; dots | browser/buy-a-course | the reviews carousel turns by arrows, keys, dots and swipes, and wraps both ways
practice popup: not again for 24 hours | browser/practice-popup | after fifteen seconds, on each page until it is left
countdown to 23:59:59.999, then 00:00:00 | browser/buy-a-course | the countdown counts to the end of %s and stays at zero
interstitial: fully loaded and 10 seconds | browser/bridge | the ten seconds start when the page has loaded
gift reveal: sparkle of 8 rays | browser/gift | by taps, with rays; Cadeau Innen
checkout: back to idle with an error toast | browser/checkout | every error leads back to a form that works, one after the other
session: an expired or invalid one is removed | browser/account | what is no session, and what the service knows no longer, is removed

# 5 Validation rules
interstitial: requires a config entry | browser/bridge | the target is not in KV, or an address of another kind: the error
name and email non-empty, email a simple pattern | browser/checkout | the form says what is missing and what is wrong, at the field and in one toast
the submit button is disabled while the library is not ready, while busy, while name or email is empty | client/pay-button | $phase, name '$name', e-mail '$email'

# 7 The calls it makes
nine links to hosted checkout pages, by product and flow variant
GET /interstitial-targets.json (no-cache) | worker/bridge | GET /interstitial-targets.json: is the JSON map
confirm payment: return_url, receipt_email, billing_details | browser/checkout | by card: the sale is counted
hero_cta_primary | / SALES | [class*=hero] [data-evt=hero_cta_primary] = 1
checkout_start_kvb1, checkout_start_kvb2, checkout_start_marifonie
a purchase event with currency EUR at once, after 5 and after 10 seconds | browser/bridge | the sale's value at 0, 5 and 10 seconds

# 8 Error catalogue
interstitial config missing for key, or fetch failed | browser/bridge | the target cannot be had for good: the error with help
payment intent creation fails | browser/checkout-troubles | every fault on the way to a form is told
payment confirmation fails; unexpected exception | browser/checkout | every error leads back to a form that works, one after the other

# 9 Business constants and limits
€59 normal | / /cursus-aanschaffen | .course-cards .price b: €59; €59; €59
€39 flow A | /?flow=A /cursus-aanschaffen?flow=A | .course-cards .price b: €39; €39; €39
€19 flow B | /?flow=B /cursus-aanschaffen?flow=B | .course-cards .price b: €19; €19; €19
checkout for KVB1: 3900 cents, euro
exam: fee €34,65; pass mark 70% for both | /cbr-examen | "€34,65"; "56 van de 80 punten (70%)"; "35 van de 50 punten (70%)"
KVB1: 40 questions, 60 minutes, 4-6 hours | /cbr-examen | "40"; "60 minuten"; "4 tot 6 uur"
KVB2: 50 questions, 90 minutes, 8-12 hours | /cbr-examen | "50"; "90 minuten"; "8 tot 12 uur"
be there 15 minutes early | /cbr-examen | "15 minuten van tevoren"
50+ locations, Monday to Saturday | /cbr-examen | "meer dan 50"; "Maandag tot en met zaterdag"
certificates valid for life | /cbr-examen | "Levenslang"
no waiting time for a retake; within a year is recommended | /klein-vaarbewijs-1 | "geen verplichte wachttijd"; "binnen een jaar"
KVB1 before KVB2, both exams at once; where each may sail (decided: inland, the sea asks for none); a radio needs a certificate | worker/sales | what the exam of %s asks stands in its %s
payment method logos: iDEAL, Klarna, Google Pay, Apple Pay, Mastercard, Visa
terms: 14-day withdrawal period for physical goods | /algemene-voorwaarden | "een product dat we je toesturen, zoals een boek, dan heb je 14 dagen bedenktijd"
terms: the right lapses for digital content once delivery starts | /algemene-voorwaarden | "Je herroepingsrecht vervalt zodra de levering begint"
terms: prices include VAT; payment within 7 working days | /algemene-voorwaarden | "inclusief btw"; "binnen 7 werkdagen"
terms: complaints within 2 months, answered within 14 days; Dutch law | /algemene-voorwaarden | "binnen 2 maanden"; "binnen 14 dagen antwoord"; "is Nederlands recht van toepassing"
theme primary colour #0066cc, border radius 8px, button height 48 | browser/checkout | at %i px the summary is painted
notifications: 5000 ms | browser/checkout | the form says what is missing and what is wrong, at the field and in one toast
`;

const SALES = ["/klein-vaarbewijs-1", "/klein-vaarbewijs-2", "/marifonie-cursus"];
const BRIDGES = [
  ...["59", "39", "29", "19"].map((euros) => `/bridge-${euros}incl-vb1`),
  ...["vb2", "marifonie"].flatMap((suffix) => ["59", "39", "19"].map((euros) => `/bridge-${euros}incl-${suffix}`)),
];
const SIX = ["/", ...SALES, "/cbr-examen", "/veelgestelde-vragen"];
const GROUPS: Readonly<Record<string, readonly string[]>> = { SALES, BRIDGES, SIX };

const vars = env as unknown as Readonly<Record<string, string>>;
const page = openPage;
const CHECKS: Readonly<Record<string, () => Promise<unknown>>> = {
  async "the number in an offer's path is the price in euros including VAT"() {
    const states = await Promise.all(BRIDGES.map(async (path) => bridgeProps(await pageText(path)).state));
    const euros = BRIDGES.map((path, index) => [/\d+/.exec(path)?.[0], states[index]]);
    const sale = (saleEuros: number) => ({ leadsOn: true, saleEuros });
    expect(Object.fromEntries(euros)).toEqual({ 59: sale(48.76), 39: sale(32.23), 29: sale(23.97), 19: sale(15.7) });
  },
  async "a change of URL hash scrolls smoothly; decided: a page is a document, so a new one begins at its top"() {
    const [file = ""] = attributes(await page("/"), "link[rel=stylesheet]", "href");
    expect(await (await env.ASSETS.fetch(`${ORIGIN}${file}`)).text()).toContain("scroll-behavior:smooth");
  },
  async "every sales page sets document title and meta description"() {
    const pages = await Promise.all(SALES.map(page));
    expect(new Set(pages.map((one) => texts(one, "title")[0])).size).toBe(3);
    expect(new Set(pages.map((one) => meta(one, "description"))).size).toBe(3);
  },
  async "its sections in this order"() {
    const first = "home-hero course-cards benefit-list reviews practice-band home-environment route-steps";
    const order = `${first} licence-rules course-list faq-list closing-call`.split(" ");
    const found = all(one(await page("/"), "main"), order.map((name) => `.${name}`).join(", "));
    expect(found.map(({ classList }) => order.find((name) => classList.contains(`${name}`)))).toEqual(order);
  },
  async "tiles come from a public map tile service"() {
    const policy = (await ask("/cbr-examen")).headers.get("content-security-policy");
    expect(policy).toMatch(new RegExp(`img-src [^;]*${new URL(`${vars.MAP_TILE_URL}`).origin}`));
  },
  async "terms: a table of contents"() {
    const terms = await page("/algemene-voorwaarden");
    const hashes = attributes(terms, ".legal-contents a", "href");
    expect(hashes.length).toBeGreaterThanOrEqual(11);
    for (const hash of hashes) expect(count(terms, `${hash}`)).toBe(1);
  },
  async "course product (card)"() {
    for (const card of all(await page("/cursus-aanschaffen?flow=A"), ".course-cards > li"))
      for (const part of ["h2", ".price b", ".price s", ".price-note", ".bullet-list", "a[data-evt]"])
        expect(count(card, part), part).toBe(1);
  },
  async "review: the avatar shows the first letter of the name"() {
    const home = await page("/");
    expect(texts(home, ".review-avatar")).toEqual(texts(home, ".review figcaption p").map(([letter]) => letter));
  },
  async "exam centres' cities"() {
    const cities =
      "Alkmaar Amsterdam Arnhem Barendrecht Breda Deventer Eindhoven Goes Gorinchem Groningen Haarlem Hengelo Hoogeveen Leeuwarden Leusden Maastricht Rijswijk Utrecht Venlo Zwolle";
    expect(texts(await page("/cbr-examen"), ".exam-centres b").join(" ")).toBe(cities);
  },
  async "quiz answer in the URL: the letter, text, '(Correct)' if right"() {
    const right = attributes(await page("/quiz"), 'input[value$=" (Correct)"]', "value");
    expect(right.map((value) => value?.slice(0, 2)).toSorted()).toEqual(["A ", "B ", "B ", "C ", "C "]);
  },
  async "interstitial target entry: target, price"() {
    const map: Record<string, unknown> = await (await ask("/interstitial-targets.json")).json();
    for (const key of ["bridge-59incl-vb1", "klein-vaarbewijs-1"])
      expect(map[key]).toMatchObject({ target: expect.stringMatching(/^http/) });
  },
  async "with A or B the price note changes; prices are 'inclusief btw'"() {
    const notes = FLOWS.map(async (flow) => texts(await page(`/?flow=${flow}`), ".course-cards .price-note")[0]);
    const [normal, ...offers] = await Promise.all(notes);
    expect(normal).toBe("inclusief btw");
    for (const offer of offers) expect(offer).toMatch(/^inclusief btw, ./);
  },
  async "nine links to hosted checkout pages, by product and flow variant"() {
    const names = ["", "_A", "_B"].map((end) =>
      ["KVB1", "KVB2", "MARIFONIE"].map((id) => vars[`CHECKOUT_${id}${end}`]),
    );
    expect(new Set(names.flat()).size).toBe(9);
    for (const [index, flow] of FLOWS.entries())
      for (const path of ["/", "/cursus-aanschaffen"])
        for (const list of all(await page(`${path}?flow=${flow}`), ".course-cards, .course-list"))
          expect(attributes(list, "a[data-evt]", "href")).toEqual(names[index]);
  },
  async "checkout_start_kvb1, checkout_start_kvb2, checkout_start_marifonie"() {
    const events = ["checkout_start_kvb1", "checkout_start_kvb2", "checkout_start_marifonie"];
    for (const path of ["/", "/cursus-aanschaffen"])
      expect(attributes(await page(path), ".course-cards [data-evt]", "data-evt")).toEqual(events);
  },
  async "checkout for KVB1: 3900 cents, euro"() {
    const { props } = island(await page("/betalen-klein-vaarbewijs-1"), "checkout");
    expect(props).toMatchObject({ payment: { amountCents: 3900, currency: "eur" } });
  },
  async "payment method logos: iDEAL, Klarna, Google Pay, Apple Pay, Mastercard, Visa"() {
    const [alt] = attributes(await page("/"), ".payment-logos", "alt");
    expect(alt).toContain("iDEAL, Klarna, Google Pay, Apple Pay, Mastercard, Visa");
  },
};

const TESTS = import.meta.glob(["../{browser,client}/*.test.ts", "./*.test.ts"], {
  query: "?raw",
  import: "default",
  eager: true,
});

/** Checks what a row says of one address. */
async function look(path: string, what: string): Promise<void> {
  const shown = await page(path);
  const [link, label = "", to] = /^\[([^=\]]+)\] (\S+)$/.exec(what) ?? [];
  const [number, counted = "", times] = /^(.+) = (\d+)$/.exec(what) ?? [];
  if (link !== undefined) expect(linksNamed(shown, label), path).toContain(to);
  else if (number !== undefined) expect(count(shown, counted), path).toBe(Number(times));
  else if (what.startsWith('"')) {
    const text = visibleText(one(shown, "html")).toLowerCase();
    for (const words of what.slice(1, -1).split('"; "')) expect(text, path).toContain(words.toLowerCase());
  } else {
    const [selector = "", expected = ""] = what.split(/: (.*)/);
    const held = expected.split("; ").map((text) => expect.stringContaining(text));
    expect(texts(shown, selector), path).toEqual(held);
  }
}

const fillIn = (text: string) => text.replaceAll(/\{([A-Z_\d]+)\}/g, (_, name: string) => vars[name] ?? name);

async function check(row: string): Promise<void> {
  const [words = "", where, what = ""] = row.split(" | ");
  if (where === undefined) {
    await (CHECKS[words] ?? (() => Promise.reject(new Error("no check has these words"))))();
    return;
  }
  const file = TESTS[`../${where}.test.ts`] ?? TESTS[`./${where.replace("worker/", "")}.test.ts`];
  if (file !== undefined) {
    expect(file).toContain(`"${what}`);
    return;
  }
  for (const group of where.split(" ")) {
    const [name = "", query] = group.split("?");
    for (const path of GROUPS[name] ?? [name])
      await look(query === undefined ? path : `${path}?${query}`, fillIn(what));
  }
}

collectLogs();
beforeAll(() => Promise.all([seedTargets(), seedGifts()]).then(() => undefined));

const PARTS = LINES.trim()
  .split("\n\n")
  .map((part) => part.split("\n"));
describe.each(PARTS.map(([title = "", ...rows]) => [title.slice(2), rows] as const))("%s", (_, rows) => {
  test.each(rows.map((row) => [row.split(" | ")[0], row] as const))("%s", (_words, row) => check(row));
});

test("each check belongs to a line", () => {
  const rows = PARTS.flat();
  expect(Object.keys(CHECKS).filter((words) => !rows.includes(words))).toEqual([]);
});
