import { RETENTION } from "../shared/retention.ts";
import { inWords } from "./dutch.ts";

/** The text of `/privacy` about how long data is kept, with the periods of the code. */
export const RETENTION_COPY: readonly string[] = [
  `Gegevens van je bestelling en betaling, je akkoord met directe levering en een terugbetaling: ${inWords(RETENTION.orderYears)} jaar, gerekend vanaf het einde van het jaar. Dat moet van de belastingwet. Een herroeping bewaren we even lang, als bewijs.`,
  `Het bericht bij een cadeau dat je hier koopt: ${inWords(RETENTION.giftMessageYears)} jaar, gerekend vanaf de dag waarvoor het is. Het cadeau zelf blijft daarna werken, zonder het bericht. Stripe, dat de betaling afhandelt, bewaart het zolang het je betaling bewaart.`,
  `Het e-mailadres waar we een cadeau naartoe sturen: tot het is verstuurd, of tot je het versturen stopt. Lukt het versturen niet, dan hooguit ${inWords(RETENTION.deliveryDays)} dagen langer. Betaal je het cadeau niet, dan ${inWords(RETENTION.deliveryDraftDays)} dagen.`,
  `Een betaling die niet is gelukt of die je hebt gestopt: ${inWords(RETENTION.unpaidDays)} dagen.`,
  `Een logboek van de e-mails die we na je bestelling en op jouw verzoek versturen, zonder je naam en e-mailadres: ${inWords(RETENTION.afterSaleDays)} dagen. Versturen we zo'n e-mail later zelf opnieuw, dan hooguit ${inWords(RETENTION.resentDays)} dagen.`,
  `Een code van je e-mailadres, waarmee we je bestellingen terugvinden als je daarom vraagt: even lang als de bestelling. Het adres zelf is er niet uit af te lezen.`,
  `Hoe vaak we na het herroepingsformulier of 'Mijn cursus' naar een e-mailadres mailden, met een code in plaats van het adres: ${inWords(RETENTION.tallyDays)} dagen. Zo kan niemand er veel mail mee laten versturen.`,
  `Technische logboeken: hooguit ${inWords(RETENTION.logDays)} dagen.`,
];
