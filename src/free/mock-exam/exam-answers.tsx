import { fillIn } from "../../shared/fill-in.ts";
import { EXAM_CONTROLS } from "./attempt-rules.ts";
import type { ExamForm, ExamReply } from "./bank/question-rules.ts";
import { CHOICE_LETTERS, type Drawing } from "./drawing/scene-rules.ts";
import { PictureInWords } from "./exam-picture.tsx";
import { MOCK_EXAM_COPY } from "./mock-exam-copy.ts";

const copy = MOCK_EXAM_COPY.question;

type ExamAnswersProps = { form: ExamForm<Drawing>; reply: ExamReply | null };

/** The plain controls with which a question of any form is answered. `reply` is the answer so far. */
export function ExamAnswers({ form, reply }: ExamAnswersProps) {
  if ("items" in form) return <Order items={form.items} reply={reply} />;
  if ("statements" in form) return <Statements statements={form.statements} reply={reply} />;
  const options = "pictures" in form ? form.pictures : "places" in form ? form.places : form.choices;
  const shape = "pictures" in form ? " exam-pictures" : "places" in form ? " exam-places" : "";
  const choices = (
    <div className={`exam-choices${shape}`}>
      {options.map((option, index) => {
        const letter = CHOICE_LETTERS[index] as string;
        return (
          <label key={letter} className="form-choice">
            <input type="radio" name={EXAM_CONTROLS[0]} value={letter} defaultChecked={letter === reply} />
            {shape === "" ? <span>{option as string}</span> : <Lettered letter={letter} option={option} />}
          </label>
        );
      })}
    </div>
  );
  if (!("pictures" in form)) return choices;
  return (
    <>
      <label className="exam-larger exam-mark note">
        <input type="checkbox" />
        <span>{copy.larger.pictures}</span>
      </label>
      {choices}
    </>
  );
}

/** A picture with its letter, or the letter of a place in the drawing; both in words for people who cannot see them. */
function Lettered({ letter, option }: { letter: string; option: string | Drawing }) {
  return (
    <span>
      <b>{letter}</b>{" "}
      {typeof option === "string" ? (
        <span className="visually-hidden">{option}</span>
      ) : (
        <PictureInWords drawing={option} />
      )}
    </span>
  );
}

function Order({ items, reply }: { items: readonly string[]; reply: ExamReply | null }) {
  return (
    <div className="exam-choices">
      <p className="note">{copy.order.hint}</p>
      {items.map((item, index) => (
        <label key={item} className="exam-rank">
          <select name={EXAM_CONTROLS[index]} defaultValue={(reply?.[index] ?? "0").replace("0", "")}>
            <option value="">{copy.order.none}</option>
            {items.map((_, place) => (
              <option key={EXAM_CONTROLS[place]} value={place + 1}>
                {place + 1}
              </option>
            ))}
          </select>
          <span>{item}</span>
        </label>
      ))}
    </div>
  );
}

function Statements({ statements, reply }: { statements: readonly string[]; reply: ExamReply | null }) {
  return (
    <div className="exam-choices">
      {statements.map((statement, index) => (
        <fieldset key={statement} className="exam-statement">
          <legend>
            {fillIn(copy.statements.number, { number: index + 1 })} {statement}
          </legend>
          {(["j", "n"] as const).map((verdict) => (
            <label key={verdict} className="form-choice">
              <input
                type="radio"
                name={EXAM_CONTROLS[index]}
                value={verdict}
                defaultChecked={reply?.[index] === verdict}
              />
              <span>{copy.statements[verdict]}</span>
            </label>
          ))}
        </fieldset>
      ))}
    </div>
  );
}
