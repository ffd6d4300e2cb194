import { BRAND } from "../../ui/site-copy.ts";

export const INTERSTITIAL_COPY = {
  meta: {
    title: `Momentje, je betaling wordt verwerkt | ${BRAND}`,
    description: "We verwerken je betaling en brengen je daarna naar je cursus.",
  },
  title: "Momentje, je betaling wordt verwerkt",
  text: "Laat deze pagina open. Je gaat over ongeveer tien seconden vanzelf naar je cursus.",
  /** After the purchase of a bundle, whose bridge page has only one target. */
  severalCourses: "De links naar je twee cursussen staan ook in je bevestigingsmail.",
  goNow: "Ga nu naar je cursus",
  forwarding: "Wil je niet wachten?",
  notConfigured: "Pagina niet gevonden of nog niet geconfigureerd.",
  notConfiguredHelp:
    "Bij deze link hoort nog geen cursus. Heb je al betaald? Betaal dan niet opnieuw. Bewaar je betaalbewijs en laat het ons weten: dan zoeken we het uit.",
  /** Shown without JavaScript, while the page asks again. */
  unavailable: "Het duurt iets langer dan normaal. We proberen het opnieuw.",
  /** Shown when the page has stopped asking. */
  unavailableHelp:
    "Het kan ook aan de verbinding liggen. Heb je al betaald? Betaal dan niet opnieuw. Probeer het over een paar minuten nog eens.",
  retry: "Laad deze pagina opnieuw",
  contact: "Hulp nodig? Mail",
} as const;
