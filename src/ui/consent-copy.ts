/** The bar that asks whether a visit may be measured. Pages have it only if a tag manager is configured. */
export const CONSENT_COPY = {
  bar: {
    title: "Mogen we je bezoek meten?",
    text: "Met cookies van Google zien we welke pagina's werken. Google krijgt dan gegevens over je bezoek en je aankoop. Je keuze kun je altijd veranderen.",
    moreLabel: "Meer over cookies",
    denyLabel: "Weigeren",
    grantLabel: "Accepteren",
    /** Shown when the bar is opened again. */
    current: { granted: "Nu staat meten aan.", denied: "Nu staat meten uit." },
  },
  /** Opens the bar again, at the end of each page that is measured. */
  preferencesLabel: "Cookievoorkeuren",
  /** The section of the privacy page that it leads to without JavaScript. */
  privacySection: "cookies",
} as const;
