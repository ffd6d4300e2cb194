import type { ReactNode } from "react";

export type Fact = readonly [label: string, value: ReactNode];

/** Labels with values, one per line; unknown values are left out. */
export function Facts({ rows }: { rows: readonly Fact[] }) {
  return (
    <dl className="facts">
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
