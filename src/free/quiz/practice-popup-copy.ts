/** The popup that offers free practice questions (given 3.10). */
export const PRACTICE_POPUP_COPY = {
  title: "Gratis oefenvragen proberen?",
  text: "Maak vijf oefenvragen en zie meteen wat je al weet. Het kost je niets en je hoeft niets te bestellen.",
  startLabel: "Starten",
  closeLabel: "Sluiten",
  laterLabel: "Nu niet",
} as const;
