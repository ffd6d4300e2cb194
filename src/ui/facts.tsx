/** Labels with values, one per line; unknown values are left out. */
export function Facts({ rows }: { rows: readonly (readonly [label: string, value: string | undefined])[] }) {
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
