/** Loads a page again if the browser had kept it: what it says of an order or a payment may not be so any more. */
export function enhance(): () => void {
  const reload = ({ persisted }: PageTransitionEvent) => {
    if (persisted) location.reload();
  };
  addEventListener("pageshow", reload);
  return () => removeEventListener("pageshow", reload);
}
