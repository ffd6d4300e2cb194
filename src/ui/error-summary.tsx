import { FORM_COPY } from "./form-copy.ts";

type FormError = { fieldId: string; text: string | undefined };

const TITLE_ID = "fouten";

type ErrorSummaryProps = { title?: string; errors: readonly FormError[]; heading?: "h2" | "h3" };

/**
 * The list of a form's errors, each with a link to its field; nothing without errors. It takes the focus, which lets a
 * screen reader say it; an alert would say it twice.
 */
export function ErrorSummary({ title = FORM_COPY.summary, errors, heading: Heading = "h2" }: ErrorSummaryProps) {
  const wrong = errors.filter(({ text }) => text !== undefined);
  if (wrong.length === 0) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: it groups no fields
    <div
      className="form-alert tap-links"
      role="group"
      aria-labelledby={TITLE_ID}
      tabIndex={-1}
      // biome-ignore lint/a11y/noAutofocus: the visitor has sent the form, so its errors come first
      autoFocus
    >
      <Heading id={TITLE_ID}>{title}</Heading>
      <ul>
        {wrong.map(({ fieldId, text }) => (
          <li key={fieldId}>
            <a href={`#${fieldId}`}>{text}</a>
          </li>
        ))}
      </ul>
    </div>
  );
}
