import { fillIn } from "../../shared/fill-in.ts";
import type { PageContext } from "../../shared/page-context.ts";
import { Document } from "../../ui/document.tsx";
import { DrawnHead } from "../../ui/drawn-head.tsx";
import { capitalise, formatWeekday } from "../../ui/dutch-copy.ts";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { titleOfForm } from "../../ui/form-copy.ts";
import { Icon } from "../../ui/icon.tsx";
import { PageHead } from "../../ui/page-head.tsx";
import { PrintButton } from "../../ui/print-button.tsx";
import { RunningText } from "../../ui/running-text.tsx";
import { Waypoint } from "../../ui/waypoint.tsx";
import {
  formatMinutes,
  STUDY_PLAN_COPY,
  type StudyEntry,
  type StudyProblems,
  type StudyTask,
  studyProblemText,
} from "./study-plan-copy.ts";
import { StudyPlanForm } from "./study-plan-form.tsx";
import { STUDY_FIELDS, type StudyField, type StudyValues } from "./study-plan-rules.ts";

const { meta, crumb, form, how, plan: copy } = STUDY_PLAN_COPY;
const FIELDS = Object.keys(STUDY_FIELDS) as StudyField[];

type StudyPlanFormPageProps = { pageContext: PageContext; values?: StudyValues; problems?: StudyProblems };

/** The form, and an explanation of the plan. With `problems` these come first, and the fields keep their values. */
export function StudyPlanFormPage({ pageContext, values, problems = {} }: StudyPlanFormPageProps) {
  const errors = FIELDS.map((field) => ({
    fieldId: STUDY_FIELDS[field],
    text: studyProblemText(field, problems[field]),
  }));
  const isWrong = Object.keys(problems).length > 0;
  return (
    <Document
      pageContext={pageContext}
      meta={{ ...meta, title: titleOfForm(meta.title, isWrong) }}
      crumb={crumb}
      index={isWrong ? "noindex" : "index"}
      socialImage="exam"
      stylesheet="styles-plan"
    >
      <DrawnHead title={form.title} intro={[form.intro]} picture="five-buoys" />
      <div className="study stack wrap">
        <div className="study-main">
          <ErrorSummary errors={errors} />
          <StudyPlanForm
            pageContext={pageContext}
            problems={problems}
            submit={form.submit}
            {...(values === undefined ? {} : { values })}
          />
          <p className="study-form-note note screen-only">{form.note}</p>
        </div>
        <div className="study-aside screen-only">
          <h2>{how.title}</h2>
          <ol className="study-days">
            {how.steps.map(({ title, text }, index) => (
              <Waypoint key={title} mark={index + 1}>
                <h3>{title}</h3>
                <p>{text}</p>
              </Waypoint>
            ))}
          </ol>
        </div>
      </div>
    </Document>
  );
}

export type StudyPlanView = {
  course: string;
  exam: string;
  intro: string;
  /** Warnings that the visitor should read first. */
  warnings: readonly string[];
  entries: readonly StudyEntry[];
  calendarUrl: string;
};

type StudyPlanPageProps = { pageContext: PageContext; values: StudyValues; plan: StudyPlanView };

/** A plan, day by day along the route to the exam; beside it the calendar file and the form that changes it. */
export function StudyPlanPage({ pageContext, values, plan }: StudyPlanPageProps) {
  const title = fillIn(copy.title, { course: plan.course });
  return (
    <Document
      pageContext={pageContext}
      meta={{ ...meta, title: fillIn(copy.metaTitle, { course: plan.course, exam: formatWeekday(plan.exam) }) }}
      crumb={crumb}
      index="index"
      socialImage="exam"
      stylesheet="styles-plan"
    >
      <PageHead title={title} intro={[plan.intro]}>
        <div className="study-actions buttons screen-only">
          <a className="button" href={plan.calendarUrl}>
            <Icon name="calendar" size={22} /> {copy.calendar}
          </a>
          <PrintButton label={copy.print} />
          <p className="note">
            {copy.calendarNote} <a href={`#${copy.changeId}`}>{copy.change}</a>
          </p>
        </div>
      </PageHead>
      <div className="study stack wrap">
        <div className="study-main">
          {plan.warnings.length === 0 ? null : (
            <div className="study-warnings">
              {plan.warnings.map((warning) => (
                <p key={warning}>{warning}</p>
              ))}
            </div>
          )}
          <h2>{copy.listTitle}</h2>
          <ol className="study-days">
            {plan.entries.map((entry) => (
              <Entry key={entry.id} entry={entry} />
            ))}
          </ol>
        </div>
        <div className="study-aside screen-only" id={copy.changeId}>
          <h2>{copy.change}</h2>
          <StudyPlanForm pageContext={pageContext} values={values} submit={copy.again} isQuiet />
          <p className="study-form-note note screen-only">
            <RunningText pageContext={pageContext} text={copy.course} />
          </p>
        </div>
      </div>
    </Document>
  );
}

function Entry({ entry }: { entry: StudyEntry }) {
  const { day, title, mark, minutes, tasks } = entry;
  const isSession = typeof mark === "number";
  return (
    <Waypoint className={isSession ? "" : "study-milestone"} mark={isSession ? mark : <Icon name={mark} size={20} />}>
      <p className="study-day note">
        <time dateTime={day}>{capitalise(formatWeekday(day))}</time>{" "}
        {minutes === undefined ? null : <span>{formatMinutes(minutes)}</span>}
      </p>
      <h3>{title}</h3>
      {tasks.map((task) => (
        <Task key={task.title} task={task} hasTitle={tasks.length > 1} />
      ))}
    </Waypoint>
  );
}

function Task({ task, hasTitle }: { task: StudyTask; hasTitle: boolean }) {
  return (
    <>
      {hasTitle ? <h4>{task.title}</h4> : null}
      {"text" in task ? (
        <p>{task.text}</p>
      ) : (
        <ul className="study-topics">
          {task.topics.map((topic, index) => (
            <li key={topic}>
              {topic}
              {/* Not by CSS, so that copied topics are apart. */}
              {index === task.topics.length - 1 ? null : <span aria-hidden="true">{"\u00a0· "}</span>}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
