import type { PageContext } from "../shared/page-context.ts";
import { RunningText } from "../ui/running-text.tsx";
import type { CostRow, CostTable } from "./costs-copy.ts";

/** The total cost of a licence or certificate: each amount with its recipient, the sum, and the date of the figures. */
export function CostBox({ pageContext, table }: { pageContext: PageContext; table: CostTable }) {
  return (
    <div className="cost-box">
      <table>
        <caption>{table.title}</caption>
        {table.columns.length === 0 ? null : (
          <thead>
            <tr>
              <td />
              {table.columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>
          {table.rows.map((row) => (
            <Row key={row.label} row={row} columns={table.columns.length} />
          ))}
        </tbody>
      </table>
      <p className="note">
        <RunningText pageContext={pageContext} text={table.note} />
      </p>
    </div>
  );
}

/** A row of the table. If it has one amount for all columns, its label fills the other columns. */
function Row({ row, columns }: { row: CostRow; columns: number }) {
  const width = Math.max(columns, 1) - row.amounts.length + 1;
  return (
    <tr className={row.isTotal ? "cost-total" : undefined}>
      <th scope="row" {...(width > 1 ? { colSpan: width } : {})}>
        {row.label}
      </th>
      {row.amounts.map((amount, index) => (
        <td key={index}>{amount}</td>
      ))}
    </tr>
  );
}
