import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { createApp } from "../../src/app.tsx";
import { GIFT_COPY } from "../../src/gifts/opening/gift-copy.ts";
import { ACCOUNT_COPY } from "../../src/paying/checkout/account-copy.ts";
import { giftCodePath, giftPaymentPath, PATHS, quizQuestionPath } from "../../src/shared/paths.ts";
import { EXAM_COPY } from "../../src/shop/exam/exam-copy.ts";
import { CLIENT } from "../../src/ui/client-manifest.ts";
import { table } from "../table.ts";
import { readDocument } from "./document.ts";
import { logs } from "./logs.ts";
import { expectOn } from "./page-data.ts";
import { policyOf } from "./security-headers.ts";
import { ORIGIN } from "./shop.ts";

/**
 * What content pages say where vars are set or empty, and their policies; their texts are approved (every-page.test.ts). A row is `promise | addresses | vars | what`, with a
 * line for each check that `expectOn` reads; `policy img-src: …` and `no policy …` ask the header.
 */

const SALES = [PATHS.kvb1, PATHS.kvb2, PATHS.marifonie].join(" ");
const LEGAL = `${PATHS.terms} ${PATHS.privacy}`;
const UNSOLD = JSON.stringify({ CHECKOUT_KVB1_KVB2: "", CHECKOUT_KVB1_KVB2_A: "", CHECKOUT_KVB1_KVB2_B: "" });
const START_BOTH = "a[data-evt=checkout_start_kvb1_kvb2]";
const KVB2_NEEDED = `${PATHS.licenceCheck}?boot=motorboot&lengte=16&snelheid=boven-20&water=ruim-water&gebruik=vrije-tijd&leeftijd=18`;
const KVB1_NEEDED = KVB2_NEEDED.replace("ruim-water", "rivieren");
const PUBLIC = '{"SITE_ORIGIN":"https://www.vaarkoers.example","TRADER_PHONE":"020 000 00 00","TRADER_EMAIL":""}';
const MAKERS = JSON.stringify({ COURSE_MAKERS: "Anna de Boer <instructeur> & $& Joris Smit", TRADER_KVK: "" });
const FACE = JSON.stringify({ ...JSON.parse(MAKERS), MAKERS_PICTURE: "/images/makers.jpg" });
const NO_FACE = JSON.stringify({ ...JSON.parse(MAKERS), MAKERS_PICTURE: "" });
const TILES = new URL(String(env.MAP_TILE_URL)).origin;
const VIDEO = new URL(String(env.VIDEO_INTRO_URL)).origin;
const VIDEOS = ["VIDEO_INTRO_URL", ...[1, 2, 3, 4, 5].map((n) => `VIDEO_QUIZ_${n}_URL`)];
const videosAndMap = (video: string, map: string) =>
  JSON.stringify({
    ...Object.fromEntries(
      VIDEOS.map((name) => [name, name.includes("QUIZ") ? video.replace("player", "quiz") : video]),
    ),
    MAP_TILE_URL: map,
    MAP_ATTRIBUTION: "© Kaart",
  });
const UNKNOWN = [
  ...["/g-NIET-INKV", "/g-NIET-INKV?n=&g=%20", "/g-abc", "/g-----", "/g-a.b.c.d", "/g-%E0%A4%A"],
  ...[giftCodePath("cadeau-sanne"), `/g-${"A".repeat(65)}`, giftCodePath("A".repeat(64))],
];
const ACCOUNTS = JSON.stringify({ AUTH_URL: "https://auth.example/auth/v1", AUTH_ANON_KEY: "public-key" });
const NO_ACCOUNTS = JSON.stringify({ AUTH_URL: "", AUTH_ANON_KEY: "" });
const NAMED = 'html[data-auth-url="https://auth.example/auth/v1"][data-auth-key="public-key"]';

const ROWS = `
  # Home, and what it shares with the sales pages
  where there is a video, a link plays it       | ${PATHS.home} ${PATHS.kvb1} |                       | a.video-play @href: {VIDEO_INTRO_URL} | iframe = 0 | policy frame-src: ${VIDEO}
  without one there is a picture only           | ${PATHS.kvb2}           | {"VIDEO_INTRO_URL":""}    | .video = 1 | .video a, .video button = 0 | no policy frame-src: http
  example reviews are for those who make it     | ${PATHS.home}?ref=x ${PATHS.order}?ref=x ${PATHS.checkout}?ref=x | | .review = 6 | .trust-facts a = 0
  the public sees none, and other facts         | ${PATHS.home}?ref=x ${PATHS.order}?ref=x ${PATHS.checkout}?ref=x | ${PUBLIC} | .review = 0 | .trust-facts a @href: ${PATHS.mockExam}?ref=x; tel:0200000000
  and a way to mail where there is no phone     | ${PATHS.order}?ref=x    | ${PUBLIC.replace(/"TRADER.*/, '"TRADER_PHONE":""}')} | .trust-facts a @href: ${PATHS.mockExam}?ref=x; mailto:{TRADER_EMAIL}
  # The exam
  the exam page alone loads tiles               | ${PATHS.exam}           |                           | policy img-src: ${TILES}
  the FAQ loads none                            | ${PATHS.faq}            |                           | no policy img-src: ${TILES}
  tiles of many hosts                           | ${PATHS.exam}           | {"MAP_TILE_URL":"https://{s}.tile.example/{z}/{x}/{y}.png"} | policy img-src: https://*.tile.example
  without tiles a sentence takes the map's place | ${PATHS.exam}          | {"MAP_TILE_URL":""}       | "${EXAM_COPY.map.mapUnavailable}" | .exam-chart = 0 | ul.exam-centres li = 20 | policy img-src: 'self' data:
  # Who it is
  the trader by mail alone                      | ${PATHS.faq}?flow=B     | {"TRADER_PHONE":""}       | #contact: Mail ons: {TRADER_EMAIL} | #contact ul a @href: mailto:{TRADER_EMAIL}
  the trader by phone alone                     | ${PATHS.faq}?flow=B     | {"TRADER_EMAIL":"","TRADER_PHONE":"+31 (0)20 00"} | #contact: Bel ons: +31 (0)20 00 | #contact ul a @href: tel:+312000
  the trader by neither                         | ${PATHS.faq}?flow=B     | {"TRADER_EMAIL":"","TRADER_PHONE":""} | #contact: artikel 2 van | #contact ul a @href: ${PATHS.terms}?flow=B#artikel-2
  the trader in terms and privacy               | ${LEGAL}                |                           | "{TRADER_KVK}"
  no part of the trader that is missing         | ${LEGAL}                | {"TRADER_KVK":"","TRADER_PHONE":"+31 (0)20 000 00 00"} | no "KvK " | main a[href="tel:+31200000000"] = 1
  who made the courses                          | ${PATHS.faq} ${SALES}   | ${MAKERS}                 | "emaakt door Anna de Boer <instructeur> & $& Joris Smit"
  nobody made them where nobody is named        | ${PATHS.faq} ${SALES}   |                           | no "emaakt door"
  their picture                                 | ${PATHS.kvb1}           | ${FACE}                   | img.makers-face @src: /images/makers.jpg
  a drawing where there is none                 | ${PATHS.kvb1}           | ${NO_FACE}                | .makers-face svg = 1
  who serves videos and map                     | ${PATHS.privacy}        | ${videosAndMap("https://player.example/video/1", "https://tiles.example/{z}/{x}/{y}.png")} | #video-en-kaart li: Onze video's komen van player.example, quiz.example.; Onze kaart komt van tiles.example (© Kaart).
  the map alone where there is no video         | ${PATHS.privacy}        | ${videosAndMap("", "https://tiles.example/{z}/{x}/{y}.png")} | #video-en-kaart li: Onze kaart komt van tiles.example
  nobody where there is none                    | ${PATHS.privacy}        | ${videosAndMap("", "")}   | #video-en-kaart li = 0
  # The checkout
  a hosted checkout without JavaScript          | ${PATHS.checkout}       |                           | noscript a[href="http://localhost:8788/checkout/KVB1/A"] = 1 | "€39,00"
  while it is not configured                    | ${PATHS.checkout}?flow=B | {"STRIPE_PUBLISHABLE_KEY":"FILL-IN","CHECKOUT_KVB1_A":"FILL-IN"} | "Kon betaalformulier niet laden"; "Bestellen kan nu even niet" | .pay-failed a[href="${PATHS.checkout}?flow=B"] = 1 | [data-island=checkout] = 0
  # A course's own page
  without a checkout it says so, and leads nowhere | ${SALES}             | {"CHECKOUT_KVB1":"","CHECKOUT_KVB2":"","CHECKOUT_MARIFONIE":"","CHECKOUT_KVB1_KVB2":""} | .order-unavailable = 3 | [data-evt] = 0 | script[type="application/ld+json"]: OutOfStock
  without a practice app its place is the quiz's, and there is no popup | ${PATHS.kvb1}?flow=A | {"PRACTICE_APP_URL":""} | [Probeer de oefenvragen] ${PATHS.quiz}?flow=A | [data-island=practicePopup] = 0
  and KVB2 where both are not sold              | ${PATHS.order}          | {"CHECKOUT_KVB1_KVB2":""} | .order-choice a @href: #kies-kvb1; #kies-kvb2 | .course-card[id=kies-kvb2] = 1
  a video of the quiz, from its host alone      | ${quizQuestionPath(2)}?A2=B | ${videosAndMap("https://player.example/video/1", "")} | policy frame-src: https://quiz.example | no policy frame-src: player
  Stripe may work there | ${PATHS.checkout} | | policy script-src: https://js.stripe.com https://*.js.stripe.com http://localhost:8788 | policy frame-src: https://hooks.stripe.com | policy connect-src: https://api.stripe.com | policy img-src: https://*.stripe.com
  and nowhere else | ${PATHS.home} ${PATHS.order} ${PATHS.interstitial}?payment_type=klein-vaarbewijs-1 | | no policy script-src: stripe | no policy frame-src: stripe | no policy connect-src: stripe | script[src*=stripe] = 0
  no script before the first paint | ${PATHS.checkout} | | link[rel=preconnect] @href: http://localhost:8788 | link[rel=preload][as=script] = 0 | script[src] @src: ${CLIENT.paymentBeginning.module} | link[rel=modulepreload] @href: ${CLIENT.paymentBeginning.files.join("; ")} | script:not([type=module]) = 0
  # Accounts
  pages that ask who it is name the service | ${PATHS.home} ${PATHS.order} ${PATHS.quizScore} ${PATHS.checkout} | ${ACCOUNTS} | ${NAMED} = 1 | policy connect-src: https://auth.example
  pages whose address is a secret, or without a use for it, do not | ${PATHS.interstitial} /bridge-59incl-vb1 /cadeau-sanne ${PATHS.giftLookup} ${PATHS.giveGift} /nergens | ${ACCOUNTS} | [data-auth-url], [data-auth-key] = 0 | no policy connect-src: auth.example
  nor does any page without accounts | ${PATHS.home} ${PATHS.checkout} | ${NO_ACCOUNTS} | [data-auth-url], [data-auth-key] = 0 | no policy connect-src: auth.example
  the checkout speaks of accounts | ${PATHS.checkout} | ${ACCOUNTS} | summary: ${ACCOUNT_COPY.begin.label} | [data-props*='"limited":"Je hebt net al'] = 1 | [data-props*='"failed":"Een link versturen lukt nu niet.'] = 1
  and not where there are none | ${PATHS.checkout} | ${NO_ACCOUNTS} | summary = 0 | [data-props*='"accountCopy":null'] = 1
  who signed out reads so, and who bought nothing | ${PATHS.myCourse}     | ${ACCOUNTS}               | [data-props*='"ended":"Je bent uitgelogd.'] = 1 | [data-props*='"noneNameless":"Met je account is'] = 1
  a shop without accounts lists no orders       | ${PATHS.myCourse}       | {"AUTH_URL":"","AUTH_ANON_KEY":""} | .my-orders, [data-island=myOrders] = 0
  # Gifts
  a code of no gift can be typed again          | ${UNKNOWN.join(" ")}    |                           | status 404 | h1: ${GIFT_COPY.unknown.title} | main form[action="${PATHS.giftLookup}"][method=get] input[name=cadeaucode] = 1
  a name of no gift                             | /cadeau-niemand /cadeau-niemand?n=Noor /cadeau-demovaar2026 /cadeau-a%2Fb | | status 404 | h1: ${GIFT_COPY.unknownName.title}
  a gift that was unwrapped leads to another    | /g-TEST-CODE?n=Noor&open=1 |                        | .gift-letter [data-evt=gift_start] @href: ${PATHS.giveGift}
  its payment step is not measured              | ${giftPaymentPath("KVB1")} | {"TAG_MANAGER_ID":"GTM-TEST1"} | [data-island=consent] = 0
  # Both courses at once
  nothing leads to both where they are not sold | ${PATHS.home} ${PATHS.home}?flow=A ${PATHS.order}?flow=B ${PATHS.kvb2} ${KVB2_NEEDED} | ${UNSOLD} | .course-card-wide, ${START_BOTH}, .order-unavailable = 0
  nor is a gift of both promised                | ${PATHS.faq} ${PATHS.terms} | ${UNSOLD}              | no "en KVB2 samen"; "Klein Vaarbewijs 1 en 2 samen"
  where KVB1 is enough both are not offered     | ${KVB1_NEEDED} ${PATHS.kvb1} ${PATHS.marifonie} |   | ${START_BOTH} = 0`;

describe.each(table(ROWS))("%s", (_promise, addresses = "", vars = "", ...checks) => {
  test.each(addresses.split(" "))("%s", async (path) => {
    const bindings = { ...env, ...JSON.parse(vars || "{}") };
    const origin = vars.includes("SITE_ORIGIN") ? bindings.SITE_ORIGIN : ORIGIN;
    const response = await createApp().request(origin + path, {}, bindings);
    const html = await response.text();
    expect(html).not.toMatch(/sk_test|whsec/);
    const page = readDocument(html);
    for (const check of checks) {
      const [, no, directive = "", sources = ""] = /^(no )?policy ([\w-]+): (.*)$/.exec(check) ?? [];
      if (check.startsWith("status ")) expect(`status ${response.status}`).toBe(check);
      else if (directive === "") expectOn(page, check);
      else if (no === undefined) expect(policyOf(response).get(directive)).toContain(sources);
      else expect(policyOf(response).get(directive) ?? "").not.toContain(sources);
    }
    // An owner may leave each of these vars empty.
    if (!vars.includes("FILL-IN"))
      expect(logs.lines("config.invalid").filter(({ reason }) => reason !== "missing")).toEqual([]);
  });
});
