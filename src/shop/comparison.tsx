import { COURSES } from "../shared/courses.ts";
import type { PageContext } from "../shared/page-context.ts";
import { withSearch } from "../shared/paths.ts";
import { COMPARISON_COPY } from "./comparison-copy.ts";

/**
 * A table that compares the courses. On a narrow screen it is folded, and each fact lists its choices below each other,
 * each with its name: nothing scrolls sideways.
 */
export function Comparison({ pageContext }: { pageContext: PageContext }) {
  const { title, labelHeading, choices, rows } = COMPARISON_COPY;
  return (
    <details className="phone-fold">
      <summary>{title}</summary>
      <table className="comparison">
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">{labelHeading}</span>
            </th>
            {choices.map(({ name, courseId }) => (
              <th key={name} scope="col">
                {courseId === null ? name : <a href={withSearch(COURSES[courseId].path, pageContext.search)}>{name}</a>}
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
                choices.map(({ name }, index) => (
                  <td key={name} data-choice={name}>
                    {cells[index]}
                  </td>
                ))
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
