import { LightIsland } from "./island.tsx";

/** Opens the browser's print dialog, which also saves as PDF. Hidden where there is no JavaScript. */
export function PrintButton({ label }: { label: string }) {
  return (
    <LightIsland name="printButton" when="touched">
      <button type="button" className="print-button button button-quiet">
        {label}
      </button>
    </LightIsland>
  );
}
