import * as z from "zod/mini";
import { EXAM_FACTS } from "../../courses/exam-facts-copy.ts";
import type { ExamSubject } from "../../courses/exam-rules.ts";
import { problemsIn } from "../../server/form-problems.ts";
import { serveContentPage } from "../../server/http/content-pages.tsx";
import type { AppContext } from "../../server/http/context.ts";
import { seeOther } from "../../server/http/json.ts";
import { createAccountPageContext, unmeasuredWithout } from "../../server/http/page-context.ts";
import { renderPage } from "../../server/http/render.tsx";
import { apiSecurityHeaders } from "../../server/http/security.ts";
import { fillIn } from "../../shared/fill-in.ts";
import { type PageContext, unmeasured } from "../../shared/page-context.ts";
import { PATHS } from "../../shared/paths.ts";
import { addDays, isDay, today, weekdayOf } from "../../shared/time.ts";
import { readDayText } from "../../shared/typed-values.ts";
import { formatWeekday } from "../../ui/dutch-copy.ts";
import { type CalendarEvent, formatCalendar } from "./icalendar.ts";
import {
  formatMinutes,
  STUDY_COURSE_COPY,
  STUDY_PLAN_COPY,
  type StudyEntry,
  type StudyProblem,
  type StudyProblems,
  studyEntries,
  studyUnits,
} from "./study-plan-copy.ts";
import { StudyPlanFormPage, StudyPlanPage, type StudyPlanView } from "./study-plan-page.tsx";
import {
  PLAN_MAX_DAYS,
  parseStudyFirst,
  planMilestones,
  planStudy,
  STUDY_COURSES,
  STUDY_FIELDS,
  STUDY_FIRST,
  STUDY_START,
  type StudyCourse,
  type StudyField,
  type StudyPlan,
  type StudyValues,
  spellStudyFirst,
} from "./study-plan-rules.ts";

/**
 * The study plan. Its address holds all its data, with the day on which it was made, so a shared or saved address is
 * the same plan tomorrow. Nothing is stored.
 */

/** The longest value that is read; a longer one counts as empty, because nobody types it by hand. */
const VALUE_MAX_LENGTH = 32;

/** How long before the exam to check one's identity document, days, as the exam page advises. */
const IDENTITY_LEAD_DAYS = 7;

const LEAD_DAYS = {
  booking: EXAM_FACTS.bookingWeeks.busy * 7,
  health: EXAM_FACTS.healthReplyWeeks * 7,
  identity: IDENTITY_LEAD_DAYS,
};

/** What makes a plan of a day; a saved one also after its exam. The messages are the names of the problems. */
const planSchema = (start: string) =>
  z.object({
    course: z.enum(STUDY_COURSES, {
      error: ({ input }) => (input === "" ? "missing" : "invalid") satisfies StudyProblem,
    }),
    exam: z.string().check(({ value, issues }) => {
      const message = problemOfExam(value, start);
      if (message !== null) issues.push({ code: "custom", input: value, message });
    }),
  });

type Ready = { course: StudyCourse; exam: string; start: string; first: readonly ExamSubject[]; plan: StudyPlan };

const OWN_PARAMETERS = [...Object.values(STUDY_FIELDS), STUDY_FIRST, STUDY_START];

const serveEmptyForm = serveContentPage(async () => StudyPlanFormPage, unmeasured);

/**
 * `GET /studieplan`: the form. With an exam's date: the plan, or the form with its errors. An address without the day on
 * which its plan was made leads to the one with it.
 */
export function serveStudyPlan(c: AppContext): Response | Promise<Response> {
  const params = new URL(c.req.url).searchParams;
  if (!Object.values(STUDY_FIELDS).some((name) => params.has(name))) return serveEmptyForm(c);
  const values = readValues(params);
  const pageContext = pageContextOf(c);
  if (!params.has(STUDY_FIELDS.exam)) {
    return renderPage(<StudyPlanFormPage pageContext={pageContext} values={values} />, { cache: "address" });
  }
  const { ready, problems } = check(values, params, today(c.get("shop").now));
  if (ready === undefined) return answerProblems(pageContext, values, problems);
  if (params.get(STUDY_START) !== ready.start) {
    const address = `${PATHS.studyPlan}?${queryOf(ready, pageContext.search)}`;
    return seeOther(c, address, { "cache-control": "private, no-store" });
  }
  return renderPage(<StudyPlanPage pageContext={pageContext} values={values} plan={viewOf(ready)} />, {
    cache: "address",
  });
}

/** `GET /studieplan.ics`: the same plan as a calendar (RFC 5545). */
export function serveStudyPlanCalendar(c: AppContext): Response | Promise<Response> {
  const params = new URL(c.req.url).searchParams;
  const values = readValues(params);
  const pageContext = pageContextOf(c);
  const { ready, problems } = check(values, params, today(c.get("shop").now));
  if (ready === undefined) return answerProblems(pageContext, values, problems);
  return c.body(calendarOf(ready, pageContext, c.get("shop").now), 200, {
    ...apiSecurityHeaders(),
    "content-type": "text/calendar; charset=utf-8",
    // Phones open it; other programs save it under this name.
    "content-disposition": `inline; filename="studieplan-${ready.course}.ics"`,
    "cache-control": "private, no-cache",
    "x-robots-tag": "noindex",
  });
}

function answerProblems(pageContext: PageContext, values: StudyValues, problems: StudyProblems): Promise<Response> {
  return renderPage(<StudyPlanFormPage pageContext={pageContext} values={values} problems={problems} />, {
    status: 422,
    cache: "address",
  });
}

function readValues(params: URLSearchParams): StudyValues {
  const value = (field: StudyField) => {
    const sent = params.get(STUDY_FIELDS[field]) ?? "";
    return sent.length > VALUE_MAX_LENGTH ? "" : sent;
  };
  const first = parseStudyFirst(params.get(STUDY_FIRST)?.slice(0, VALUE_MAX_LENGTH) ?? "");
  return { course: value("course"), exam: readDayText(value("exam")), first };
}

/** The plan of these values, or their errors. `now`: the day. */
function check(values: StudyValues, params: URLSearchParams, now: string): { ready?: Ready; problems: StudyProblems } {
  const start = startOf(params, now, values.exam);
  const { data, error } = planSchema(start).safeParse(values);
  if (data === undefined) return { problems: problemsIn<StudyField, StudyProblem>(error) };
  const { course, exam } = data;
  const { units, hours, exams } = STUDY_COURSE_COPY[course];
  const order = { start, exam };
  const plan = planStudy({ ...order, units: units.length, exams, minMinutes: hours[0] * 60 });
  return { ready: { ...order, course, first: values.first, plan }, problems: {} };
}

function problemOfExam(exam: string, start: string): StudyProblem | null {
  if (exam === "") return "missing";
  if (!isDay(exam)) return "invalid";
  if (exam <= start) return "past";
  if (exam > addDays(start, PLAN_MAX_DAYS)) return "tooFar";
  return weekdayOf(exam) === 0 ? "sunday" : null;
}

/** The day on which the plan was made: the address's if it is possible, else today. */
function startOf(params: URLSearchParams, now: string, exam: string): string {
  const sent = params.get(STUDY_START) ?? "";
  return isDay(sent) && isDay(exam) && sent <= now && sent >= addDays(exam, -PLAN_MAX_DAYS) ? sent : now;
}

/** The page context of the plan's page, also for its calendar. Other links do not carry the plan. */
function pageContextOf(c: AppContext): PageContext {
  return { ...unmeasuredWithout(c, OWN_PARAMETERS, createAccountPageContext(c)), path: PATHS.studyPlan };
}

/** The plan's query, after what the links of its page carry. */
function queryOf({ course, exam, first, start }: Ready, carried = ""): string {
  const own = {
    [STUDY_FIELDS.course]: course,
    [STUDY_FIELDS.exam]: exam,
    ...(first.length === 0 ? {} : { [STUDY_FIRST]: spellStudyFirst(first) }),
    [STUDY_START]: start,
  };
  return String(new URLSearchParams([...new URLSearchParams(carried), ...Object.entries(own)]));
}

function entriesOf({ course, exam, start, first, plan }: Ready): StudyEntry[] {
  const copy = { ...STUDY_COURSE_COPY[course], units: studyUnits(course, first) };
  return studyEntries(copy, plan, { ...planMilestones(start, exam, LEAD_DAYS), exam });
}

function viewOf(ready: Ready): StudyPlanView {
  const { course, exam, start, first, plan } = ready;
  const { name, hours } = STUDY_COURSE_COPY[course];
  const copy = STUDY_PLAN_COPY.plan;
  const count = plan.sessions.length;
  const time = formatMinutes(plan.totalMinutes);
  const isLate = exam < addDays(start, EXAM_FACTS.bookingWeeks.usual * 7);
  const short = fillIn(copy.short, { course: name, hours: hours.join(" tot "), time });
  return {
    course: name,
    exam,
    intro: fillIn(`${copy.intro}${first.length === 0 || course === "kvb2" ? "" : ` ${copy.first}`}`, {
      sessions: count === 1 ? copy.oneSession : fillIn(copy.sessions, { count }),
      time,
      first: formatWeekday(plan.sessions[0]?.day ?? start),
      exam: formatWeekday(exam),
    }),
    warnings: [...(plan.isShort ? [short] : []), ...(isLate ? [copy.late] : [])],
    entries: entriesOf(ready),
    calendarUrl: `${PATHS.studyPlanCalendar}?${queryOf(ready)}`,
  };
}

function calendarOf(ready: Ready, { origin }: PageContext, now: Date): string {
  const { course } = ready;
  const { name } = STUDY_COURSE_COPY[course];
  const copy = STUDY_PLAN_COPY.calendar;
  const url = `${origin}${PATHS.studyPlan}?${queryOf(ready)}`;
  const events = entriesOf(ready).map(({ id, day, title, minutes, tasks }): CalendarEvent => {
    const texts = tasks.map((task) => {
      const lines = "text" in task ? [task.text] : task.topics.map((topic) => `- ${topic}`);
      return [...(tasks.length > 1 ? [task.title] : []), ...lines].join("\n");
    });
    return {
      uid: `${course}-${id}@${new URL(origin).hostname}`,
      day,
      summary: minutes === undefined ? title : fillIn(copy.session, { course: name, title }),
      description: [...(minutes === undefined ? [] : [formatMinutes(minutes)]), ...texts].join("\n\n"),
      url,
    };
  });
  return formatCalendar({ name: fillIn(copy.name, { course: name }), events }, now);
}
