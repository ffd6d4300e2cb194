import type { PageContext } from "../../shared/page-context.ts";
import { PATHS } from "../../shared/paths.ts";
import { lastFieldDay } from "../../shared/time.ts";
import { CarriedFields } from "../../ui/carried-fields.tsx";
import { FormField } from "../../ui/form.tsx";
import { STUDY_PLAN_COPY, type StudyProblems, studyProblemText } from "./study-plan-copy.ts";
import { STUDY_COURSES, STUDY_FIELDS, STUDY_FIRST, type StudyValues, spellStudyFirst } from "./study-plan-rules.ts";

type StudyPlanFormProps = {
  pageContext: PageContext;
  values?: StudyValues;
  problems?: StudyProblems;
  submit: string;
  /** Whether another action on this screen is more important. */
  isQuiet?: boolean;
};

const { form } = STUDY_PLAN_COPY;

/** The form of a study plan. It is a plain form; the server checks it and shows the errors. */
export function StudyPlanForm({ pageContext, values, problems = {}, submit, isQuiet }: StudyPlanFormProps) {
  const { course, exam } = form.fields;
  return (
    <form
      className="study-form stack card card-strong card-raised screen-only"
      action={PATHS.studyPlan}
      method="get"
      noValidate
      aria-label={form.legend}
    >
      <FormField id={STUDY_FIELDS.course} {...course} problem={studyProblemText("course", problems.course)}>
        {(props) => (
          <select {...props} defaultValue={values?.course}>
            {STUDY_COURSES.map((value) => (
              <option key={value} value={value}>
                {form.courses[value]}
              </option>
            ))}
          </select>
        )}
      </FormField>
      <FormField id={STUDY_FIELDS.exam} {...exam} problem={studyProblemText("exam", problems.exam)}>
        {(props) => (
          // biome-ignore lint/a11y/useAriaPropsSupportedByRole: Firefox calls an empty `required` field wrong at once
          <input
            {...props}
            type="date"
            defaultValue={values?.exam}
            max={lastFieldDay(pageContext.year)}
            aria-required
          />
        )}
      </FormField>
      <button className={`button${isQuiet ? " button-quiet" : ""}`} type="submit">
        {submit}
      </button>
      {values?.first.length ? <input type="hidden" name={STUDY_FIRST} value={spellStudyFirst(values.first)} /> : null}
      <CarriedFields search={pageContext.search} />
    </form>
  );
}
