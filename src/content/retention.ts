import { RETENTION } from "../shared/retention.ts";
import { inWords } from "./dutch.ts";

/** The text of `/privacy` about how long data is kept, with the periods of the code. */
export const RETENTION_COPY: readonly string[] = [
  `Gegevens van je bestelling en betaling, je akkoord met directe levering en een terugbetaling: ${inWords(RETENTION.orderYears)} jaar, gerekend vanaf het einde van het jaar. Dat moet van de belastingwet. Een herroeping bewaren we even lang, als bewijs.`,
  `Het bericht bij een cadeau dat je hier koopt: ${inWords(RETENTION.giftMessageYears)} jaar, gerekend vanaf de dag waarvoor het is. Het cadeau zelf blijft daarna werken, zonder het bericht. Stripe bewaart het zolang het je betaling bewaart.`,
  `Het e-mailadres waar we een cadeau naartoe sturen: tot het is verstuurd en je daar een mail over hebt, of tot je het versturen stopt. Lukt een van die twee mails niet, dan hooguit ${inWords(RETENTION.deliveryDays)} dagen langer. Betaal je het cadeau niet, dan ${inWords(RETENTION.deliveryDraftDays)} dagen.`,
  `Een betaling die niet is gelukt of die je hebt gestopt: ${inWords(RETENTION.unpaidDays)} dagen. Daarna wissen we ook wat wij daarvan bij Stripe opsloegen: je naam, je e-mailadres en wat je bij een cadeau schreef.`,
  `Een logboek van de e-mails die we versturen, zonder je naam en e-mailadres: even lang als de bestelling of de herroeping waar ze bij horen. Het systeem dat ze verstuurt, bewaart dat ${inWords(RETENTION.mailerDays)} dagen.`,
  `Wat we wissen, blijft daarna nog hooguit ${inWords(RETENTION.backupDays)} dagen in de reservekopie van onze database. Die gebruiken we alleen om na een storing te herstellen, en dan wissen we het opnieuw.`,
  `Technische logboeken: hooguit ${inWords(RETENTION.logDays)} dagen.`,
];
