import type { MetaCopy } from "../shared/copy-types.ts";
import { RETENTION } from "../shared/retention.ts";
import { inWords, listed } from "../ui/dutch-copy.ts";
import { BRAND } from "../ui/site-copy.ts";
import type { LegalSection } from "./terms-copy.ts";

/** The text of `/privacy` about how long data is kept, with the periods of the code: what, a colon, how long. */
const RETENTION_COPY: readonly string[] = [
  `Bestelling, terugbetaling en factuur, met bedrag, btw, dag, cursus en je naam: ${inWords(RETENTION.orderYears)} jaar na het einde van het jaar, voor de belastingwet. Je e-mailadres, je account, je akkoord, een herroeping en onze notitie bij je bestelling even lang, als bewijs. Je e-mailadres, account en die notitie wissen we eerder als je dat vraagt. Een herroeping waar geen bestelling bij hoort: een jaar na ons antwoord.`,
  `Namen en bericht van een cadeau: ${inWords(RETENTION.giftTextYears)} jaar vanaf de dag waarop je het geeft, of tot je ons vraagt ze te wissen. Daarna werkt de code nog, zonder namen en bericht. We wissen ze dan ook bij Stripe.`,
  `E-mailadres van de ontvanger: tot het cadeau is verstuurd en de gever dat weet, of tot die het stopt. Lukt een mail niet, of stoppen wij hem, dan hooguit ${inWords(RETENTION.deliveryDays)} dagen langer. Zonder betaling ${inWords(RETENTION.deliveryDraftDays)} dagen.`,
  `Betaling die niet is gelukt: ${inWords(RETENTION.unpaidDays)} dagen, ook wat wij daarvan bij Stripe opsloegen. Wat Stripe zelf van een mislukte poging bewaart, blijft daar.`,
  `Welke mails we verstuurden en wat we van een storing meldden, zonder namen en adressen: zo lang als de bestelling of herroeping, een melding hooguit een jaar. Het systeem dat mails verstuurt, bewaart dat ${inWords(RETENTION.mailerDays)} dagen.`,
  `Wat er stond voordat wij een adres of notitie verbeterden: hooguit ${inWords(RETENTION.undoDays)} dagen. Zo kunnen we een fout terugdraaien.`,
  `Mails in onze mailbox: ${inWords(RETENTION.mailboxYears)} jaar.`,
  `Technische logboeken en de reservekopie van wat is gewist: hooguit ${inWords(RETENTION.logDays)} en ${inWords(RETENTION.backupDays)} dagen.`,
];

export type LegalPageCopy = {
  meta: MetaCopy;
  title: string;
  intro: readonly string[];
  /** A day, ISO 8601. */
  lastChanged: string;
  contentsTitle: string;
  sections: readonly LegalSection[];
};

/**
 * The cookies of the container as a person saw them in a browser: their names, and how long the longest one stays, months.
 * Null before somebody looked; `npm run go-live -- check` asks for it once a container is configured.
 */
export const GOOGLE_COOKIES: GoogleCookies | null = null;
export type GoogleCookies = { names: readonly string[]; months: number; on: string; by: string };

/** The sentences about them (art. 5 lid 3 of Directive 2002/58/EC: who may read them, and for how long). */
export function describeGoogleCookies(cookies: GoogleCookies | null): readonly string[] {
  const purpose =
    "Sta je meten toe, dan krijgt Google gegevens over je bezoek en je aankoop. Kwam je van de quiz, dan staan ook je antwoorden in de link die Google ziet.";
  if (cookies === null) return [purpose];
  return [
    `De cookies van Google heten ${listed(cookies.names)} en blijven hoogstens ${cookies.months} maanden op je apparaat. Google en wij kunnen ze lezen. ${purpose}`,
  ];
}

/** `/privacy`. It describes what this code does, so a change of the code may need a change here. */
export const PRIVACY_COPY: LegalPageCopy = {
  meta: {
    title: `Privacy en cookies | ${BRAND}`,
    description:
      "Welke gegevens we gebruiken als je een vaarbewijscursus koopt of cadeau krijgt, waarom, hoe lang en met wie. Ook over cookies, video's en de kaart.",
  },
  title: "Privacy en cookies",
  intro: [
    "We vragen zo min mogelijk van je. Deze pagina gaat over de webwinkel; je leert en oefent op een andere website. Ook daarover kun je ons vragen stellen.",
  ],
  lastChanged: "2026-12-01",
  contentsTitle: "Inhoud",
  sections: [
    {
      id: "wie-verantwoordelijk",
      title: "Wie is verantwoordelijk?",
      paragraphs: ["Wij. Zo kun je ons bereiken:"],
      trader: true,
    },
    {
      id: "welke-gegevens",
      title: "Welke gegevens gebruiken we?",
      paragraphs: [
        "Als je alleen rondkijkt, hoef je niets in te vullen. We gebruiken gegevens in deze gevallen:",
        {
          lead: "above",
          list: [
            "Je koopt een cursus: je naam, je e-mailadres, de cursus, het bedrag, het moment en de status van je betaling, en je akkoord met directe levering. Je betaalgegevens vul je in bij Stripe: wij zien die niet.",
            "Je koopt met je account: ook het nummer daarvan, zodat je de bestelling terugziet op 'Mijn cursus'. Kopen zonder account kan ook.",
            "Je vraagt op 'Mijn cursus' om je links: je e-mailadres. We zoeken er je bestellingen mee op en bewaren het niet.",
            "Je bestelpagina: wie de geheime link heeft, ziet je naam, e-mailadres en bestelling, en bij een cadeau de namen, de code en, tot het is verstuurd, het e-mailadres van de ontvanger.",
            "Je vraagt een factuur: de bedrijfsnaam, het adres en het btw-nummer als je dat invult.",
            "Je herroept een koop: je naam, je e-mailadres, de overeenkomst, het moment en je reden als je die geeft. Kom je via je bestelpagina, dan ook het nummer van je betaling.",
            "Je geeft of krijgt een cadeau: de namen, het bericht en de dag. Koop je het hier, dan staan ze bij je betaling en niet in de link. Bij een ander cadeau kunnen ze in de link staan.",
            "We versturen een cadeau op een dag: het e-mailadres van de ontvanger, voor die mail en om de gever te laten weten of het is gelukt. Daarna wissen we het. Kreeg je zo'n mail? Dan hebben we je naam en je e-mailadres van de gever.",
            "Quiz, proefexamen, vaarbewijscheck en studieplan: je antwoorden staan in de link van de pagina. We slaan ze niet op en meten daar niets. Wie je link krijgt, ziet ze ook.",
            "Je neemt contact op: wat je ons stuurt.",
            "Je bezoekt de website: in onze logboeken staan het tijdstip, het soort pagina, het resultaat en een volgnummer, niet wie je bent. Je IP-adres is nodig om de pagina te sturen en misbruik tegen te houden.",
          ],
        },
      ],
    },
    {
      id: "waarom",
      title: "Waarom gebruiken we ze?",
      paragraphs: [
        {
          lead: "above",
          list: [
            "De overeenkomst met jou: om je bestelling uit te voeren, te bevestigen en je links opnieuw te sturen.",
            "De wet: om een herroeping te ontvangen en te bevestigen, en voor de administratie van de belasting.",
            "Ons gerechtvaardigd belang: bewijs van wat we afspraken, een veilige en bereikbare website, het tegengaan van fraude en het beantwoorden van vragen.",
            "Het belang van de gever en ons: een cadeau met de juiste namen laten zien en op de gekozen dag versturen.",
            "Je toestemming: om te meten welke pagina's werken. Je kunt die altijd intrekken.",
          ],
        },
        "Zonder je naam en e-mailadres, en bij een cadeau de namen, kunnen we een bestelling niet uitvoeren. Al het andere is vrijwillig. We verkopen je gegevens niet, en nemen geen beslissingen over jou alleen met een computer. Stripe controleert wel automatisch op betaalfraude.",
      ],
    },
    {
      id: "met-wie",
      title: "Met wie delen we gegevens?",
      paragraphs: [
        {
          list: [
            "Stripe, voor het betalen. Stripe is deels zelf verantwoordelijk en heeft een eigen privacyverklaring. Kies je iDEAL, Klarna, Apple Pay of Google Pay, dan krijgt ook die aanbieder je betaalgegevens.",
            "Cloudflare. Daar staan de website en de bestellingen, en die verstuurt onze e-mails.",
            "De aanbieders van onze mailbox, van de cursusomgeving en, met een account, van het inloggen.",
            "Google, als je toestemming geeft om te meten.",
            "De Belastingdienst of een andere overheid, als de wet dat verplicht.",
          ],
        },
        [
          "Stripe, Cloudflare en Google kunnen gegevens in de Verenigde Staten verwerken, en misschien ook de aanbieders van onze mailbox, het inloggen en de cursus. Dat mag alleen met een waarborg: het EU-VS Data Privacy Framework of modelcontracten van de Europese Commissie. Vraag ons gerust welke. Wie de video's en de kaart levert, staat ",
          { label: "hieronder", page: "privacy", hash: "video-en-kaart" },
          ".",
        ],
      ],
    },
    {
      id: "hoe-lang",
      title: "Hoe lang bewaren we gegevens?",
      paragraphs: [{ lead: "beside", headings: ["Wat", "Hoe lang"], list: RETENTION_COPY }],
    },
    {
      id: "opslag-op-je-apparaat",
      title: "Wat bewaart de website op je apparaat?",
      paragraphs: [
        "Soms bewaart je browser iets voor ons, zonder je te volgen. 'Session storage' is weg als je het tabblad sluit, 'local storage' blijft. Je kunt alles wissen in je browser.",
        {
          lead: "above",
          list: [
            "Venster met oefenvragen (local storage): wanneer je het sloot, zodat het 24 uur wegblijft.",
            "Kenmerk van je betaling (local en session storage): zodat je niet twee keer betaalt. Is je betaling gelukt, dan gebruiken we nog een dag welke het was. Kom je daarna weer op de betaalpagina, dan wissen we dat.",
            "Je naam en e-mailadres op de betaalpagina, en het cadeau dat je betaalt met het adres van de ontvanger (session storage): zodat je ze niet opnieuw hoeft in te vullen. Is je betaling gelukt, dan is dit weg.",
            "Kenmerk van je aankoop (session storage): alleen als je meten toestaat, om je aankoop één keer te tellen.",
            "Je proefexamen en je keuze voor de klok (session storage): zodat je verder kunt.",
            "Je aanmelding (local storage): alleen als je inlogt, totdat je uitlogt of die verloopt. Vraag je een inloglink, dan ook een code totdat je inlogt. En je keuze om zonder account te kopen (session storage).",
            "Je keuze voor meten (local storage): na zes maanden vragen we het weer.",
          ],
        },
      ],
    },
    {
      id: "cookies",
      title: "Cookies",
      paragraphs: [
        "Wij plaatsen één cookie: als je van het betalen terugkomt, een kenmerk waarmee we laten zien hoe het met je betaling staat. Dat is na een uur weg. Op de betaalpagina kan Stripe cookies plaatsen om veilig te betalen en fraude te herkennen.",
        "Willen we je bezoek meten met een hulpmiddel van een ander, dan vragen we dat eerst. Weigeren is net zo makkelijk als accepteren, en tot je accepteert laden we niets. Met de link Cookievoorkeuren onder aan de pagina verander je je keuze; trek je die in, dan wissen we de meetcookies. Zie je die link niet, dan meten we niet. Ook meten we nooit als je een cadeau maakt, betaalt of uitpakt.",
        ...describeGoogleCookies(GOOGLE_COOKIES),
      ],
    },
    {
      id: "video-en-kaart",
      title: "Video's en de kaart",
      paragraphs: [
        "Een video laden we pas als je op afspelen klikt, de kaart met examencentra als je die in beeld brengt. Die dienst ziet dan je IP-adres, en een videodienst kan cookies plaatsen. De lijst met examencentra werkt ook zonder de kaart.",
      ],
      outsideHosts: { videos: "Onze video's komen van", map: "Onze kaart komt van" },
    },
    {
      id: "jouw-rechten",
      title: "Jouw rechten",
      paragraphs: [
        "Je mag bezwaar maken als we je gegevens gebruiken omdat we daar belang bij hebben, zoals voor de veiligheid.",
        "Je mag ons ook vragen om je gegevens te laten zien, te verbeteren, aan te vullen, te wissen, minder te gebruiken of mee te geven in een vorm die je elders kunt gebruiken. Toestemming kun je altijd intrekken.",
        "Niet alles mogen we meteen wissen: zie 'Hoe lang bewaren we gegevens?'. Je e-mailadres, je account, de namen en het bericht bij je cadeau en de reden van een herroeping wissen we wel als je dat vraagt.",
        [
          "Stuur ons een bericht; onze gegevens staan ",
          { label: "boven aan deze pagina", page: "privacy", hash: "wie-verantwoordelijk" },
          ". Je krijgt binnen een maand antwoord. Soms vragen we iets extra's om zeker te weten dat jij het bent. Je kunt ook een klacht indienen bij de Autoriteit Persoonsgegevens.",
        ],
        [
          "Verandert er iets, dan passen we deze pagina en de datum erboven aan. Lees ook over ",
          { label: "Toegankelijkheid", page: "accessibility" },
          ".",
        ],
      ],
    },
  ],
};
