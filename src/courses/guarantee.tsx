import { Icon } from "../ui/icon.tsx";
import { GUARANTEE } from "./prices-copy.ts";

type GuaranteeProps = {
  promise?: string;
  /** What the promise does not say, below it. */
  note?: string | undefined;
};

/** What the shop promises, beside a button to buy. */
export function Guarantee({ promise = GUARANTEE, note }: GuaranteeProps) {
  return (
    <div className="guarantee">
      <Icon name="lifebuoy" />
      <p>
        <b>{promise}</b> {note === undefined ? null : <span className="note">{note}</span>}
      </p>
    </div>
  );
}
