/** Opens the browser's print dialog, which also saves as PDF. Hidden where there is no JavaScript. */
export function PrintButton({ label }: { label: string }) {
  return (
    <button type="button" className="print-button button button-quiet" onClick={() => print()}>
      {label}
    </button>
  );
}
