import { PLACEHOLDERS } from "../../shared/placeholders.ts";

/**
 * The place of a waiting page's late part. All before it is sent at once, the rest when the data is there. This order
 * works without JavaScript and needs no inline script (`sendInOrder` in src/server/http/render.tsx).
 */
export function LateSlot() {
  return PLACEHOLDERS.late;
}
