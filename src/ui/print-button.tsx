import { Island } from "./island.tsx";

/** Opens the browser's print dialog, which also saves as PDF. Hidden where there is no JavaScript. */
export function PrintButton({ label }: { label: string }) {
  return (
    <Island name="printButton" when="touched">
      <button type="button" className="print-button button button-quiet">
        {label}
      </button>
    </Island>
  );
}
