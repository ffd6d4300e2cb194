import { PLACEHOLDERS } from "../shared/placeholders.ts";

/**
 * Where a streamed page's late part goes. Everything up to here is sent at once, and the rest when the data has come: in
 * document order, so that it works without JavaScript and needs no inline script (`sendInOrder` in
 * src/response/render.tsx).
 */
export function LateSlot() {
  return PLACEHOLDERS.late;
}
