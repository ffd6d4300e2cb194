/** The moment of all pictures: a Monday in winter, by day in the Netherlands. */
export const NOW = new Date("2026-11-23T10:00:00.000Z");
