import type { ReactNode } from "react";

export type Fact = readonly [label: string, value: ReactNode];

/** Labels with values, one per line or side by side; unknown values are left out. */
export function Facts({ rows, isRow = false }: { rows: readonly Fact[]; isRow?: boolean }) {
  return (
    <dl className={isRow ? "facts facts-row" : "facts"}>
      {rows.map(([label, value]) =>
        value === undefined || value === "" ? null : (
          <div key={label}>
            <dt className="note">{label}</dt>
            <dd>{value}</dd>
          </div>
        ),
      )}
    </dl>
  );
}
