import { Icon } from "../ui/icon.tsx";
import type { Benefit } from "./sales-copy.ts";

/** Reasons to buy: a drawing and a few words. */
export function BenefitList({ items }: { items: readonly Benefit[] }) {
  return (
    <ul className="benefit-list">
      {items.map((item) => (
        <li key={item.title}>
          <Icon name={item.icon} size={26} className="icon-disc" />
          <h3>{item.title}</h3>
        </li>
      ))}
    </ul>
  );
}
