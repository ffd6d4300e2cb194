/**
 * Where a streamed page's late part goes. The renderer sends everything up to here at once, and the rest when the data
 * has come: in document order, so that it works without JavaScript and needs no inline script (see src/response/render.tsx).
 */
export function LateSlot() {
  return <template id={LATE_SLOT_ID} />;
}

const LATE_SLOT_ID = "late";

/** The slot's markup as React writes it. */
export const LATE_SLOT_MARKUP = `<template id="${LATE_SLOT_ID}"></template>`;
