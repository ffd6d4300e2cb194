import type { Guard } from "../guard.ts";

/** Opens the browser's print dialog, which also saves as PDF. */
export function enhance(root: HTMLElement, guard: Guard): void {
  root.addEventListener(
    "click",
    guard(() => print()),
  );
}
