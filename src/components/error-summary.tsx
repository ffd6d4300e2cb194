/** An error of a form, with a link to its field. */
export type FormError = { fieldId: string; text: string };

const TITLE_ID = "fouten";

type ErrorSummaryProps = {
  title: string;
  errors: readonly FormError[];
  /** Its level among the page's headings. */
  heading?: "h2" | "h3";
};

/** The list of a form's errors. It takes the focus. */
export function ErrorSummary({ title, errors, heading: Heading = "h2" }: ErrorSummaryProps) {
  return (
    <div
      className="form-alert"
      role="alert"
      aria-labelledby={TITLE_ID}
      tabIndex={-1}
      // biome-ignore lint/a11y/noAutofocus: the page was asked for by sending the form; what is wrong comes first
      autoFocus
    >
      <Heading id={TITLE_ID}>{title}</Heading>
      <ul>
        {errors.map(({ fieldId, text }) => (
          <li key={fieldId}>
            <a href={`#${fieldId}`}>{text}</a>
          </li>
        ))}
      </ul>
    </div>
  );
}
