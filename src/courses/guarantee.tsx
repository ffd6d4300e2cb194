import { Icon } from "../ui/icon.tsx";
import { GUARANTEE } from "./prices-copy.ts";

/** The shop's promise, beside a button to buy. */
export function Guarantee() {
  return (
    <p className="guarantee">
      <Icon name="lifebuoy" />
      {GUARANTEE}
    </p>
  );
}
