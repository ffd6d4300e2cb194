import type { ReactNode } from "react";

type BulletListProps = {
  items: readonly string[];
  /** Something that is not included, below the list and without a bullet. */
  note?: ReactNode;
};

/** A list of included things. The stylesheet draws the starboard mark that is its bullet. */
export function BulletList({ items, note }: BulletListProps) {
  return (
    <ul className="bullet-list">
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
      {note === undefined ? null : <li className="bullet-note">{note}</li>}
    </ul>
  );
}
