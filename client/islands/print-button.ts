/** Opens the browser's print dialog, which also saves as PDF. */
export function enhance(root: HTMLElement): void {
  root.addEventListener("click", () => print());
}
