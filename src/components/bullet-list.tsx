import { GreenCone } from "./drawings/marks.tsx";

/** A list of what is included, with the starboard mark as its bullet. */
export function BulletList({ items }: { items: readonly string[] }) {
  return (
    <ul className="bullet-list">
      {items.map((item) => (
        <li key={item}>
          <GreenCone />
          <span>{item}</span>
        </li>
      ))}
    </ul>
  );
}
