import type { PageContext } from "../../shared/page-context.ts";
import { PATHS } from "../../shared/paths.ts";
import { lastFieldDay } from "../../shared/time.ts";
import { CarriedFields } from "../../ui/carried-fields.tsx";
import { FormField } from "../../ui/form.tsx";
import { STUDY_PLAN_COPY, type StudyProblems, studyProblemText } from "./study-plan-copy.ts";
import {
  STUDY_COURSES,
  STUDY_FIELDS,
  STUDY_FIRST,
  type StudyField,
  type StudyValues,
  spellStudyFirst,
} from "./study-plan-rules.ts";

type StudyPlanFormProps = {
  pageContext: PageContext;
  values?: StudyValues;
  problems?: StudyProblems;
  submit: string;
  /** Whether another action on this screen is more important. */
  isQuiet?: boolean;
};

type Option = { value: string; label: string };

const { form } = STUDY_PLAN_COPY;

const COURSE_OPTIONS: readonly Option[] = STUDY_COURSES.map((value) => ({ value, label: form.courses[value] }));

/** The form of a study plan. It is a plain form; the server checks it and shows the errors. */
export function StudyPlanForm({ pageContext, values, problems = {}, submit, isQuiet }: StudyPlanFormProps) {
  const field = { values, problems, lastDay: lastFieldDay(pageContext.year) };
  return (
    <form
      className="study-form stack card card-strong card-raised screen-only"
      action={PATHS.studyPlan}
      method="get"
      noValidate
      aria-label={form.legend}
    >
      <StudyFormField {...field} field="course" options={COURSE_OPTIONS} />
      <StudyFormField {...field} field="exam" />
      <button className={`button${isQuiet ? " button-quiet" : ""}`} type="submit">
        {submit}
      </button>
      {values?.first.length ? <input type="hidden" name={STUDY_FIRST} value={spellStudyFirst(values.first)} /> : null}
      <CarriedFields search={pageContext.search} />
    </form>
  );
}

type StudyFormFieldProps = {
  field: StudyField;
  values: StudyValues | undefined;
  problems: StudyProblems;
  lastDay: string;
  /** The options of a choice; absent for the date field. */
  options?: readonly Option[];
};

function StudyFormField({ field, values, problems, lastDay, options }: StudyFormFieldProps) {
  const { label, hint } = form.fields[field];
  const defaultValue = values?.[field];
  return (
    <FormField
      id={STUDY_FIELDS[field]}
      label={label}
      hint={hint || undefined}
      problem={studyProblemText(field, problems[field])}
    >
      {(props) =>
        options === undefined ? (
          // biome-ignore lint/a11y/useAriaPropsSupportedByRole: Firefox calls an empty `required` field wrong at once
          <input {...props} type="date" defaultValue={defaultValue} max={lastDay} aria-required />
        ) : (
          <select {...props} defaultValue={defaultValue}>
            {options.map(({ value, label: text }) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </select>
        )
      }
    </FormField>
  );
}
