import type { MetaCopy } from "../shared/copy-types.ts";
import { BRAND } from "../ui/site-copy.ts";
import { RETENTION_COPY } from "./retention-copy.ts";
import type { LastChanged, LegalSection } from "./terms-copy.ts";

/** The copy of a page to read and keep, in sections. */
export type LegalPageCopy = {
  meta: MetaCopy;
  title: string;
  intro: readonly string[];
  lastChanged: LastChanged;
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
    "Sta je meten toe, dan krijgt Google gegevens over je bezoek en je aankoop, ook om te zien welke advertentie werkt. Kwam je van de quiz, dan staan je antwoorden van de quiz ook in de link van de pagina die Google ziet.";
  if (cookies === null) return [purpose];
  const names = cookies.names.join(", ").replace(/, ([^,]*)$/, " en $1");
  return [
    `De cookies van Google heten ${names} en blijven hoogstens ${cookies.months} maanden op je apparaat. Google en wij kunnen ze lezen. ${purpose}`,
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
    "We vragen zo min mogelijk van je. Op deze pagina lees je welke gegevens we gebruiken, waarom we dat doen en wat jouw rechten zijn.",
    "Deze pagina gaat over de webwinkel. Je leert en oefent op een andere website. Ook daarover kun je ons vragen stellen.",
  ],
  lastChanged: { iso: "2026-11-27", text: "Laatst gewijzigd op 27 november 2026." },
  contentsTitle: "Inhoud",
  sections: [
    {
      id: "wie-verantwoordelijk",
      title: "Wie is verantwoordelijk?",
      paragraphs: ["Wij zijn verantwoordelijk voor je gegevens in deze webwinkel. Zo kun je ons bereiken:"],
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
            "Je koopt een cursus: je naam, je e-mailadres, welke cursus je koopt, het bedrag, het moment en de status van je betaling, en je akkoord met directe levering. Je betaalgegevens vul je in bij betaaldienst Stripe. Wij krijgen je volledige kaart- of rekeninggegevens niet te zien.",
            "Je koopt een cursus met je account: ook het nummer van je account. Zo hoort je bestelling bij jouw account, en zie je die terug op 'Mijn cursus' als je bent ingelogd. Om in te loggen vul je je e-mailadres in en krijg je een link. Je kunt ook zonder account kopen.",
            "Je vraagt op 'Mijn cursus' om je links: je e-mailadres. We zoeken er je bestellingen mee op en mailen de links naar het adres dat bij die bestellingen staat. Wat je intypt, bewaren we niet.",
            "Je hebt iets besteld: dan krijg je een bestelpagina met een geheime link. Wie die link heeft, ziet je naam, e-mailadres en bestelling. Bij een cadeau staan daar ook de namen, de code en, totdat het is verstuurd, het e-mailadres van de ontvanger.",
            "Je vraagt een factuur voor je bedrijf: de bedrijfsnaam, het adres en, als je het invult, het btw-nummer. Ze staan op de factuur en op je bestelpagina.",
            "Je herroept een koop: je naam, je e-mailadres, welke overeenkomst, je reden als je die geeft, en het moment. Kom je via je bestelpagina, dan ook het nummer van je betaling.",
            "Je krijgt of geeft een cadeau: de naam van de ontvanger, de naam van de gever, het bericht en de dag waarvoor het is. Koop je het cadeau hier, dan staan ze ook bij je betaling, en niet in de link. Bij een ander cadeau kunnen ze in de link zelf staan. Geef een cadeaulink dus alleen aan degene voor wie hij is.",
            "Je laat ons een cadeau versturen op de dag die je kiest: het e-mailadres van de ontvanger. We gebruiken het alleen voor die ene mail, noemen het in de mail waarin je leest of het is gelukt, en wissen het daarna. Het staat niet bij je betaling. Tot vlak voor het versturen kun je het op je bestelpagina wijzigen, of het versturen stoppen. Kreeg je zo'n mail? Dan hebben we je naam en je e-mailadres van de gever.",
            "Je maakt de quiz of het proefexamen: je antwoorden staan in de link van de pagina. Wij slaan ze niet op, en we meten op die pagina's niets.",
            "Je doet de vaarbewijscheck: je antwoorden staan alleen in de link van die pagina. Wij bewaren ze niet, geven ze niet door aan andere pagina's en meten daar niets. Stuur je de link door, dan ziet de ontvanger ze ook.",
            "Je neemt contact op: wat je ons zelf stuurt.",
            "Je bezoekt de website: in onze technische logboeken staan het tijdstip, het soort pagina, het resultaat en een volgnummer. Je naam, e-mailadres, cadeaucode en antwoorden staan er niet in. Je IP-adres is nodig om de pagina naar je toe te sturen en om misbruik tegen te houden.",
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
            "Je bestelling: om die uit te voeren, je toegang te geven en je een bevestiging te sturen. Dat is nodig voor de overeenkomst met jou.",
            "Je links: om die opnieuw te sturen als je daarom vraagt. Dat is nodig voor de overeenkomst met jou.",
            "Je herroeping: om die te ontvangen en te bevestigen. Dat moet van de wet.",
            "Onze administratie: om die bij te houden. Dat moet van de belastingwet.",
            "Bewijs: om te laten zien wat we hebben afgesproken, bijvoorbeeld je akkoord met directe levering. Dat is ons gerechtvaardigd belang.",
            "Een cadeau: om het met de juiste namen te laten zien, en het op de gekozen dag te versturen als de gever dat wil. De gever en wij hebben daar een gerechtvaardigd belang bij.",
            "Veiligheid: om de website veilig en bereikbaar te houden, fouten op te lossen en fraude te voorkomen. Dat is ons gerechtvaardigd belang.",
            "Je vraag of klacht: om die te beantwoorden. Dat is nodig voor de overeenkomst of het is ons gerechtvaardigd belang.",
            "Meten: om te zien welke pagina's en advertenties werken, maar alleen als je daar toestemming voor geeft. Die toestemming kun je altijd weer intrekken.",
          ],
        },
        "Je naam en e-mailadres zijn nodig om een cursus te kopen, en bij een cadeau ook de namen: zonder die gegevens kunnen we je bestelling niet uitvoeren en niet bevestigen. Al het andere vul je alleen in als je dat wilt.",
        "We verkopen je gegevens niet. We laten ook geen beslissingen over jou alleen door een computer nemen. Voor het herkennen van betaalfraude gebruikt Stripe wel automatische controles.",
      ],
    },
    {
      id: "met-wie",
      title: "Met wie delen we gegevens?",
      paragraphs: [
        "Alleen met bedrijven die nodig zijn om deze winkel te laten werken:",
        {
          list: [
            "Stripe, voor het betalen. Stripe is voor een deel zelf verantwoordelijk en heeft een eigen privacyverklaring. Kies je voor bijvoorbeeld iDEAL, Klarna, Apple Pay of Google Pay, dan krijgt ook die aanbieder je betaalgegevens.",
            "Cloudflare. Daar staan onze website en de bestellingen. Cloudflare verstuurt ook onze e-mails.",
            "De aanbieder van onze mailbox: daar komen je mails aan, en ons bericht dat je iets hebt gekocht of herroepen.",
            "De aanbieder van de cursusomgeving, en die van het inloggen als je een account gebruikt, om je toegang te geven.",
            "Google, maar alleen als je toestemming geeft om je bezoek te meten.",
            "De Belastingdienst of een andere overheid, als de wet ons dat verplicht.",
          ],
        },
        [
          "Stripe, Cloudflare en Google kunnen gegevens in de Verenigde Staten verwerken. Dat mag alleen met een waarborg uit de Europese regels: het bedrijf staat op de lijst van het EU-VS Data Privacy Framework, of er gelden modelcontracten van de Europese Commissie. Vraag ons gerust welke waarborg voor jouw gegevens geldt. Wie de video's en de kaart levert, staat ",
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
        "Soms bewaart je browser iets voor ons. Wat in 'session storage' staat, is weg als je het tabblad sluit. Wat in 'local storage' staat, blijft ook daarna staan. Het gaat om kleine beetjes informatie waarmee we je niet volgen:",
        {
          lead: "above",
          list: [
            "Tijdstip van het venster met oefenvragen (local storage): sluit je het venster of klik je op starten, dan laten we het 24 uur niet meer zien.",
            "Kenmerk van je bezoek aan de betaalpagina (local storage en session storage): daarmee voorkomen we dat je twee keer betaalt als je de pagina opnieuw laadt, dubbelklikt of de pagina in twee tabbladen opent. Is je betaling gelukt, dan wissen we dit. We onthouden dan nog een dag welke betaling het was, zodat je niet ongemerkt nog een keer betaalt. Na een dag geldt het in elk geval niet meer, en bij je volgende bezoek aan de betaalpagina wissen we het.",
            "De naam en het e-mailadres die je op de betaalpagina invulde (session storage): zo staan ze er nog als je terugkomt van je bank of de pagina opnieuw laadt. Is je betaling gelukt of sluit je het tabblad, dan is dit weg.",
            "Het cadeau dat je aan het betalen bent, met het e-mailadres van de ontvanger als je dat invulde (session storage): daarmee staat het weer in het formulier als je betaling niet lukt. Is je betaling gelukt of sluit je het tabblad, dan is dit weg.",
            "Kenmerk van je aankoop op de wachtpagina na het betalen (session storage): alleen als je meetcookies toestaat. Het is een willekeurige code, zodat we je aankoop één keer tellen, ook als je die pagina opnieuw laadt.",
            "Je proefexamen en of je de klok en de sneltoetsen wilt (session storage): zo kun je in hetzelfde tabblad verder. Sluit je het tabblad, dan is dit weg.",
            "Je aanmelding (local storage): alleen als je op de betaalpagina een link vraagt om in te loggen. Zo kan alleen jouw browser die link gebruiken, en weten we bij het betalen wie je bent. Log je uit of verloopt je aanmelding, dan wissen we dit.",
            "Je keuze om zonder account te kopen (session storage): alleen als je bent ingelogd en dat kiest. Sluit je het tabblad, dan is dit weg.",
            "Je keuze voor meetcookies (local storage): alleen als we je om toestemming hebben gevraagd, zodat we je niet steeds opnieuw hoeven te vragen. Na zes maanden vragen we het weer.",
          ],
        },
        "Je kunt dit zelf wissen in de instellingen van je browser.",
      ],
    },
    {
      id: "cookies",
      title: "Cookies",
      paragraphs: [
        "Wij plaatsen zelf één soort cookie, en alleen als je van het betalen terugkomt: een kenmerk waarmee we je kunnen laten zien hoe het met je betaling staat. Dat is na een uur weg. Op de betaalpagina laden we de betaalsoftware van Stripe. Stripe kan daar cookies plaatsen die nodig zijn om veilig te betalen en fraude te herkennen. Op andere pagina's laden we die software niet.",
        "Willen we het bezoek meten met een hulpmiddel van een ander, dan vragen we je dat eerst in een balk onder in beeld. Weigeren is daar net zo makkelijk als accepteren. Tot je accepteert, laden we niets van die ander. Je keuze kun je later veranderen met de link Cookievoorkeuren onder aan de pagina. Trek je je toestemming in, dan wissen we de meetcookies. Zie je geen balk en geen link, dan meten we daar niet op die manier. Dat doen we nooit als je een cadeau maakt, betaalt of uitpakt, en ook niet in de quiz, het proefexamen, de vaarbewijscheck en het studieplan.",
        ...describeGoogleCookies(GOOGLE_COOKIES),
      ],
    },
    {
      id: "video-en-kaart",
      title: "Video's en de kaart",
      paragraphs: [
        "Een video laden we pas als je op afspelen klikt. Tot dat moment zie je een tekening van ons en weet de videodienst niet dat je hier bent. Klik je op afspelen, dan krijgt de videodienst gegevens zoals je IP-adres en kan die zelf cookies plaatsen.",
        "De kaart met examencentra haalt kaartbeelden op bij een kaartdienst als je de kaart in beeld brengt. Die dienst ziet dan je IP-adres. De lijst met examencentra werkt ook zonder de kaart.",
      ],
      outsideHosts: { videos: "Onze video's komen van", map: "Onze kaart komt van" },
    },
    {
      id: "hulpmiddelen",
      title: "Studieplan",
      paragraphs: [
        "Een studieplan maken we van wat er in de link van de pagina staat: je cursus, je examendatum en de tijden die je kiest. We bewaren het niet. Zet je het plan in je agenda, dan staat het alleen daar.",
      ],
    },
    {
      id: "jouw-rechten",
      title: "Jouw rechten",
      paragraphs: [
        "Je mag bezwaar maken. Gebruiken we je gegevens omdat we daar belang bij hebben, zoals voor de veiligheid? Dan mag je daar bezwaar tegen maken.",
        "Je mag ons ook vragen om:",
        {
          list: [
            "te laten zien welke gegevens we van je hebben;",
            "gegevens te verbeteren, aan te vullen of te wissen;",
            "het gebruik te beperken;",
            "je gegevens mee te krijgen in een vorm die je elders kunt gebruiken.",
          ],
        },
        "Niet alles mogen we meteen wissen. Van een bestelling moeten we bedrag, btw, dag, cursus en je naam zeven jaar bewaren voor de belasting. Een factuur bewaren we zoals hij is. Ook dat je een koop herriep of afzag van je bedenktijd, bewaren we even lang, als bewijs. Je e-mailadres, je account, de namen en het bericht bij je cadeau en de reden van een herroeping wissen we wel. We laten je weten wat we bewaren en tot wanneer.",
        [
          "Gaf je toestemming, dan kun je die altijd intrekken. Stuur ons een bericht; onze gegevens staan ",
          { label: "boven aan deze pagina", page: "privacy", hash: "wie-verantwoordelijk" },
          ". Je krijgt binnen een maand antwoord. Soms vragen we iets extra's om zeker te weten dat jij het bent.",
        ],
        "Ben je niet tevreden? Dan kun je een klacht indienen bij de Autoriteit Persoonsgegevens.",
        [
          "Hoe goed de website voor iedereen te gebruiken is, staat op de pagina ",
          { label: "Toegankelijkheid", page: "accessibility" },
          ".",
        ],
      ],
    },
    {
      id: "wijzigingen",
      title: "Wijzigingen",
      paragraphs: [
        "Verandert er iets in hoe we met gegevens omgaan, dan passen we deze pagina aan. De datum van de laatste wijziging staat erbij.",
      ],
    },
  ],
};
