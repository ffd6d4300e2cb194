import { COMPARISON_COPY } from "../content/comparison.ts";
import { COURSES } from "../shared/courses.ts";
import type { PageContext } from "../shared/page-context.ts";
import { withSearch } from "../shared/paths.ts";

/**
 * A table that compares the courses. A narrow screen has no room for columns. There each fact is a block, in which
 * every line begins with its choice (`data-choice`).
 */
export function Comparison({ pageContext }: { pageContext: PageContext }) {
  const { title, labelHeading, choices, rows } = COMPARISON_COPY;
  return (
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
        {rows(pageContext).map(({ label, cells, isTotal }) => (
          <tr key={label} className={isTotal ? "comparison-total" : undefined}>
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
  );
}
