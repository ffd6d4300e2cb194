type FieldNotesProps = {
  /** The field's, or its group's. */
  id: string;
  hint: string | undefined;
  problem: string | undefined;
};

/** The hint of a field, and its error. */
export function FieldNotes({ id, hint, problem }: FieldNotesProps) {
  return (
    <>
      {hint === undefined ? null : (
        <p className="form-hint" id={`${id}-uitleg`}>
          {hint}
        </p>
      )}
      {problem === undefined ? null : (
        <p className="form-error" id={`${id}-fout`}>
          {problem}
        </p>
      )}
    </>
  );
}

/** The `aria-describedby` of a field with these notes. */
export function describedBy({ id, hint, problem }: FieldNotesProps): string | undefined {
  const ids = [hint === undefined ? "" : `${id}-uitleg`, problem === undefined ? "" : `${id}-fout`].filter(Boolean);
  return ids.length === 0 ? undefined : ids.join(" ");
}
