import { RETENTION } from "../shared/retention.ts";
import { inWords } from "../ui/dutch-copy.ts";

/** The text of `/privacy` about how long data is kept, with the periods of the code: what, a colon, how long. */
export const RETENTION_COPY: readonly string[] = [
  `Van je bestelling, een terugbetaling en een factuur bewaren we het bedrag, de btw, de dag, de cursus en je naam: ${inWords(RETENTION.orderYears)} jaar, gerekend vanaf het einde van het jaar. Dat moet van de belastingwet. Je e-mailadres, je account, je akkoord met directe levering en een herroeping bewaren we even lang, als bewijs. Je e-mailadres en je account wissen we eerder als je dat vraagt.`,
  `De namen en het bericht bij een cadeau dat je hier koopt: ${inWords(RETENTION.giftTextYears)} jaar, vanaf de dag waarop je het geeft. Daarna blijft de code werken, zonder namen en bericht. Stripe bewaart ze net zo lang als je betaling. Je kunt vragen om ze eerder te wissen.`,
  `Het e-mailadres waar we een cadeau naartoe sturen: tot het is verstuurd en je daar een mail over hebt, of tot je het versturen stopt. Lukt een van die twee mails niet, dan hooguit ${inWords(RETENTION.deliveryDays)} dagen langer. Betaal je het cadeau niet, dan ${inWords(RETENTION.deliveryDraftDays)} dagen.`,
  `Een betaling die niet is gelukt of die je hebt gestopt: ${inWords(RETENTION.unpaidDays)} dagen. Daarna wissen we ook wat wij daarvan bij Stripe opsloegen: je naam, je e-mailadres en wat je bij een cadeau schreef.`,
  `Welke mails we hebben verstuurd, zonder je naam en e-mailadres: even lang als de bestelling of de herroeping waar ze bij horen. Het systeem dat ze verstuurt, bewaart dat ${inWords(RETENTION.mailerDays)} dagen.`,
  `Mails in onze mailbox, zoals je vragen en ons bericht dat je iets hebt gekocht of herroepen: ${inWords(RETENTION.mailboxYears)} jaar.`,
  `Wat we hebben gewist: nog hooguit ${inWords(RETENTION.backupDays)} dagen in de reservekopie van onze database. Die gebruiken we alleen om na een storing te herstellen, en dan wissen we het opnieuw.`,
  `Technische logboeken: hooguit ${inWords(RETENTION.logDays)} dagen.`,
];
