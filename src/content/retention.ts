import { RETENTION } from "../shared/retention.ts";

const YEARS = ["nul", "een", "twee", "drie", "vier", "vijf", "zes", "zeven", "acht", "negen", "tien"] as const;

/** What `/privacy` says of how long data is kept; the periods are the ones that the code works with. */
export const RETENTION_COPY: readonly string[] = [
  `Gegevens van je bestelling en betaling, je akkoord met directe toegang, een terugbetaling en een herroeping: ${YEARS[RETENTION.orderYears] ?? RETENTION.orderYears} jaar na het jaar van je bestelling. Dat moet van de belastingwet.`,
  `Een betaling die niet is gelukt of die je hebt gestopt: ${RETENTION.unpaidDays} dagen.`,
  `Een logboek van de e-mails die we na je bestelling versturen, zonder je naam en e-mailadres: ${RETENTION.afterSaleDays} dagen.`,
];
