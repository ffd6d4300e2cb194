import type { QuestionId } from "./catalogue-copy.ts";
import type { SourcedAnswer } from "./sources-copy.ts";

/** Key and explanations of `rules-questions-copy.ts`: only for pages that come after the last answer. */
export const RULES_ANSWERS: Readonly<Record<QuestionId<"rules">, SourcedAnswer>> = {
  "small-vessel-length": {
    correct: "D",
    explanation:
      "Een klein schip is korter dan 20 meter. De grens van 15 meter ken je van het vaarbewijs, maar die zegt niets over voorrang.",
    rules: [{ article: "BPR 1.01" }],
  },
  "who-is-skipper": {
    correct: "A",
    explanation:
      "De schipper voert het gezag en zorgt dat de regels worden nageleefd. Hij moet tijdens de vaart aan boord zijn, ook als een ander stuurt.",
    rules: [{ article: "BPR 1.02" }],
  },
  "age-small-open-boat": {
    correct: "A",
    explanation:
      "Is een open motorboot korter dan 7 meter en haalt hij niet meer dan 13 km per uur? Dan mag je hem vanaf 12 jaar sturen.",
    rules: [{ article: "BPR 1.09" }],
  },
  "sail-with-engine": {
    correct: "B",
    explanation: "Zeil en motor samen telt als motor. Je hebt dan niet de voorrang van een zeilschip.",
    rules: [{ article: "BPR 1.01" }],
  },
  "fast-boat-meaning": {
    correct: "C",
    explanation:
      "Het gaat om de snelheid die de boot op de motor kan halen: meer dan 20 km per uur door het water. Het vermogen telt niet.",
    rules: [{ article: "BPR 1.01" }],
  },
  "sign-no-entry": {
    correct: "A",
    explanation:
      "Rood-wit-rood verbiedt het in-, uit- of doorvaren. Twee van deze borden boven elkaar betekenen dat het verbod langer duurt.",
    rules: [{ article: "BPR bijlage 7, A.1" }],
  },
  "sign-no-berth": {
    correct: "C",
    explanation: "Een P met een rode streep verbiedt elke ligplaats aan de kant waar het bord staat.",
    rules: [{ article: "BPR 7.02" }, { article: "BPR bijlage 7, A.5" }],
  },
  "sign-no-turning": {
    correct: "B",
    explanation: "Twee gebogen pijlen die om elkaar heen lopen, met een rode streep: keren is hier verboden.",
    rules: [{ article: "BPR 6.13" }, { article: "BPR bijlage 7, A.8" }],
  },
  "sign-speed": {
    correct: "A",
    explanation: "Een getal in een bord met rode rand is de hoogste snelheid, in kilometers per uur.",
    rules: [{ article: "BPR bijlage 7, B.6" }],
  },
  "sign-passage-allowed": {
    correct: "C",
    explanation: "Groen-wit-groen geeft toestemming om door te varen. Rood-wit-rood verbiedt het.",
    rules: [{ article: "BPR bijlage 7, E.1" }],
  },
  "sign-berth-allowed": {
    correct: "A",
    explanation:
      "Een witte P op blauw wijst een ligplaats aan. Je mag er ankeren en afmeren, aan de kant waar het bord staat.",
    rules: [{ article: "BPR 7.05" }, { article: "BPR bijlage 7, E.5" }],
  },
  "sound-attention": {
    correct: "A",
    explanation: "Eén lange stoot duurt ongeveer vier seconden en vraagt aandacht.",
    rules: [{ article: "BPR bijlage 6" }],
  },
  "sign-no-overtaking": {
    correct: "A",
    explanation:
      "Twee pijlen in dezelfde richting met een rode streep verbieden het voorbijlopen. Dat is inhalen op het water.",
    rules: [{ article: "BPR 6.11" }, { article: "BPR bijlage 7, A.2" }],
  },
  "sign-no-meeting": {
    correct: "C",
    explanation:
      "De twee pijlen wijzen tegengesteld: ontmoeten en voorbijlopen zijn hier verboden. Zo'n stuk geldt als een engte.",
    rules: [{ article: "BPR 6.07" }, { article: "BPR 6.11" }, { article: "BPR bijlage 7, A.4" }],
  },
  "sign-no-anchoring": {
    correct: "A",
    explanation:
      "Het anker met een rode streep verbiedt ankeren, en ook het laten slepen van ankers, kabels en kettingen. Over afmeren zegt dit bord niets.",
    rules: [{ article: "BPR 7.03" }, { article: "BPR bijlage 7, A.6" }],
  },
  "sign-no-engine": {
    correct: "C",
    explanation:
      "De schroef met een rode streep verbiedt de vaarweg voor motorschepen. Een elektromotor is ook een motor.",
    rules: [{ article: "BPR bijlage 7, A.12" }, { article: "BPR 1.01" }],
  },
  "sign-stop": {
    correct: "B",
    explanation: "Bij bord B.5 houd je stil als je de brug of sluis nog niet door mag of wilt.",
    rules: [{ article: "BPR 6.26" }, { article: "BPR bijlage 7, B.5" }],
  },
  "sign-sound": {
    correct: "C",
    explanation: "Een zwarte stip in een bord met rode rand verplicht je om een geluidssein te geven.",
    rules: [{ article: "BPR bijlage 7, B.7" }],
  },
  "sign-attention": {
    correct: "A",
    explanation: "De verticale balk in een bord met rode rand verplicht je tot bijzondere voorzichtigheid.",
    rules: [{ article: "BPR bijlage 7, B.8" }],
  },
  "bridge-one-diamond": {
    correct: "B",
    explanation:
      "Eén gele ruit beveelt de opening aan. Er mag uit twee richtingen gevaren worden, dus let op tegenliggers.",
    rules: [{ article: "BPR 6.25" }, { article: "BPR bijlage 7, D.1a" }],
  },
  "bridge-two-red": {
    correct: "C",
    explanation:
      "Twee rode lichten boven elkaar: verboden, en er is nu geen bediening. Eén rood licht betekent dat de brug wel bediend wordt.",
    rules: [{ article: "BPR 6.26" }],
  },
  "bridge-red-green": {
    correct: "A",
    explanation: "Rood met groen eronder: doorvaren mag nog niet, maar wordt zo toegestaan.",
    rules: [{ article: "BPR 6.26" }],
  },
  "bridge-two-green": {
    correct: "A",
    explanation:
      "Twee groene lichten boven elkaar: open, zonder bediening. De opening geldt als engte, dus let op wie er van de andere kant komt.",
    rules: [{ article: "BPR 6.26" }, { article: "BPR 6.07" }],
  },
  "lock-one-red": {
    correct: "C",
    explanation:
      "Eén rood licht betekent wachten: er is bediening. Pas bij twee rode lichten boven elkaar wordt de sluis niet bediend.",
    rules: [{ article: "BPR 6.28a" }],
  },
  "night-motor-ahead": {
    correct: "A",
    explanation:
      "Je ziet beide boordlichten en het witte toplicht: je kijkt recht op de boeg. Een zeilschip heeft geen wit toplicht, en van achteren zie je een heklicht.",
    rules: [{ article: "BPR 3.01a" }, { article: "BPR 3.08" }],
  },
  "night-motor-port": {
    correct: "B",
    explanation: "Het rode boordlicht zit aan bakboord. Zie je bakboord, dan wijst de boeg voor jou naar links.",
    rules: [{ article: "BPR 3.01a" }, { article: "BPR 3.08" }],
  },
  "night-ferry": {
    correct: "C",
    explanation:
      "Groen boven wit is het teken van een veerpont. Een vrijvarende pont voert tijdens de vaart ook boordlichten, een pont aan een kabel niet. Aan zijn aanlegplaats mag een vrijvarende pont ze weglaten.",
    rules: [{ article: "BPR 3.16" }, { article: "BPR 3.22" }],
  },
  "night-large-at-anchor": {
    correct: "A",
    explanation:
      "Een groot schip voor anker heeft twee witte lichten: voorop hoog en achterop lager. Van een varend schip zou je van opzij ook een boordlicht zien.",
    rules: [{ article: "BPR 3.20" }],
  },
  "day-anchor-ball": {
    correct: "C",
    explanation:
      "Eén zwarte bol betekent: dit schip ligt voor anker. Twee zwarte bollen boven elkaar betekenen dat een schip niet kan manoeuvreren.",
    rules: [{ article: "BPR 3.20" }],
  },
  "day-cone": {
    correct: "B",
    explanation:
      "Een zwarte kegel met de punt naar beneden: zeil en motor tegelijk. Voor de voorrang telt het als motorschip.",
    rules: [{ article: "BPR 3.13" }, { article: "BPR 1.01" }],
  },
  "day-two-balls": {
    correct: "A",
    explanation: "Twee zwarte bollen boven elkaar: het schip is onmanoeuvreerbaar geworden. Blijf er ruim van weg.",
    rules: [{ article: "BPR 3.18" }],
  },
  "day-diver-flag": {
    correct: "C",
    explanation:
      "De vlag A van de seinvlaggen betekent dat er een duiker in het water is. Je mindert op tijd vaart en blijft zo ver mogelijk weg.",
    rules: [{ article: "BPR 3.38" }, { article: "BPR 6.20" }],
  },
  "sound-danger": {
    correct: "B",
    explanation: "Een reeks van zes of meer zeer korte stoten waarschuwt voor een aanvaring.",
    rules: [{ article: "BPR bijlage 6" }, { article: "BPR 1.01" }],
  },
  "sound-bridge-request": {
    correct: "C",
    explanation:
      "Lang-kort-lang is het verzoek om een brug of sluis te bedienen. Heeft de bedienaar laten weten dat hij je hoort, dan herhaal je het niet.",
    rules: [{ article: "BPR 6.26" }, { article: "BPR 6.28" }, { article: "BPR bijlage 6" }],
  },
  "crossing-two-motorboats": {
    correct: "A",
    explanation:
      "Bij twee kleine motorboten geeft de boot die van bakboord nadert voorrang. B ziet A aan zijn bakboordzijde, dus A wijkt.",
    rules: [{ article: "BPR 6.17" }],
  },
  "crossing-rower-sailor": {
    correct: "B",
    explanation:
      "Onder kleine schepen wijkt motor voor roeien en zeilen, en roeien voor zeilen. Van welke kant ze komen, doet er hier niet toe.",
    rules: [{ article: "BPR 6.17" }],
  },
  "head-on-motorboats": {
    correct: "C",
    explanation: "Beide wijken uit naar stuurboord. Zo varen ze bakboord op bakboord langs elkaar.",
    rules: [{ article: "BPR 6.04" }],
  },
  "ferry-crossing": {
    correct: "A",
    explanation: "Een klein schip geeft voorrang aan een veerpont die vertrekt, keert of oversteekt.",
    rules: [{ article: "BPR 6.23" }],
  },
  "alcohol-helmsman": {
    correct: "C",
    explanation: "De grens geldt voor wie het schip voert en ook voor wie het roer bedient.",
    rules: [{ article: "SVW 27" }],
  },
  "waters-of-first-licence": {
    correct: "B",
    explanation:
      "Voor ruim water is Klein Vaarbewijs 2 nodig. Dat zijn onder meer het IJsselmeer, het Markermeer, de Waddenzee, de Oosterschelde en de Westerschelde.",
    rules: [{ article: "BVB 13" }, { article: "BVB 16" }],
  },
  "bridge-two-diamonds": {
    correct: "B",
    explanation:
      "Twee gele ruiten naast elkaar: de opening is aanbevolen en verkeer van de andere kant is er verboden.",
    rules: [{ article: "BPR 6.25" }, { article: "BPR bijlage 7, D.1b" }],
  },
  "closed-bridge-diamond": {
    correct: "A",
    explanation:
      "Het gele licht boven de opening staat doorvaren onder de gesloten brug toe, ook als de brug een rood licht toont. Eén geel licht betekent dat er verkeer uit twee richtingen kan komen.",
    rules: [{ article: "BPR 6.26" }, { article: "BPR bijlage 7, D.1a" }],
  },
  "night-sailing-vessel": {
    correct: "D",
    explanation:
      "Een groen boordlicht zonder wit toplicht hoort bij een zeilschip. Je ziet zijn stuurboordzijde, dus de boeg wijst voor jou naar rechts.",
    rules: [{ article: "BPR 3.13" }, { article: "BPR 3.01a" }],
  },
  "night-one-white": {
    correct: "B",
    explanation:
      "Van een groot motorschip dat op je afkomt, zie je ook de boordlichten. De andere drie laten één wit licht zien.",
    rules: [{ article: "BPR 3.08" }, { article: "BPR 3.13" }, { article: "BPR 3.20" }],
  },
  "night-tug": {
    correct: "A",
    explanation:
      "Twee witte toplichten recht boven elkaar op het voorschip: dit motorschip sleept een groot schip of assisteert het. Vaar nooit tussen sleepboot en sleep door.",
    rules: [{ article: "BPR 3.09" }, { article: "BPR 6.15" }],
  },
  "night-pushed-convoy": {
    correct: "D",
    explanation:
      "Drie witte toplichten in een driehoek zitten voor op een duwstel. De boordlichten zitten ver naar achteren, bij de duwboot.",
    rules: [{ article: "BPR 3.10" }],
  },
  "night-wash-protection": {
    correct: "B",
    explanation:
      "Rood boven wit vraagt bescherming tegen hinderlijke golven. Je mindert op tijd vaart en blijft zo ver mogelijk weg.",
    rules: [{ article: "BPR 3.29" }, { article: "BPR 6.20" }],
  },
  "night-working-vessel": {
    correct: "A",
    explanation:
      "Twee groene lichten staan aan de kant die vrij is. Het rode licht staat aan de kant waar je niet mag varen.",
    rules: [{ article: "BPR 3.25" }, { article: "BPR 6.22" }],
  },
  "day-two-blue-cones": {
    correct: "B",
    explanation: "Bij één blauwe kegel is de afstand 10 meter, bij twee 50 meter en bij drie 100 meter.",
    rules: [{ article: "BPR 7.07" }, { article: "BPR 3.14" }],
  },
  "day-passenger-vessel": {
    correct: "C",
    explanation:
      "De gele ruit hoort bij een passagiersschip van minder dan 20 meter. Een passagiersschip telt als groot schip, hoe kort het ook is.",
    rules: [{ article: "BPR 3.15" }, { article: "BPR 1.01" }, { article: "BPR 6.17" }],
  },
  "blue-board": {
    correct: "B",
    explanation:
      "Met het blauwe bord en het witte flikkerlicht vraagt een groot schip om stuurboord op stuurboord te passeren. Een klein schip geeft het voorrang, het liefst door stuurboord op stuurboord voorbij te varen.",
    rules: [{ article: "BPR 6.04a" }],
  },
  "starboard-side-first": {
    correct: "C",
    explanation:
      "Eerst kijk je wie de stuurboordszijde van het vaarwater volgt: die gaat voor. Pas als niemand dat doet, tellen soort en grootte.",
    rules: [{ article: "BPR 6.17" }],
  },
  "sailing-different-tacks": {
    correct: "A",
    explanation:
      "A heeft het zeil aan stuurboord en B aan bakboord. Wie over stuurboordsboeg ligt, geeft voorrang aan wie over bakboordsboeg ligt.",
    rules: [{ article: "BPR 6.17" }],
  },
  "junction-sign": {
    correct: "C",
    explanation:
      "Dit is bord B.9: de dikke balk is het hoofdvaarwater. Je geeft voorrang aan alle schepen op het hoofdvaarwater, groot en klein.",
    rules: [{ article: "BPR 6.16" }, { article: "BPR bijlage 7, B.9" }],
  },
  "junction-buoyed": {
    correct: "B",
    explanation:
      "Bij een hoofdvaarwater met zijdelingse betonning gaat het schip voor dat de betonning aan stuurboord volgt. Dat geldt ook tegenover een groot schip dat invaart.",
    rules: [{ article: "BPR 6.16" }],
  },
  "narrow-with-obstacle": {
    correct: "A",
    explanation: "Zonder stroom wijkt de kleine motorboot die de hindernis aan zijn stuurboordzijde heeft. Dat is A.",
    rules: [{ article: "BPR 6.07" }],
  },
  "sound-stay-away": {
    correct: "B",
    explanation:
      "Kort-lang, steeds herhaald, is het blijf-weg-sein: er kunnen gevaarlijke stoffen vrijkomen. Blijf uit de buurt en voorkom vuur en vonken.",
    rules: [{ article: "BPR 4.04" }, { article: "BPR 6.19" }],
  },
  "rhine-leave-room": {
    correct: "A",
    explanation:
      "Op RPR-water laat een klein schip alle schepen die geen klein schip zijn de ruimte om koers te houden en te manoeuvreren. De stuurboordswal helpt je daar niet tegenover een groot schip.",
    rules: [{ article: "RPR 6.02" }],
  },
  "own-light-open-boat": {
    correct: "B",
    explanation:
      "Een open motorboot korter dan 7 meter die niet harder kan dan 13 km per uur, mag volstaan met één wit licht dat rondom schijnt.",
    rules: [{ article: "BPR 3.13" }],
  },
  "sign-no-wash": {
    correct: "C",
    explanation:
      "Twee golven met een rode streep: veroorzaak geen hinderlijke golven of zuiging. Minder op tijd vaart, maar blijf bestuurbaar.",
    rules: [{ article: "BPR bijlage 7, A.9" }, { article: "BPR 6.20" }],
  },
  "sign-no-small-ships": {
    correct: "A",
    explanation:
      "Het woord sport met een rode streep: verboden voor kleine schepen. Een motorjacht van 14 meter is korter dan 20 meter en dus een klein schip.",
    rules: [{ article: "BPR bijlage 7, A.13" }, { article: "BPR 1.01" }],
  },
  "fog-without-radar": {
    correct: "nj",
    explanation:
      "Een klein schip mag een mistsein geven, maar hoeft het niet. Kan de vaart niet zonder gevaar verder, dan ga je op de dichtstbijzijnde geschikte plaats stilliggen.",
    rules: [{ article: "BPR 6.33" }, { article: "BPR 6.30" }],
  },
  "fog-ferry-signal": {
    correct: "C",
    explanation:
      "Een lange stoot met vier korte erachter is het mistsein van een veerpont. Andere schepen geven alleen een lange stoot.",
    rules: [{ article: "BPR 6.33" }],
  },
  "radio-and-radar": {
    correct: "nn",
    explanation:
      "Ook een klein schip met een marifoon luistert uit. Op radar varen mag alleen als in de stuurhut iemand is met het vaarbewijs en een bevoegdheid voor radar.",
    rules: [{ article: "BPR 4.05" }, { article: "BPR 6.32" }],
  },
  "sign-radio": {
    correct: "B",
    explanation:
      "VHF in een bord met rode rand: je moet de marifoon gebruiken, op het kanaal dat eronder staat. Wit op blauw is het alleen een inlichting.",
    rules: [{ article: "BPR bijlage 7, B.11" }, { article: "BPR 4.05" }],
  },
  "narrow-with-current": {
    correct: "A",
    explanation:
      "Waar stroom loopt, wacht het schip dat tegen de stroom in vaart op het schip dat met de stroom mee vaart. Soort en grootte tellen in een engte alleen als er geen stroom loopt.",
    rules: [{ article: "BPR 6.07" }],
  },
  "own-lights-ahead": {
    correct: "C",
    explanation:
      "Een klein motorschip voert een wit toplicht, boordlichten en een heklicht. Van voren zie je het toplicht, met groen links en rood rechts.",
    rules: [{ article: "BPR 3.13" }, { article: "BPR 3.01a" }],
  },
  "large-sailing-vessel": {
    correct: "A",
    explanation:
      "Rood boven groen bij de top van de mast hoort bij een groot zeilschip. Het lage rode licht is zijn boordlicht aan bakboord.",
    rules: [{ article: "BPR 3.12" }, { article: "BPR 3.01a" }],
  },
  "mouth-small-ships": {
    correct: "jn",
    explanation:
      "Wie uitvaart, weet eerst zeker dat het veilig kan. Dan mag een klein schip medewerking verlangen van een ander klein schip. Aan een groot schip geeft het voorrang.",
    rules: [{ article: "BPR 6.16" }],
  },
  "papers-on-board": {
    correct: "nj",
    explanation:
      "Het BPR moet bijgewerkt aan boord zijn, maar het mag ook op een telefoon of tablet. Bij een snelle motorboot hoort het registratiebewijs aan boord te zijn.",
    rules: [{ article: "BPR 1.11" }, { article: "BPR 8.01" }],
  },
  "sign-side-water": {
    correct: "D",
    explanation:
      "De brede baan is het hoofdvaarwater. Alleen op bord D komt je eigen vaarwater van onderen, smal, op die brede baan uit.",
    rules: [{ article: "BPR bijlage 7, E.10" }, { article: "BPR bijlage 7, E.9" }],
  },
  "main-waterway-sailing": {
    correct: "jj",
    explanation:
      "Op de grote vaarwegen heeft een klein schip een motor die gereed is en minstens 6 km per uur haalt. Het houdt zo veel mogelijk stuurboord en kruist er niet op.",
    rules: [{ article: "BPR 9.04" }],
  },
  "who-overtakes": {
    correct: "C",
    explanation:
      "Oplopen is naderen uit een richting van meer dan 22,5 graden achterlijker dan dwars. B zit daar nog voor: jullie koersen kruisen.",
    rules: [{ article: "BPR 6.01" }],
  },
  "rhine-fog": {
    correct: "A",
    explanation:
      "Op RPR-water vaart iedereen bij slecht zicht op radar. Kan dat niet, dan ga je meteen naar de dichtstbijzijnde geschikte ligplaats.",
    rules: [{ article: "RPR 6.30" }],
  },
  "ijssel-meeting": {
    correct: "A",
    explanation:
      "Op de Geldersche IJssel en een groot deel van de Maas geeft een klein schip voorrang aan een groot schip dat tegemoetkomt, opvarend en afvarend. De stuurboordswal telt daar alleen tussen kleine schepen.",
    rules: [{ article: "BPR 6.05" }],
  },
  "mouth-large-ship": {
    correct: "C",
    explanation:
      "Een groot schip mag bij het uitvaren medewerking verlangen, ook van een klein schip. Je mindert vaart of wijkt uit, voor zover dat kan. Met bord B.9 of zijdelingse tonnen is het anders.",
    rules: [{ article: "BPR 6.16" }, { article: "BPR 6.03" }],
  },
  "right-of-way-order": {
    correct: "2341",
    explanation:
      "Klein geeft voorrang aan groot. Onder kleine schepen wijkt motor voor roeien en zeilen, en roeien voor zeilen.",
    rules: [{ article: "BPR 6.17" }],
  },
  "three-in-canal": {
    correct: "B",
    explanation:
      "A en C volgen de stuurboordszijde van het vaarwater en B niet. Dat gaat voor soort en grootte, dus B wijkt voor allebei.",
    rules: [{ article: "BPR 6.17" }],
  },
};
