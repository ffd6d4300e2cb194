import type { Tile } from "../shared/entities.ts";
import { Icon } from "../ui/icon.tsx";

/** The subjects of a course, as a row of ruled tiles like the legend of a chart. */
export function Tiles({ items }: { items: readonly Tile[] }) {
  return (
    <ul className={`tiles card card-strong tiles-${items.length}`}>
      {items.map((tile) => (
        <li key={tile.title}>
          <Icon name={tile.icon} size={26} className="icon-disc" />
          <h3>{tile.title}</h3>
          <p>{tile.description}</p>
        </li>
      ))}
    </ul>
  );
}
