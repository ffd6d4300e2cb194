import { FACTS_CHECK, type FactsCheck } from "../../src/courses/exam-facts-copy.ts";
import { REVIEWS_ARE_REAL } from "../../src/courses/reviews-copy.ts";
import { GOOGLE_COOKIES, type GoogleCookies } from "../../src/legal/privacy-copy.ts";
import { addDays, isDay, today } from "../../src/shared/time.ts";
import { OWNER_ANSWERS, type OwnerAnswer } from "../../src/shop/owner-copy.ts";
import { advice, type Finding, missing, ok } from "./findings.ts";
import { OWNER_CHECKS, type OwnerChecks, type PersonsCheck } from "./owner-checks.ts";

/** Texts of the shop that only the owner can confirm. No page tells buyers that it was not confirmed. */

/** The exam's figures and the laws are valid this long, days: the CBR sets its fees each January. */
const CHECK_HOLDS_DAYS = 365;

export type TextState = OwnerChecks & {
  facts: FactsCheck | null;
  answers: Readonly<Record<string, Pick<OwnerAnswer, "isFinal">>>;
  cookies: GoogleCookies | null;
};

const FILLED_IN: TextState = { ...OWNER_CHECKS, facts: FACTS_CHECK, answers: OWNER_ANSWERS, cookies: GOOGLE_COOKIES };

export function checkTexts(vars: Readonly<Record<string, unknown>>, state = FILLED_IN): readonly Finding[] {
  const day = today(new Date());
  return [
    checkReviews(),
    ...checkAnswers(state.answers),
    checkFacts(state.facts, day),
    ...checkPersons(state, day),
    checkWithdrawal(state.WITHDRAWAL_CHECK),
    ...checkOffer(vars.OFFER_ENDS, day),
    ...(vars.TAG_MANAGER_ID === undefined || vars.TAG_MANAGER_ID === "" ? [] : [checkCookies(state.cookies)]),
  ];
}

/** Without real reviews the public shop shows none. */
function checkReviews(): Finding {
  if (REVIEWS_ARE_REAL) return ok("reviews of real buyers");
  const what =
    "no reviews are shown: those in the repository are examples, and inventing them is forbidden (art. 6:193g BW)";
  return advice(what, "real ones, with permission, in src/courses/reviews-copy.ts, and REVIEWS_ARE_REAL = true");
}

function checkAnswers(answers: TextState["answers"]): readonly Finding[] {
  const open = Object.entries(answers).filter(([, { isFinal }]) => !isFinal);
  if (open.length === 0) return [ok("the answers that only the owner knows")];
  return open.map(([name]) =>
    missing(
      `OWNER_ANSWERS.${name} is not final: buyers read a cautious text (art. 6:230m lid 1, onder a, BW)`,
      "replace each by the real answer in src/shop/owner-copy.ts, or find it true, and set its isFinal",
    ),
  );
}

/** Checks that somebody compared the exam's figures with cbr.nl within a year before `day` (ISO 8601). */
function checkFacts(check: FactsCheck | null, day: string): Finding {
  const fix =
    "compare EXAM_FACTS in src/courses/exam-facts-copy.ts with cbr.nl, then set FACTS_CHECK to the day and your name";
  if (check === null) return missing("nobody has held the exam fees against cbr.nl yet (art. 6:193c BW)", fix);
  return aged(`the exam fees were held against cbr.nl on ${check.on} by ${check.by}`, check, day, fix);
}

type PlainCheck = "CLAIMS_CHECK" | "RULE_OF_THUMB_CHECK" | "LAWS_CHECK" | "STRUCK_PRICE_CHECK";
/** What nobody has done while such a check is null. */
const PERSONS: Readonly<Record<PlainCheck, string>> = {
  CLAIMS_CHECK: "nobody can prove yet what pages claim: 150+ questions, 'Populair', 'Up to date' (art. 6:193j BW)",
  RULE_OF_THUMB_CHECK: "nobody has read the rule of thumb of the home page (D1) and the note under it (art. 6:193d BW)",
  LAWS_CHECK: "nobody has read the articles that pages name in the text that is in force",
  STRUCK_PRICE_CHECK: "nobody has seen that the struck price is really asked without a link (art. 6:193c BW)",
};

function checkPersons(state: TextState, day: string): readonly Finding[] {
  return (Object.keys(PERSONS) as PlainCheck[]).map((name) => {
    const check = state[name];
    return check === null ? missing(PERSONS[name], set(name)) : aged(`${name}: ${seen(check)}`, check, day, set(name));
  });
}

function checkWithdrawal(check: OwnerChecks["WITHDRAWAL_CHECK"]): Finding {
  const fix = `ask a lawyer, then ${set("WITHDRAWAL_CHECK")}`;
  if (check === null)
    return missing(
      "nobody has decided whether a course is digital content or a service: does a buyer keep 14 days (art. 6:230p BW)?",
      fix,
    );
  const decided = `a course is treated as ${check.treatedAs}: ${seen(check)}`;
  return check.treatedAs === "content"
    ? ok(decided)
    : advice(
        decided,
        'the texts still say that the right is lost: change them as kv-seed/owner.md says under "If a course is a service"',
      );
}

/** A clock that starts again each day with the same price is forbidden, so an offer needs an end. */
function checkOffer(ends: unknown, day: string): readonly Finding[] {
  if (ends === undefined || ends === "") {
    const what =
      "flows A and B count down to midnight every day: ACM acted against such clocks in June 2023 (art. 6:193g BW)";
    const fix = 'OFFER_ENDS = "2026-12-31", the last day of their offer, in wrangler.toml; a day in the past for none';
    return [missing(what, fix)];
  }
  // A day that cannot be read is told with the vars.
  if (typeof ends !== "string" || !isDay(ends)) return [];
  return [ok(`the offer of flows A and B ${ends < day ? "ended" : "ends"} on ${ends}`)];
}

function checkCookies(cookies: GoogleCookies | null): Finding {
  if (cookies !== null) return ok(`the cookies of the container: ${seen(cookies)}`);
  return missing(
    "a container is configured, and /privacy does not name its cookies and how long they stay (CJEU C-673/17)",
    "look at them in a browser, then set GOOGLE_COOKIES in src/legal/privacy-copy.ts",
  );
}

function aged(done: string, { on }: PersonsCheck, day: string, fix: string): Finding {
  return addDays(on, CHECK_HOLDS_DAYS) < day ? advice(`${done}: more than a year ago`, fix) : ok(done);
}

function seen({ on, by }: PersonsCheck): string {
  return `${by} looked on ${on}`;
}

function set(name: keyof OwnerChecks): string {
  return `set ${name} in kv-seed/go-live/owner-checks.ts to the day and your name`;
}
