import { RETENTION } from "../shared/retention.ts";
import { inWords } from "../ui/dutch-copy.ts";

/** The text of `/privacy` about how long data is kept, with the periods of the code: what, a colon, how long. */
export const RETENTION_COPY: readonly string[] = [
  `Bestelling, terugbetaling en factuur, met bedrag, btw, dag, cursus en je naam: ${inWords(RETENTION.orderYears)} jaar na het einde van het jaar, voor de belastingwet. Je e-mailadres, je account, je akkoord en een herroeping even lang, als bewijs. Je e-mailadres en account wissen we eerder als je dat vraagt. Een herroeping waar geen bestelling bij hoort: een jaar na ons antwoord.`,
  `Namen en bericht van een cadeau: ${inWords(RETENTION.giftTextYears)} jaar vanaf de dag waarop je het geeft, of tot je ons vraagt ze te wissen. Daarna werkt de code nog, zonder namen en bericht. We wissen ze dan ook bij Stripe.`,
  `E-mailadres van de ontvanger: tot het cadeau is verstuurd en de gever dat weet, of tot die het stopt. Lukt een mail niet, dan hooguit ${inWords(RETENTION.deliveryDays)} dagen langer. Zonder betaling ${inWords(RETENTION.deliveryDraftDays)} dagen.`,
  `Betaling die niet is gelukt: ${inWords(RETENTION.unpaidDays)} dagen, ook wat wij daarvan bij Stripe opsloegen. Wat Stripe zelf van een mislukte poging bewaart, blijft daar.`,
  `Welke mails we verstuurden en wat we van een storing meldden, zonder namen en adressen: zo lang als de bestelling of herroeping, een melding hooguit een jaar. Het systeem dat mails verstuurt, bewaart dat ${inWords(RETENTION.mailerDays)} dagen.`,
  `Mails in onze mailbox: ${inWords(RETENTION.mailboxYears)} jaar.`,
  `Technische logboeken en de reservekopie van wat is gewist: hooguit ${inWords(RETENTION.logDays)} en ${inWords(RETENTION.backupDays)} dagen.`,
];
