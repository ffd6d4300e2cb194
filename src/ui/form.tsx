import type { ReactNode } from "react";

type FieldNotesProps = { id: string; hint?: string | undefined; problem?: string | undefined };

/** The error stands before the hint, so that it is next to its field. */
export function FieldNotes({ id, hint, problem }: FieldNotesProps) {
  return (
    <>
      {problem === undefined ? null : (
        <p className="form-error" id={`${id}-fout`}>
          {problem}
        </p>
      )}
      {hint === undefined ? null : (
        <p className="form-hint" id={`${id}-uitleg`}>
          {hint}
        </p>
      )}
    </>
  );
}

export function describedBy({ id, hint, problem }: FieldNotesProps): string | undefined {
  const ids = [problem === undefined ? "" : `${id}-fout`, hint === undefined ? "" : `${id}-uitleg`].filter(Boolean);
  return ids.length === 0 ? undefined : ids.join(" ");
}

type FormFieldProps = FieldNotesProps & {
  label: string;
  /** Says after the label that the field may stay empty. */
  optional?: string | undefined;
  /** Makes the field, with these properties. */
  children: (props: Readonly<Record<string, unknown>>) => ReactNode;
};

export function FormField({ label, optional, children, ...notes }: FormFieldProps) {
  const { id, problem } = notes;
  return (
    <div className="form-field">
      <label htmlFor={id}>
        {label}
        {optional === undefined ? null : <span> {optional}</span>}
      </label>
      {children({
        id,
        name: id,
        ...(problem === undefined ? {} : { "aria-invalid": true }),
        "aria-describedby": describedBy(notes),
      })}
      <FieldNotes {...notes} />
    </div>
  );
}
