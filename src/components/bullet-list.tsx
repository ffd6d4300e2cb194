/** A list of what is included; the starboard mark that is its bullet is drawn by the stylesheet. */
export function BulletList({ items }: { items: readonly string[] }) {
  return (
    <ul className="bullet-list">
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  );
}
