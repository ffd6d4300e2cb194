import type { Stat } from "../shared/entities.ts";

/** A course in three figures, across the whole width. */
export function Stats({ items }: { items: readonly Stat[] }) {
  return (
    <div className="stats">
      <ul className="wrap">
        {items.map((stat) => (
          <li key={stat.label}>
            <b>{stat.value}</b> <span>{stat.label}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
