import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { createApp } from "../../src/app.tsx";
import { CONTENT_PATHS } from "../../src/routes.ts";
import { type Bindings, checkoutVar } from "../../src/server/env.ts";
import { PRODUCT_IDS, priceOf } from "../../src/shared/courses.ts";
import { formatPrice } from "../../src/shared/money.ts";
import { PATHS, quizQuestionPath } from "../../src/shared/paths.ts";
import { addDays, today } from "../../src/shared/time.ts";
import { SOCIAL_IMAGE_TITLES } from "../../src/ui/social-images-copy.ts";
import { now } from "../clock.ts";
import { createLimiter } from "../limiter.ts";
import { answersWithRight, examDay, MOCK_EXAM } from "../mock-exam.ts";
import { routes } from "../routes.ts";
import { readStructuredData } from "../structured-data.ts";
import { table } from "../table.ts";
import {
  all,
  attribute,
  attributes,
  changedLines,
  count,
  inLines,
  meta,
  one,
  type PageDocument,
  readDocument,
  texts,
  transcript,
} from "./document.ts";
import { logs } from "./logs.ts";
import { expectBaseline, policyOf } from "./security-headers.ts";
import { AWAY, addressOf, ORIGIN } from "./shop.ts";
import { intent } from "./stripe-objects.ts";
import { answerJson, stubStripe } from "./stripe-stub.ts";

/** Rules for every page: each route that answers a page, and each other state of a page. */

type Screen = {
  name: string;
  path: string;
  status?: number;
  bindings?: Record<string, unknown>;
  stripe?: string;
  isSent?: boolean;
};

const PAYMENT = `${PATHS.interstitial}?payment_type=klein-vaarbewijs-1`;
/** The cookie by which the return page recognises its visitor. */
const PAID_COOKIE = "payment_pi_1=pi_1_secret_a";
const GIFT = "/g-DEMO-VAAR-2026";
const BRIDGE = "/bridge-59incl-vb1";
const STOP = JSON.stringify({ stopped: true, at: "2026-11-22T10:00:00.000Z" });
const STOPPED_KV = { get: async (key: string) => (key === "cadeau-sanne.operator" ? STOP : null) };
const BROKEN_PATH = "/broken";

/** The status of routes that do not answer 200 if nothing is stored for the address. */
const STATUS: Readonly<Record<string, number>> = {
  [PATHS.giftCode]: 404,
  [PATHS.giftName]: 404,
  [PATHS.interstitial]: 404,
  [PATHS.orderStatus]: 404,
  [PATHS.studyPlanCalendar]: 422,
};

/** What is read by programs alone. */
const NO_PAGES: string[] = [PATHS.interstitialTargets, PATHS.myOrders, PATHS.health, PATHS.sitemap, PATHS.robots];
const PAGES: readonly Screen[] = routes
  .filter(({ GET, path }) => GET && !NO_PAGES.includes(path))
  .map((route) => ({ name: route.name, path: addressOf(route), status: STATUS[route.path] ?? 200 }));

/** The day of what is approved. */
const DAY = "2026-11-26T11:00:00.000Z";

/** The licence check's answer to these answers, in the order of its form. */
const answers = (typed: string) =>
  `${PATHS.licenceCheck}?${"boot lengte snelheid water gebruik leeftijd"
    .split(" ")
    .flatMap((name, index) => (typed.split(" ")[index] ?? "").split("+").map((value) => `${name}=${value}`))
    .join("&")}`;
const BEGUN_S = 1_795_374_000;
const exam = (parameters: string) => `${PATHS.mockExam}?examen=[exam]&begin=${BEGUN_S}&${parameters}`;
const SHORT = await answersWithRight(9, MOCK_EXAM, "short");

const SENT_EMPTY = { name: "sent empty", status: 422, isSent: true };

const STATES: readonly Screen[] = [
  ...CONTENT_PATHS.filter((path) => path !== PATHS.checkout).flatMap((path) =>
    ["A", "B"].map((flow) => ({ name: `flow ${flow}`, path: `${path}?flow=${flow}` })),
  ),
  ...table(`
    with answers              | ${PATHS.practiceAnswers}?A1=A&A2=C&A3=zzz&flow=A&x=1
    nothing can be ordered    | ${PATHS.order}         | 200 | {"${checkoutVar("KVB1", "none")}":""}
    a course is chosen        | ${PATHS.studyPlan}?cursus=kvb2&eerst=water.x
    a plan after a mock exam  | ${PATHS.studyPlan}?cursus=kvb1&examen=[60]&eerst=varen.water.motor&vanaf=[today]&flow=A&x=1
    of KVB2, after an exam    | ${PATHS.studyPlan}?cursus=kvb2&examen=[60]&eerst=water&vanaf=[today]&cursus=kvb1&examen=x
    of both, after an exam    | ${PATHS.studyPlan}?cursus=kvb1-kvb2&examen=[60]&eerst=water&vanaf=[today]
    a plan in a hurry         | ${PATHS.studyPlan}?cursus=kvb1-kvb2&examen=[2]&vanaf=[today]
    no such day               | ${PATHS.studyPlan}?cursus=kvb1&examen=2027-02-30 | 422
    nothing filled in         | ${PATHS.studyPlan}?cursus=&examen=               | 422
    no map                    | ${PATHS.exam}          | 200 | {"MAP_TILE_URL":""}
    an offer with an end      | ${PATHS.order}?flow=A  | 200 | {"OFFER_ENDS":"2026-12-31"}
    no accounts               | ${PATHS.home}          | 200 | {"AUTH_URL":"","AUTH_ANON_KEY":""}
    a container               | ${PATHS.home}          | 200 | {"TAG_MANAGER_ID":"GTM-TEST1"}
    KVB1 is needed            | ${answers("open-motorboot 6,5 boven-20 rivieren vrije-tijd 18")}&flow=A&x=1
    KVB2, later               | ${answers("zeilboot 16 geen-motor rivieren+ruim-water+zee+buitenland bedrijf 16-17")}&flow=B&x=1
    too young                 | ${answers("open-motorboot 6,5 tot-13 rivieren vrije-tijd tot-12")}
    no licence here           | ${answers("roeiboot 4 geen-motor rivieren+buitenland vrije-tijd 18")}
    a larger licence          | ${answers("motorboot 25 tot-13 rivieren vrije-tijd 18")}
    to be asked               | ${answers("open-motorboot 6,5 onbekend rivieren vrije-tijd 16-17")}
    carried                   | ${PATHS.licenceCheck}?flow=B&x=1
    each answer twice         | ${answers("motorboot 16 tot-13 rivieren+rivieren vrije-tijd 18")}&boot=x&lengte=x&snelheid=x&gebruik=x&leeftijd=x
    no answers                | ${answers("")}&flow=B&x=1                            | 422
    wrong answers             | ${answers("roeiboot zeven tot-13 x <b> 18")}&flow=B&x=1 | 422
    a question                | ${exam("vraag=7&antwoorden=ABCAB-C&gemerkt=3.7.10.11.12.13.14.15.16.17.18.19.20.21.22.23.24")}&flow=B&x=1
    the first and no answers  | ${exam("lengte=15&vraag=1")}
    the last                  | ${exam("lengte=15&vraag=15&antwoorden=A-A")}
    two questions open        | ${exam("lengte=15&naar=overzicht&antwoorden=A-A-AAAAAAAAAAA&gemerkt=12.10.2.1")}
    all answered              | ${exam(`lengte=15&naar=overzicht&antwoorden=${SHORT}`)}
    the time is up            | ${PATHS.mockExam}?examen=[exam]&begin=${BEGUN_S - 3000}&vraag=7&gemerkt=${[...Array(41).keys()].slice(1).join(".")}
    a result                  | ${exam(`lengte=15&eind=1795375260&antwoorden=${SHORT.slice(0, -1)}`)}&flow=A&x=1
    one right                 | ${exam(`eind=1795376580&antwoorden=${await answersWithRight(1)}`)}
    all right                 | ${exam(`eind=1795377660&antwoorden=${await answersWithRight(40)}`)}
    impossible answers        | ${exam("lengte=15&antwoorden=Z")}&flow=A&x=1         | 422
    no exam                   | ${PATHS.mockExam}?examen=X&flow=A&x=1                | 422
    carried                   | ${PATHS.quiz}?A1=B&flow=A&Score=5
    answered                  | ${quizQuestionPath(1)}?A1=A
    not the second, the last  | ${quizQuestionPath(5)}?A1=A&A3=A&A4=C&A5=A&flow=A&x=1
    not recognised            | ${quizQuestionPath(2)}?A2=zzz
    beyond the last           | ${quizQuestionPath(6)}
    with answers              | ${PATHS.quizRedirect}?A1=A
    passed                    | ${PATHS.quizScore}?Score=5
    known answers             | ${PATHS.quizScore}?A1=A&A2=A&A3=B&Score=2&flow=A&x=1
    no practice               | ${PATHS.kvb1}          | 200 | {"PRACTICE_APP_URL":""}
    no popup                  | ${PATHS.home}          | 200 | {"PRACTICE_POPUP":"off"}
    no form                   | ${PATHS.checkout}      | 200 | {"STRIPE_PUBLISHABLE_KEY":""}
    without a payment         | ${PAYMENT}
    unknown payment           | ${PAYMENT}&payment_intent=pi_9
    a gift                    | ${GIFT}
    a gift, open              | ${GIFT}?open=1
    a gift of a name          | /cadeau-sanne
    a text that is no code    | ${PATHS.giftLookup}?cadeaucode=!                       | 422
    no gifts                  | ${PATHS.faq}           | 200 | {"ORDER_TOKEN_KEYS":""}
    no gifts                  | ${PATHS.giveGift}      | 200 | {"ORDER_TOKEN_KEYS":""}
    not both                  | ${PATHS.giveGift}      | 200 | {"${checkoutVar("KVB1_KVB2", "none")}":""}
    not found                 | /nope?x=1                                        | 404
    failed                    | ${BROKEN_PATH}?x=1                               | 500`).map(
    ([name = "", path = "", status = "200", vars = "{}"]) => ({
      name,
      path,
      status: Number(status),
      bindings: JSON.parse(vars),
    }),
  ),
  ...[PATHS.withdrawal, PATHS.myCourse, PATHS.giveGift].map((path) => ({ ...SENT_EMPTY, path })),
  { name: "KV away", path: BRIDGE, bindings: { INTERSTITIALS: AWAY } },
  { name: "not configured", path: BRIDGE, bindings: { INTERSTITIALS: { get: async () => null } } },
  ...["succeeded", "processing", "requires_payment_method", "canceled", "requires_action"].map((stripe) => ({
    name: stripe,
    path: `${PAYMENT}&payment_intent=pi_1`,
    stripe,
  })),
  { name: "a gift that cannot be fetched", path: GIFT, status: 503, bindings: { GIFTS: AWAY } },
  { name: "a stopped gift of a name", path: "/cadeau-sanne", status: 410, bindings: { GIFTS: STOPPED_KV } },
  { name: "too many gifts", path: GIFT, status: 429, bindings: { GIFT_LIMIT: createLimiter(0) } },
  { name: "too many", path: PATHS.myCourse, status: 429, isSent: true, bindings: { ORDER_LIMIT: createLimiter(0) } },
];

async function open({ path, bindings = {}, stripe, isSent = false }: Screen): Promise<Response> {
  if (stripe !== undefined) stubStripe(() => answerJson(intent({ status: stripe })));
  const app = createApp();
  app.get(BROKEN_PATH, () => {
    throw new Error("broken");
  });
  const headers = { cookie: PAID_COOKIE, origin: ORIGIN };
  const form = isSent ? { method: "POST", body: new URLSearchParams() } : {};
  const address = path
    .replace("[exam]", MOCK_EXAM)
    .replace("[today]", today(now()))
    .replace(/\[(\d+)\]/, (_, days: string) => examDay(addDays(today(now()), Number(days))));
  const moment = now();
  if (path.includes("[exam]")) vi.setSystemTime((BEGUN_S + 600) * 1000);
  const answer = await app.request(ORIGIN + address, { headers, ...form }, { ...env, ...bindings } as Bindings);
  vi.setSystemTime(moment);
  expect(logs.lines("request.failed")).toHaveLength(path.startsWith(BROKEN_PATH) ? 1 : 0);
  return answer;
}

/** Problems that a crawler or a visitor has with a page. Valid HTML, and what axe finds: browser/html.test.ts, browser/accessibility.test.ts. */
function problemsOf(html: string, page: PageDocument, path: string): string[] {
  const problems: string[] = [];
  const require = (holds: boolean, problem: string) => void (holds || problems.push(problem));
  const description = meta(page, "description") ?? "";
  require(description.length >= 50 && description.length <= 170, `a description of ${description.length} characters`);
  require(meta(page, "viewport") === "width=device-width, initial-scale=1", "no viewport");
  require(meta(page, "og:title") === texts(page, "title")[0], "another title for social media");
  require(meta(page, "og:description") === description, "another description for social media");
  const [image] =
    Object.entries(SOCIAL_IMAGE_TITLES).find(([, lines]) => lines.join(" ") === meta(page, "og:image:alt")) ?? [];
  require(meta(page, "og:image") === `${ORIGIN}/images/social/${image}.png`, "no social image, or another's text");
  const faq = readStructuredData(html).find((item) => item["@type"] === "FAQPage");
  require(!faq || Object(faq.mainEntity).length === count(page, ".faq-item"), "search engines read other questions");
  const trail = /"BreadcrumbList".*?"position":2,"name":"(.*?)"/.exec(html)?.[1];
  require(trail === texts(page, ".footer-trail [aria-current=page]")[0], "another trail is told");
  // Nobody buys anything during an exam.
  for (const legal of count(page, ".exam-bar") > 0
    ? []
    : [PATHS.withdrawal, PATHS.privacy, PATHS.terms, PATHS.accessibility])
    require(count(page, `a[href^="${legal}"]`) > 0, `no link to ${legal}`);
  require(count(page, 'link[rel="icon"]') === 1, "no icon");
  require(count(page, 'link[rel="stylesheet"]') === 1, "not one stylesheet");

  const canonical = attributes(page, 'link[rel="canonical"]', "href");
  const isHidden = meta(page, "robots") === "noindex, nofollow";
  require(isHidden ? canonical.length === 0 : canonical.length === 1, "neither indexed nor hidden, or both");
  require(isHidden || canonical[0] === ORIGIN + path.split("?")[0], `canonical ${canonical[0]}`);
  require(meta(page, "og:url") === canonical[0], "another address for social media");
  require(count(page, 'script[type="speculationrules"]') === (isHidden ? 0 : 1), "speculation rules, or none");

  require(attribute(page, "a.skip-link", "href") === "#inhoud" &&
    attribute(page, "main", "id") === "inhoud", "the skip link leads nowhere");
  // A page that waits has two headings: that of its shell, and the outcome's own.
  const headings = /^\/(interstitial|bridge-)/.test(path) ? [1, 2] : [1];
  const shown = all(page, "h1").filter((heading) => heading.closest("template") === null);
  require(headings.includes(shown.length), `${shown.length} headings of the first level`);
  const ids = attributes(page, "[id]", "id");
  for (const href of attributes(page, 'a[href^="#"]', "href"))
    require(ids.includes(href?.slice(1)), `${href} leads nowhere`);
  const sizeless = all(page, "img").filter(({ attributes: { width, height } }) => !width || !height);
  require(sizeless.length === 0, "a picture without its size");
  require((html.match(/<img[^>]* fetchpriority="high"/gi) ?? []).length <= 1, "two pictures are the most urgent");
  require(count(page, "[style]") === 0, "a style in an attribute");
  const named = count(page, "form[novalidate]:not(.licence-form)");
  require(named === 0 || count(page, "form[novalidate] [aria-required=true]") > 0, "no field is said to be needed");
  require(count(page, "form[novalidate] [required]") === 0, "a field is called wrong before somebody touches it");
  // What is wrong is said once: by the focus.
  const said = count(page, ".form-alert");
  require(said === count(page, '.form-alert[role=group][aria-labelledby="fouten"][tabindex="-1"][autofocus]') &&
    (said === 0 || count(page, '[role="alert"]') === 0), "errors are not said, or twice");
  return problems;
}

const pathOf = ({ path }: Screen) => path.split("?")[0];

/** Classes that tell what matters most, what is chosen, and right from wrong. */
const TELLING =
  /\b(?:button-quiet|course-card-highlighted|exam-map-plain|mock-bar-low|mock-given-open|mock-mark-\w+|quiz-answer-(?:right|wrong)|screen-only)\b/g;

/** What a screen says, without what every page has. */
function wordsOf(screen: Screen, html: string): string {
  const page = readDocument(html);
  const part = transcript(one(page, pathOf(screen) === PATHS.home ? "body" : "main"), { classes: TELLING });
  const image = meta(page, "og:image")?.split("/").at(-1) ?? [];
  const canonical = attributes(page, "link[rel=canonical]", "href");
  const head = [texts(page, "title"), meta(page, "robots") ?? [], canonical, image];
  // Questions are those of the page (pages.test.ts).
  const data = readStructuredData(html).filter((item) => item["@type"] !== "FAQPage");
  // The reference of an error is random.
  return (
    [inLines(head.flat().filter((part) => part !== undefined)), ...data.map((item) => JSON.stringify(item)), part]
      .join("\n")
      .replace(/(?<=^|\| )[\da-f]{8}(?=$| \|)/m, "(kenmerk)")
      // That links carry the flow is held for each (carried-query.test.ts).
      .replaceAll(/\?flow=[AB](?=[#\s>"])|&flow=[AB]/g, "")
  );
}

/** A page of flow A with the prices and links of flow B, which differ in these alone. */
const asInFlowB = (words: string) =>
  PRODUCT_IDS.map((id) => [priceOf(id, "A"), priceOf(id, "B")].map(({ priceCents }) => formatPrice(priceCents)))
    .reduce((text, [a = "", b = ""]) => text.replaceAll(a, b), words)
    .replaceAll(/(?<=\/checkout\/\w+\/|name=flow value=)A/g, "B");

test.each([...PAGES, ...STATES])("every page is whole, and says what was approved: $path ($name)", async (screen) => {
  vi.setSystemTime(DAY);
  const response = await open(screen);
  const type = response.headers.get("content-type");
  expect([response.status, type]).toEqual([screen.status ?? 200, "text/html; charset=utf-8"]);
  expectBaseline(response);
  const [policy, ends] = [policyOf(response), response.headers.get("reporting-endpoints")];
  const told = [policy.get("report-uri"), policy.get("report-to"), ends];
  expect(told).toEqual([PATHS.cspReport, "csp", `csp="${PATHS.cspReport}"`]);
  const html = await response.text();
  expect(problemsOf(html, readDocument(html), screen.path)).toEqual([]);
  const words = wordsOf(screen, html);
  // A state is told by what it changes in its page, and so are the other pages of a route; flow B, in flow A.
  const isFlowB = screen.name === "flow B";
  const plain = [...PAGES, ...STATES].find(({ name, path, status }) =>
    isFlowB
      ? name === "flow A" && path.replace("=A", "=B") === screen.path
      : status === 200 && (path === pathOf(screen) || name === screen.name),
  );
  if (plain === undefined || plain === screen) return expect(words).toMatchSnapshot();
  const before = wordsOf(plain, await (await open(plain)).text());
  expect(changedLines(isFlowB ? asInFlowB(before) : before, words)).toMatchSnapshot();
});
