type BulletListProps = {
  items: readonly string[];
  /** What is not included, below the rest and without its mark. */
  note?: string | undefined;
};

/** A list of what is included; the starboard mark that is its bullet is drawn by the stylesheet. */
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
