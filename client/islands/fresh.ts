/** Loads a page again if the browser had kept it: what it says of an order or a payment may not be so any more. */
export function enhance(): void {
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) location.reload();
  });
}
