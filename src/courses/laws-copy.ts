/**
 * The regulations behind the shop's answers, by their short names: the year of the text that was read, and the address
 * of the present text. After reading a newer text, change its year here, check the answers that name it, and set
 * `LAWS_CHECK`.
 */
export const LAWS = {
  BVB: { name: "Binnenvaartbesluit", year: 2012, href: "https://wetten.overheid.nl/BWBR0025631" },
  BVR: { name: "Binnenvaartregeling", year: 2018, href: "https://wetten.overheid.nl/BWBR0025958" },
  BVW: { name: "Binnenvaartwet", year: 2021, href: "https://wetten.overheid.nl/BWBR0023009" },
  BPR: { name: "Binnenvaartpolitiereglement (BPR)", year: 2012, href: "https://wetten.overheid.nl/BWBR0003628" },
  RPR: { name: "Rijnvaartpolitiereglement (RPR)", year: 2015, href: "https://wetten.overheid.nl/BWBR0006923" },
  SVW: { name: "Scheepvaartverkeerswet", year: 2014, href: "https://wetten.overheid.nl/BWBR0004364" },
  "IALA-A": { name: "Maritiem betonningsstelsel van de IALA, regio A", year: 2010 },
} as const;

export type Law = keyof typeof LAWS;

/** The text of a law that was read, for a list of sources: `tekst van 2012`. */
export function textOf(law: Law): string {
  return `tekst van ${LAWS[law].year}`;
}

/** Articles with the law's full name: `Binnenvaartpolitiereglement (BPR) 6.17`. */
export function cite(law: Law, articles: string): string {
  return `${LAWS[law].name} ${articles}`;
}

/** The list of sources of a page in sentences: the place of the present texts, and the texts that were read. */
export function sourcesInWords(laws: readonly Law[]): string {
  const read = laws.map((law) => `${LAWS[law].name}, ${textOf(law)}`).join("; ");
  return `Wat vandaag geldt, staat op wetten.overheid.nl. Gebruikte regels: ${read}.`;
}
