import { fillIn } from "../../shared/fill-in.ts";
import { BRAND } from "../../ui/site-copy.ts";
import { formatCardDay } from "../give-gift-rules.ts";
import { DELIVERY_HOUR, type DeliveryProblem, sendMoment, type TypedDelivery } from "./gift-delivery-rules.ts";

/** Copy about a gift that the shop mails to its recipient on a day: for the order page and the mails. */

/** The day (`2026-12-05`) with the hour of delivery: `5 december 2026 om 8.00 uur`. */
export function deliveryTime(day: string): string {
  return `${formatCardDay(day)} om ${DELIVERY_HOUR}.00 uur`;
}

/** The text for a giver whose gift the shop mails on `day`, by a plan that was made `at` this moment. */
export function deliveryPromise(day: string, at: Date): string {
  const { promise, promiseNow } = GIFT_DELIVERY_COPY;
  if (sendMoment(day, at) <= at) return promiseNow;
  return fillIn(promise, { time: deliveryTime(day) });
}

/** The text for a giver who asked for `day` when paying. Also true after the day was changed, and after the mail was sent or stopped. */
export function deliveryAsked(day: string): string {
  return fillIn(GIFT_DELIVERY_COPY.asked, { day: formatCardDay(day) });
}

const WHY = `Waarom krijg je deze mail? De gever kocht je cadeau bij ${BRAND} en vulde daar je naam en e-mailadres in. Je e-mailadres gebruiken we voor deze mail, en om de gever te laten weten dat die is verstuurd. Daarna wissen we het.`;

export const GIFT_DELIVERY_COPY = {
  /** The text for a giver who has paid. `{time}` is a day with its hour. */
  promise: "Op {time} sturen we het cadeau naar de ontvanger. Je hoort het als het is verstuurd.",
  promiseNow:
    "We sturen het cadeau binnen een paar minuten naar de ontvanger. Je krijgt een mail als het is verstuurd.",
  asked:
    "Bij het betalen koos je {day} als dag waarop wij het mailen. Hoe het er nu voor staat, zie je op je bestelpagina. Daar kun je het wijzigen of stoppen, zolang dat kan.",
  page: {
    title: "Versturen naar de ontvanger",
    /** The delivery's state; `{email}`, `{time}` and `{moment}` are filled in. */
    states: {
      planned: "Op {time} sturen we het cadeau naar {email}.",
      sending:
        "We versturen het cadeau nu naar {email}. Wijzigen kan niet meer. Je krijgt een mail als het is verstuurd.",
      late: "Het versturen naar {email} is nog niet gelukt. We proberen het opnieuw. Klopt het adres? Je kunt het versturen ook stoppen en het cadeau zelf geven.",
      sent: "Op {moment} hebben we het cadeau verstuurd. Het e-mailadres hebben we gewist.",
      expected:
        "We versturen het cadeau op de dag die je koos. Kijk hier over een paar minuten nog eens: dan kun je de dag en het e-mailadres wijzigen.",
      none: "We sturen niets naar de ontvanger: je geeft het cadeau zelf. Wil je toch dat wij het versturen? Kies dan een dag en vul het e-mailadres van de ontvanger in.",
      stopped:
        "Het versturen is gestopt en het e-mailadres is gewist. Je geeft het cadeau zelf, of laat het alsnog versturen.",
      withdrawn: "Je hebt je bestelling herroepen. Daarom versturen we het cadeau niet.",
      refused:
        "Het versturen is niet gelukt: naar dat e-mailadres kunnen we niet mailen. Vul een ander adres in, of geef het cadeau zelf.",
      failed:
        "Het versturen is niet gelukt. Kies opnieuw een dag en vul het e-mailadres in, of geef het cadeau zelf: de link werkt gewoon.",
      lost: "Door een storing bij ons is het versturen niet gepland. Vul het e-mailadres van de ontvanger hier opnieuw in, of geef het cadeau zelf.",
    },
    form: {
      change: "Dag of e-mailadres wijzigen",
      start: "Laat het cadeau versturen",
      day: {
        label: "Op welke dag?",
        hint: `We versturen om ${DELIVERY_HOUR}.00 uur. Kies je vandaag en is het al later, dan versturen we meteen.`,
      },
      to: { label: "E-mailadres van de ontvanger" },
      cardDay: "Op de cadeaubon blijft de dag staan die je bij het bestellen koos: {day}.",
      save: "Opslaan",
      stop: "Stop het versturen",
      summary: "Er is nog niets gewijzigd. Controleer nog even:",
    },
    done: { planned: "Opgeslagen.", stopped: "Gestopt." },
    unchanged: {
      closed: "Er is niets gewijzigd: het cadeau gaat nu de deur uit, of is al verstuurd.",
      withdrawn: "Dit kan niet: je hebt je bestelling herroepen.",
      repaid: "Dit kan niet: het geld van deze bestelling is terugbetaald.",
      erased: "Dit kan niet: de gegevens van deze bestelling zijn gewist.",
      "too-often": "Dit is al heel vaak gewijzigd: vaker kan niet. Moet het nog anders? Stuur dan zelf de link.",
      unavailable:
        "Door een storing bij ons weten we niet of je wijziging is opgeslagen. Laad deze pagina over een minuut opnieuw: dan zie je wat er geldt.",
      unreadable: "We konden het formulier niet lezen. Er is niets gewijzigd: vul het opnieuw in.",
      tooMany: "Je hebt dit in korte tijd vaak gewijzigd. Wacht een minuut en probeer het dan opnieuw.",
    },
    /** Replaces the page while the order cannot be read. */
    kept: "Door een storing bij ons is je wijziging niet opgeslagen. Wat je invulde, staat er nog. Probeer het over een minuut opnieuw.",
  },
  problems: {
    day: {
      missing: "Kies de dag waarop we het cadeau versturen.",
      invalid: "Die dag bestaat niet. Kies een andere dag.",
      past: "Die dag is voorbij. Kies vandaag of een latere dag.",
      far: "Zo ver vooruit versturen we niet. Kies een dag tot en met {last}.",
    },
    to: {
      missing: "Vul het e-mailadres van de ontvanger in.",
      invalid: "Dit lijkt geen e-mailadres. Controleer het even.",
    },
  } satisfies Record<keyof TypedDelivery, Partial<Record<DeliveryProblem, string>>>,
  mail: {
    /** `giver` is empty if a mail program would turn the name into a link. */
    subject: (giver: string) =>
      giver === "" ? "Er ligt een cadeau voor je klaar" : `Een cadeau voor je, van ${giver}`,
    sender: (giver: string) => `${giver} via ${BRAND}`,
    /** The text in the place of the picture, which many mail programs do not show at once. */
    picture: "Een ingepakt cadeau",
    title: "Er ligt een cadeau voor je klaar",
    from: "Je krijgt een cadeau van {giver}. Het staat ingepakt voor je klaar: met drie tikken pak je het uit. Het is al betaald.",
    /** Replaces a name that a mail program would turn into a link. */
    somebody: "iemand die je kent",
    button: "Pak je cadeau uit",
    code: "Cadeaucode",
    typeAt: "Werkt de knop niet? Typ de cadeaucode dan op",
    keep: "Uitpakken mag ook later: bewaar deze mail. De code verloopt niet.",
    why: `${WHY} Je naam bewaren we bij het cadeau tot twee jaar na de dag waarvoor het is.`,
    /** Once the names were erased. */
    whyNameless: WHY,
    privacy: "Lees wat we met je gegevens doen en wat jouw rechten zijn",
    unknown: "Verwacht je geen cadeau? Dan hoef je niets te doen. Vragen mag altijd: beantwoord deze mail.",
  },
  shown: {
    summary: "Bekijk de mail die we sturen",
    subject: "Onderwerp",
    recipient: "(naam van de ontvanger)",
    giver: "(naam van de gever)",
    rest: "Onderaan: links om je code in te vullen en naar onze privacypagina, en onze gegevens. Geen reclame.",
  },
  /** The mail that tells the giver the outcome; its title is the subject too. `{recipient}` is a name, `{email}` the recipient's address. */
  report: {
    sent: {
      title: "Je cadeau is verstuurd",
      text: "We hebben je cadeau voor {recipient} verstuurd naar {email}.",
      more: "Niet aangekomen? Laat de ontvanger bij de ongewenste berichten kijken, of stuur zelf de link.",
    },
    failed: {
      title: "Je cadeau is niet verstuurd",
      text: "Het is ons niet gelukt om je cadeau voor {recipient} naar {email} te versturen.",
      more: "De link werkt gewoon. Stuur hem zelf, of kies op je bestelpagina een andere dag of een ander adres.",
    },
    lost: {
      title: "Vul het e-mailadres voor je cadeau nog eens in",
      text: "Je wilde dat we je cadeau voor {recipient} zouden versturen, maar door een storing is het e-mailadres niet bewaard.",
      more: "Vul het opnieuw in op je bestelpagina, of stuur de link zelf.",
    },
    stopped: {
      title: "Je cadeau was gestopt en is niet verstuurd",
      text: "Je cadeau voor {recipient} werkt nu niet. Daarom hebben we het niet verstuurd.",
      more: "Werkt de link weer? Dan kies je op je bestelpagina een nieuwe dag, of stuur je hem zelf.",
    },
    halted: {
      title: "We versturen je cadeau niet",
      text: "We hebben het versturen van je cadeau voor {recipient} gestopt. Vragen? Beantwoord deze mail.",
      more: "De link werkt gewoon. Stuur hem zelf, of kies op je bestelpagina een andere dag.",
    },
    theAddress: "het adres dat je invulde",
    link: "Cadeaulink",
    order: "Naar je bestelpagina",
  },
} as const;
