import { COURSES } from "../shared/courses.ts";
import type { PageContext } from "../shared/page-context.ts";
import { withSearch } from "../shared/paths.ts";
import { COMPARISON_COPY } from "./comparison-copy.ts";

const TITLE_ID = "vergelijking";

/**
 * A table that compares the courses. On a narrow screen it is folded, and its columns scroll beside the facts, which stay.
 * The page itself does not scroll sideways.
 */
export function Comparison({ pageContext }: { pageContext: PageContext }) {
  const { title, labelHeading, choices, rows } = COMPARISON_COPY;
  return (
    <details className="phone-fold">
      <summary>{title}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard (WCAG 2.1.1) */}
      <section className="comparison-box" aria-labelledby={TITLE_ID} tabIndex={0}>
        <table className="comparison">
          <caption id={TITLE_ID}>{title}</caption>
          <thead>
            <tr>
              <th scope="col">
                <span className="visually-hidden">{labelHeading}</span>
              </th>
              {choices.map(({ name, courseId }) => (
                <th key={name} scope="col">
                  {courseId === null ? (
                    name
                  ) : (
                    <a href={withSearch(COURSES[courseId].path, pageContext.search)}>{name}</a>
                  )}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows(pageContext).map(({ label, cells, kind }) => (
              <tr key={label} className={kind === undefined ? undefined : `comparison-${kind}`}>
                <th scope="row">{label}</th>
                {cells.length === 1 ? (
                  <td colSpan={choices.length}>{cells[0]}</td>
                ) : (
                  choices.map(({ name }, index) => <td key={name}>{cells[index]}</td>)
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}
