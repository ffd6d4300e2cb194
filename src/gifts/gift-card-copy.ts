import { BRAND } from "../ui/site-copy.ts";

export const GIFT_CARD_COPY = {
  meta: { title: `Cadeaubon afdrukken | ${BRAND}`, description: "Druk deze cadeaubon af en geef die wanneer je wilt." },
  /** The title of a file with one card, and of one with `{n}` cards. */
  fileTitle: `Cadeaubon ${BRAND}`,
  filesTitle: `{n} cadeaubonnen ${BRAND}`,
  kind: "Cadeaubon",
  for: "Voor",
  from: "van",
  steps: ["Scan de qr-code", "Tik drie keer op je cadeau", "Activeer je cursus"],
  type: "Of typ je code op",
  qr: "Qr-code van de cadeaulink",
  /** Before a day. */
  validUntil: "Geldig tot en met",
  /** On a card without such a day. */
  lasting: "Deze code verloopt niet.",
  day: "Voor",
  hint: "Druk af op A5, op ware grootte, zonder marges en met achtergrond. Of bewaar als pdf.",
  print: "Afdrukken of opslaan",
  back: "Naar het cadeau",
} as const;
