import { Picture } from "../ui/picture.tsx";

type LicenceLimitsProps = { rules: readonly string[]; orLabel: string };

/** A drawing for each rule. There are three, so a fourth rule would not be shown. */
const PICTURES = ["licence-power", "licence-length", "licence-speed"] as const;

/** When a licence is needed: three measures, each drawn as one. */
export function LicenceLimits({ rules, orLabel }: LicenceLimitsProps) {
  return (
    <ul className="licence-rules">
      {PICTURES.map((name, index) => (
        <li key={name} className="card" {...(index > 0 ? { "data-or": orLabel } : {})}>
          <Picture name={name} className="licence-picture" />
          <b>{rules[index]}</b>
        </li>
      ))}
    </ul>
  );
}
