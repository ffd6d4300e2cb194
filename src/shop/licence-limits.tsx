import { Picture, type PictureName } from "../ui/picture.tsx";

type LicenceRulesProps = { rules: readonly string[]; orLabel: string };

const PICTURES: readonly PictureName[] = ["licence-power", "licence-length", "licence-speed"];

/** When a licence is needed: three measures, each drawn as one. */
export function LicenceRules({ rules, orLabel }: LicenceRulesProps) {
  return (
    <ul className="licence-rules">
      {rules.map((rule, index) => (
        <li key={rule} className="card" {...(index > 0 ? { "data-or": orLabel } : {})}>
          {pictureOf(index)}
          <b>{rule}</b>
        </li>
      ))}
    </ul>
  );
}

/** The drawing of a rule. There are three, so a fourth rule would have none. */
function pictureOf(index: number) {
  const name = PICTURES[index];
  return name === undefined ? null : <Picture name={name} className="licence-picture" />;
}
