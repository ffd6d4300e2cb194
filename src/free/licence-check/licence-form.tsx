import { PATHS } from "../../shared/paths.ts";
import { CarriedFields } from "../../ui/carried-fields.tsx";
import { describedBy, FieldNotes } from "../../ui/form.tsx";
import { LICENCE_COPY, type Option } from "./licence-check-copy.ts";
import {
  LICENCE_ANSWERS,
  LICENCE_PARAMETERS,
  type LicenceField,
  type LicenceProblems,
  type TypedAnswers,
} from "./licence-check-rules.ts";

const { fields, options } = LICENCE_COPY;

type LicenceFormProps = { search: string; typed: TypedAnswers; problems: LicenceProblems };

/** The six questions, a plain form. The answers go into the address, so that an answer can be kept and passed on. */
export function LicenceForm({ search, typed, problems }: LicenceFormProps) {
  const { waters, length, ...single } = typed;
  return (
    <form className="licence-form stack" action={PATHS.licenceCheck} method="get" noValidate>
      <CarriedFields search={search} />
      <Choices field="boat" chosen={[single.boat]} problems={problems} />
      <Length text={length} problems={problems} />
      <Choices field="speed" chosen={[single.speed]} problems={problems} />
      <Choices field="waters" chosen={waters} problems={problems} />
      <Choices field="use" chosen={[single.use]} problems={problems} />
      <Choices field="age" chosen={[single.age]} problems={problems} />
      <button className="button" type="submit">
        {LICENCE_COPY.submit}
      </button>
    </form>
  );
}

type ChoicesProps = { field: Exclude<LicenceField, "length">; chosen: readonly string[]; problems: LicenceProblems };

/** One question, with a box for each answer. */
function Choices({ field, chosen, problems }: ChoicesProps) {
  const { legend, hint } = fields[field];
  const name = LICENCE_PARAMETERS[field];
  const problem = licenceProblemText(field, problems);
  const copies: Readonly<Record<string, Option>> = options[field];
  const notes = { id: name, hint, problem };
  return (
    <fieldset className="licence-question" aria-describedby={describedBy(notes)}>
      <legend>{legend}</legend>
      <FieldNotes {...notes} />
      <div className="licence-options">
        {LICENCE_ANSWERS[field].map((value) => (
          <label key={value} className="form-choice">
            <input
              type={field === "waters" ? "checkbox" : "radio"}
              id={idOf(field, value)}
              name={name}
              value={value}
              defaultChecked={chosen.includes(value)}
            />
            <span>
              {copies[value]?.label}{" "}
              {copies[value]?.hint === undefined ? null : <small className="note">{copies[value].hint}</small>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function Length({ text, problems }: { text: string; problems: LicenceProblems }) {
  const { legend, hint } = fields.length;
  const problem = licenceProblemText("length", problems);
  const id = licenceFieldId("length");
  const notes = { id, hint, problem };
  return (
    <div className="licence-question form-field">
      <label className="licence-legend" htmlFor={id}>
        {legend}
      </label>
      <span className="licence-length">
        <input
          id={id}
          name={LICENCE_PARAMETERS.length}
          type="text"
          inputMode="decimal"
          autoComplete="off"
          defaultValue={text}
          aria-invalid={problem !== undefined || undefined}
          aria-describedby={describedBy(notes)}
        />{" "}
        {LICENCE_COPY.metres}
      </span>
      <FieldNotes {...notes} />
    </div>
  );
}

/** The text of a field's error. Undefined if it has none. */
export function licenceProblemText(field: LicenceField, problems: LicenceProblems): string | undefined {
  const problem = problems[field];
  return problem === undefined ? undefined : fields[field].problems[problem];
}

function idOf(field: LicenceField, value: string): string {
  return `${LICENCE_PARAMETERS[field]}-${value}`;
}

/** The id to which an error links: the field, or the first of its choices. */
export function licenceFieldId(field: LicenceField): string {
  return field === "length" ? LICENCE_PARAMETERS.length : idOf(field, LICENCE_ANSWERS[field][0]);
}
