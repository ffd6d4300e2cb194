import { BOTH_LICENCES, type Licence, licenceCosts } from "../../courses/costs-copy.ts";
import { formatPrice } from "../../shared/money.ts";
import type { PageContext } from "../../shared/page-context.ts";
import { EXAM_COPY } from "./exam-copy.ts";

/** A column for one licence, one for the other, and one for both. */
const COLUMNS: readonly (readonly Licence[])[] = [["KVB1"], ["KVB2"], BOTH_LICENCES];
const ROWS = ["courses", "exams", "total"] as const;

/** The total cost of a licence: each amount with its recipient, the sum, and the date of the figures. */
export function ExamCosts({ pageContext }: { pageContext: PageContext }) {
  const { title, columns, rows, note } = EXAM_COPY.costs;
  return (
    <>
      <table className="exam-table exam-costs card card-strong">
        <caption className="visually-hidden">{title}</caption>
        <thead>
          <tr>
            <td />
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {ROWS.map((row) => (
            <tr key={row} className={row === "total" ? "exam-costs-total" : undefined}>
              <th scope="row">{rows[row]}</th>
              {COLUMNS.map((licences) => (
                <td key={licences.join()}>{formatPrice(licenceCosts(licences, pageContext)[row])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="note">{note}</p>
    </>
  );
}
