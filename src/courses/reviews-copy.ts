import type { PageContext } from "../shared/page-context.ts";

/**
 * Whether `REVIEWS` are texts of real buyers, who gave permission. Set it to true together with them, and adapt
 * `REVIEWS_COPY`. Until then no public shop shows any: invented reviews are forbidden (art. 6:193g BW).
 */
export const REVIEWS_ARE_REAL: boolean = false;

/** Whether a page may show `REVIEWS`. Examples are shown only by a local shop, which does not speak HTTPS. */
export function showsReviews({ origin }: Pick<PageContext, "origin">): boolean {
  return REVIEWS_ARE_REAL || !origin.startsWith("https:");
}

export type Review = { text: string; name: string };

/** Examples that were written for the shop. No buyer wrote them, so they may never go into structured data. */
export const REVIEWS: readonly Review[] = [
  {
    text: "Na mijn werk zag ik op tegen een dik boek. Elke avond een halfuurtje oefenen op de bank lukte me wel. Vooral de uitleg bij foute antwoorden bleef hangen.",
    name: "Marjan V.",
  },
  {
    text: "De lichten en dagtekens haalde ik steeds door elkaar. Door ze een paar avonden achter elkaar te oefenen, zag ik eindelijk de logica. Nu herken ik ze ook op het water.",
    name: "Peter G.",
  },
  {
    text: "Ik oefende in de trein op mijn telefoon en thuis verder op de laptop. Dat wisselen ging zonder gedoe. De vragen zijn kort, dus je pakt er zo een paar tussendoor.",
    name: "Samira E.",
  },
  {
    text: "Koersen berekenen was voor mij het lastigste deel van Vaarbewijs 2. De stappen worden rustig uitgelegd, van kompaskoers tot ware koers. Ik heb ze op een briefje naast de kaart gelegd.",
    name: "Joost B.",
  },
  {
    text: "Ik vond praten over de marifoon altijd eng. Na de oefeningen met oproepen en het spelalfabet weet ik wat ik moet zeggen. Bij de eerste sluis ging het meteen een stuk rustiger.",
    name: "Anneke H.",
  },
  {
    text: "De eerste keer oefenen viel tegen, vooral bij de voorrangsregels. Ik ben blijven herhalen tot ik rond de 85% zat. Daarna ging ik met een gerust gevoel naar het examen.",
    name: "Ruud K.",
  },
];

export const REVIEWS_COPY = {
  title: "Voorbeelden van reviews",
  /** Must stay visible while `REVIEWS` holds examples. Real reviews need a line about how they are checked instead. */
  disclosure: "Dit zijn voorbeeldteksten. Zodra we echte reviews van cursisten hebben, staan die hier.",
  regionLabel: "Voorbeeldreviews",
  /** The screen reader's name of the row. */
  roleDescription: "carrousel",
  previousLabel: "Vorige reviews",
  nextLabel: "Volgende reviews",
  /** Accessible name of a page dot; `{page}` and `{total}` are filled in, both counting from 1. */
  pageLabel: "Reviews, pagina {page} van {total}",
} as const;

export const FACTS_COPY = {
  title: "Eerst proberen, dan betalen",
  tryFirst: { label: "Maak gratis een proefexamen", text: ", zonder account." },
  rule: "Bij elk antwoord lees je op welke regel het rust.",
  ask: "Twijfel je? Vraag het ons:",
} as const;
