import type { QuestionId } from "./catalogue-copy.ts";
import type { ExamDrawingId } from "./drawings-copy.ts";
import type { ExamQuestion } from "./question-rules.ts";

/** Rules of the waterway: ages, boards, lights, shapes, sounds, right of way. */
export const RULES_QUESTIONS: Readonly<Record<QuestionId<"rules">, ExamQuestion<ExamDrawingId>>> = {
  "small-vessel-length": {
    text: "Tot welke lengte is een gewone motorboot een klein schip in het Binnenvaartpolitiereglement (BPR)?",
    choices: ["Tot 7 meter.", "Tot 12 meter.", "Tot 15 meter.", "Tot 20 meter."],
  },
  "who-is-skipper": {
    text: "Wie is volgens het BPR de schipper van een boot?",
    choices: [
      "Degene die het gezag over de boot heeft.",
      "Degene op wiens naam de boot staat.",
      "Degene die op dat moment stuurt.",
    ],
  },
  "age-small-open-boat": {
    text: "Een open motorbootje van 5 meter haalt hoogstens 10 km per uur. Hoe oud moet je volgens het BPR minstens zijn om het te sturen?",
    choices: ["12 jaar.", "14 jaar.", "16 jaar."],
  },
  "sail-with-engine": {
    text: "Je zeilt en gebruikt tegelijk je motor om vooruit te komen. Wat is je boot dan volgens het BPR?",
    choices: ["Een zeilschip.", "Een motorschip.", "Wat de schipper kiest."],
  },
  "fast-boat-meaning": {
    text: "Wanneer is een klein schip een snelle motorboot?",
    choices: [
      "Als de motor meer dan 15 pk heeft.",
      "Als het harder kan dan 13 km per uur.",
      "Als het harder kan dan 20 km per uur.",
    ],
  },
  "sign-no-entry": {
    text: "Wat betekent dit bord?",
    choices: [
      "Je mag hier niet verder varen.",
      "Je mag hier geen ligplaats nemen.",
      "Je hebt hier voorrang op tegenliggers.",
    ],
    drawing: "sign-a1",
  },
  "sign-no-berth": {
    text: "Wat mag je aan deze kant van de vaarweg niet?",
    choices: [
      "Alleen ankeren: vastmaken aan de wal mag wel.",
      "Alleen vastmaken aan de wal: ankeren mag wel.",
      "Stilliggen: ankeren niet en vastmaken niet.",
    ],
    drawing: "sign-a5",
  },
  "sign-no-turning": {
    text: "Wat is hier verboden?",
    choices: ["Afslaan naar links.", "Keren.", "Voorbijlopen."],
    drawing: "sign-a8",
  },
  "sign-speed": {
    text: "Wat moet je doen bij dit bord?",
    choices: [
      "Niet harder varen dan 6 km per uur.",
      "Minstens 6 km per uur varen.",
      "Minstens 6 meter uit de oever blijven.",
    ],
    drawing: "sign-b6",
  },
  "sign-passage-allowed": {
    text: "Wat betekent dit bord?",
    choices: [
      "Alleen kleine schepen mogen verder varen.",
      "De brug of sluis wordt niet bediend.",
      "In-, uit- of doorvaren is toegestaan.",
    ],
    drawing: "sign-e1",
  },
  "sign-berth-allowed": {
    text: "Wat mag je hier?",
    choices: [
      "Ligplaats nemen aan de kant van het bord.",
      "Alleen ankeren, op elke plek in de vaarweg.",
      "Alleen passagiers laten in- en uitstappen.",
    ],
    drawing: "sign-e5",
  },
  "sound-attention": {
    text: "Je hoort dit sein. Wat betekent het?",
    choices: ["Attentie.", "Ik ga stuurboord uit.", "Ik sla achteruit."],
    drawing: "sound-long",
  },
  "sign-no-overtaking": {
    text: "Wat betekent dit bord?",
    choices: [
      "Je mag hier niet voorbijlopen.",
      "Je mag hier geen tegenligger passeren.",
      "Je mag hier alleen naast elkaar varen.",
    ],
    drawing: "sign-a2",
  },
  "sign-no-meeting": {
    text: "Wat is in dit deel van de vaarweg verboden?",
    choices: ["Voorbijlopen, ontmoeten mag wel.", "Ontmoeten, voorbijlopen mag wel.", "Ontmoeten en voorbijlopen."],
    drawing: "sign-a4",
  },
  "sign-no-anchoring": {
    text: "Mag je aan deze kant afmeren aan een steiger?",
    choices: [
      "Ja, alleen ankeren is hier verboden.",
      "Nee, elke ligplaats is hier verboden.",
      "Ja, en een anker uitgooien mag ook.",
    ],
    drawing: "sign-a6",
  },
  "sign-no-engine": {
    text: "Voor welke boot is deze vaarweg verboden?",
    choices: [
      "Een zeilboot die alleen op zijn zeil vaart.",
      "Een roeiboot met drie mensen aan boord.",
      "Een sloep die elektrisch vaart.",
    ],
    drawing: "sign-a12",
  },
  "sign-stop": {
    text: "Je nadert een brug die nog dicht is. Wat doe je bij dit bord?",
    choices: [
      "Je maakt een lange stoot en vaart langzaam door.",
      "Je houdt stil vóór het bord tot je verder mag.",
      "Je keert, want de vaarweg is hier afgesloten.",
    ],
    drawing: "sign-b5",
  },
  "sign-sound": {
    text: "Wat moet je doen bij dit bord?",
    choices: ["Uitluisteren op de marifoon.", "Stilhouden voor het bord.", "Een geluidssein geven."],
    drawing: "sign-b7",
  },
  "sign-attention": {
    text: "Wat verplicht dit bord?",
    choices: ["Bijzonder goed opletten.", "Rechtuit blijven varen.", "De stuurboordswal houden."],
    drawing: "sign-b8",
  },
  "bridge-one-diamond": {
    text: "Boven deze vaste brugopening hangt een teken. Wat betekent het?",
    choices: [
      "Door deze opening mag alleen verkeer van jouw kant.",
      "Aanbevolen opening, er kunnen tegenliggers komen.",
      "Door deze opening mogen alleen kleine schepen varen.",
    ],
    drawing: "bridge-one-diamond",
  },
  "bridge-two-red": {
    text: "Je nadert deze beweegbare brug. Wat vertellen de lichten?",
    choices: [
      "De brug wordt bediend, wacht tot het groen wordt.",
      "De brug gaat zo open, vaar vast langzaam door.",
      "De brug wordt niet bediend, je mag er niet door.",
    ],
    drawing: "bridge-two-red",
  },
  "bridge-red-green": {
    text: "Wat doe je bij deze lichten van een beweegbare brug?",
    choices: [
      "Je wacht: zo meteen mag je door.",
      "Je vaart door: groen gaat voor.",
      "Je keert: de brug gaat vandaag niet open.",
    ],
    drawing: "bridge-red-green",
  },
  "bridge-two-green": {
    text: "De brug laat deze lichten zien. Wat weet je?",
    choices: [
      "De brug is open, zonder bediening: je mag door.",
      "De brug wordt bediend en gaat zo dicht: wacht nu.",
      "Alleen kleine schepen mogen nu door de brug.",
    ],
    drawing: "bridge-two-green",
  },
  "lock-one-red": {
    text: "Je wilt deze sluis invaren. Wat betekent het licht?",
    choices: [
      "Nog niet invaren: de sluis wordt niet bediend.",
      "Invaren mag, na de grote schepen.",
      "Nog niet invaren: er is wel bediening.",
    ],
    drawing: "lock-one-red",
  },
  "night-motor-ahead": {
    text: "Je ziet 's nachts deze lichten recht voor je. Wat is het?",
    choices: [
      "Een motorschip dat recht op je afkomt.",
      "Een motorschip dat van je wegvaart.",
      "Een zeilschip dat recht op je afkomt.",
    ],
    drawing: "night-motor-ahead",
  },
  "night-motor-port": {
    text: "Je ziet 's nachts deze lichten. Welke kant vaart het schip op?",
    choices: [
      "Naar rechts: je ziet zijn stuurboordzijde.",
      "Naar links: je ziet zijn bakboordzijde.",
      "Van je af: je ziet zijn achterkant.",
    ],
    drawing: "night-motor-port",
  },
  "night-ferry": {
    text: "Welk schip laat 's nachts deze twee lichten zien?",
    choices: [
      "Een groot zeilschip dat onder zeil vaart.",
      "Een schip dat niet kan manoeuvreren.",
      "Een veerpont die aan een kabel vaart.",
    ],
    drawing: "night-ferry",
  },
  "night-large-at-anchor": {
    text: "Deze twee lichten bewegen niet. Wat zie je?",
    choices: [
      "Een groot schip dat voor anker ligt.",
      "Een groot motorschip dat voor je langs vaart.",
      "Een sleepboot met een klein schip op sleep.",
    ],
    drawing: "night-large-at-anchor",
  },
  "day-anchor-ball": {
    text: "Wat vertelt het dagteken van dit jacht?",
    choices: ["Het kan niet manoeuvreren.", "Er is een duiker in het water.", "Het ligt voor anker."],
    drawing: "day-anchor-ball",
  },
  "day-cone": {
    text: "Dit jacht heeft zijn zeilen op en voert een kegel. Wat betekent dat?",
    choices: ["Het zeilt en vraagt om ruimte.", "Het gebruikt ook zijn motor.", "Het vaart in een wedstrijd."],
    drawing: "day-cone",
  },
  "day-two-balls": {
    text: "Wat weet je van dit schip?",
    choices: ["Het kan niet manoeuvreren.", "Het ligt voor anker.", "Het vervoert gevaarlijke stoffen."],
    drawing: "day-two-balls",
  },
  "day-diver-flag": {
    text: "Je nadert deze boot. Wat moet je doen?",
    choices: [
      "Een lange stoot geven en doorvaren.",
      "Op gelijke hoogte gaan varen.",
      "Snelheid minderen en ver weg blijven.",
    ],
    drawing: "day-diver-flag",
  },
  "sound-danger": {
    text: "Een schip geeft dit sein. Wat bedoelt het?",
    choices: ["Ik ga keren.", "Er dreigt een aanvaring.", "Ik wil dat de brug opengaat."],
    drawing: "sound-series",
  },
  "sound-bridge-request": {
    text: "Waarvoor gebruik je dit sein?",
    choices: [
      "Om medische hulp te vragen.",
      "Om te laten weten dat je gaat keren.",
      "Om een brug of sluis te laten bedienen.",
    ],
    drawing: "sound-long-short-long",
  },
  "crossing-two-motorboats": {
    text: "Twee kleine motorboten kruisen elkaar op open water. Niemand volgt de stuurboordswal. Wie geeft voorrang?",
    choices: ["Boot A.", "Boot B.", "De boot met de laagste snelheid."],
    drawing: "crossing-two-motorboats",
  },
  "crossing-rower-sailor": {
    text: "Een roeiboot en een kleine zeilboot kruisen elkaar. Niemand volgt de stuurboordswal. Wie geeft voorrang?",
    choices: ["De zeilboot.", "De roeiboot.", "De boot die van bakboord komt."],
    drawing: "crossing-rower-sailor",
  },
  "head-on-motorboats": {
    text: "Twee kleine motorboten varen op open water recht op elkaar af. Niemand volgt de stuurboordswal. Wat moeten ze doen?",
    choices: [
      "Boot A wijkt, boot B houdt koers.",
      "Allebei naar bakboord uitwijken.",
      "Allebei naar stuurboord uitwijken.",
    ],
    drawing: "head-on-motorboats",
  },
  "ferry-crossing": {
    text: "Jij vaart met een kleine motorboot aan de stuurboordskant. Een veerpont vertrekt en steekt over. Wie geeft voorrang?",
    choices: [
      "Jij geeft de pont voorrang.",
      "De pont, want jij houdt je eigen wal.",
      "Wie het laatst bij het snijpunt is.",
    ],
    drawing: "ferry-crossing",
  },
  "alcohol-helmsman": {
    text: "Voor wie geldt de grens van 0,5 promille alcohol tijdens het varen?",
    choices: [
      "Alleen voor de eigenaar van de boot.",
      "Alleen voor de schipper, niet voor de stuurman.",
      "Voor de schipper en voor wie stuurt.",
    ],
  },
  "waters-of-first-licence": {
    text: "Je hebt Klein Vaarbewijs 1 en een boot die harder kan dan 20 km per uur. Waar mag je hiermee niet varen?",
    choices: ["Op het Amsterdam-Rijnkanaal.", "Op het IJsselmeer.", "Op de Waal."],
  },
  "bridge-two-diamonds": {
    text: "Je nadert deze vaste brug. Wat mag een schip van de andere kant NIET?",
    choices: ["Wachten voor deze opening.", "Door deze opening varen.", "Voorbijlopen bij de brug."],
    drawing: "bridge-two-diamonds",
  },
  "closed-bridge-diamond": {
    text: "De brug is dicht, maar je boot past eronder. Mag je eronderdoor varen?",
    choices: [
      "Ja, en let op een tegenligger.",
      "Ja, want tegenliggers mogen hier niet.",
      "Nee, pas als het licht groen is.",
    ],
    drawing: "bridge-red-yellow",
  },
  "night-sailing-vessel": {
    text: "Je ziet 's nachts alleen dit ene licht. Wat kan het zijn?",
    choices: [
      "Een klein motorschip dat voor jou naar rechts vaart.",
      "Een klein schip dat voor anker ligt.",
      "Een veerpont die op zijn aanlegplaats ligt.",
      "Een kleine zeilboot die voor jou naar rechts vaart.",
    ],
    drawing: "night-green-only",
  },
  "night-one-white": {
    text: "Je ziet 's nachts één wit licht. Wat kan het NIET zijn?",
    choices: [
      "Een roeiboot.",
      "Een groot motorschip dat op je afkomt.",
      "Een schip waar je achteraan vaart.",
      "Een klein schip dat voor anker ligt.",
    ],
    drawing: "night-one-white",
  },
  "night-tug": {
    text: "Je ziet 's nachts deze lichten van opzij. Wat doet dit schip?",
    choices: ["Het sleept een groot schip.", "Het ligt voor anker.", "Het vist met een net.", "Het vaart alleen."],
    drawing: "night-tug-port",
  },
  "night-pushed-convoy": {
    text: "Dit komt 's nachts op je af. Wat is het?",
    choices: [
      "Een sleepboot met een schip op sleep.",
      "Een groot zeilschip.",
      "Een vrijvarende veerpont.",
      "Een duwstel.",
    ],
    drawing: "night-pushed-convoy",
  },
  "night-wash-protection": {
    text: "Aan de oever ligt een schip met deze twee lichten. Wat moet je doen?",
    choices: [
      "Stoppen en wachten op groen licht.",
      "Op tijd vaart minderen en ruim langs varen.",
      "Een geluidssein geven en doorvaren.",
    ],
    drawing: "night-red-white",
  },
  "night-working-vessel": {
    text: "Midden in het vaarwater ligt een schip te werken. Langs welke kant mag je voorbijvaren?",
    choices: [
      "Voor jou links van het schip.",
      "Voor jou rechts van het schip.",
      "Aan beide kanten, als je langzaam vaart.",
    ],
    drawing: "night-working-vessel",
  },
  "day-two-blue-cones": {
    text: "Dit schip ligt afgemeerd. Jij zoekt een ligplaats. Hoe ver moet je minstens van dit schip blijven?",
    choices: ["10 meter.", "50 meter.", "100 meter."],
    drawing: "day-two-blue-cones",
  },
  "day-passenger-vessel": {
    text: "Dit schip is 18 meter lang. Jij nadert het met een motorboot van 10 meter en jullie kruisen elkaar. Niemand volgt de stuurboordswal. Wie geeft voorrang?",
    choices: [
      "Het schip, als het van bakboord komt.",
      "Het schip, want het is korter dan 20 meter.",
      "Jij, want dit telt als een groot schip.",
    ],
    drawing: "day-yellow-diamond",
  },
  "blue-board": {
    text: "Een groot schip komt je tegemoet en laat dit aan zijn stuurboordzijde zien. Wat doe jij met je kleine motorboot?",
    choices: [
      "Je toont zelf een blauw bord en houdt je eigen kant.",
      "Je vaart het liefst stuurboord op stuurboord langs.",
      "Je houdt koers: hij moet voor je wijken.",
    ],
    drawing: "blue-board",
  },
  "starboard-side-first": {
    text: "Boot A is een kleine motorboot aan de stuurboordskant van het vaarwater. Boot B is een kleine zeilboot die schuin oversteekt. Wie geeft voorrang?",
    choices: [
      "A, want motor wijkt voor zeil.",
      "Wie het laatst bij het snijpunt is.",
      "B, want A volgt de stuurboordswal.",
    ],
    drawing: "starboard-side-first",
  },
  "sailing-different-tacks": {
    text: "Twee kleine zeilboten kruisen elkaar op open water. Let op de wind. Wie geeft voorrang?",
    choices: ["Boot A.", "Boot B.", "De boot die het snelst vaart."],
    drawing: "sailing-different-tacks",
  },
  "junction-sign": {
    text: "Jij komt met een kleine motorboot uit een zijwater. Aan de uitmonding staat dit bord. Op het hoofdvaarwater vaart een andere kleine motorboot. Wie geeft voorrang?",
    choices: ["De andere boot.", "Wie het laatst bij de uitmonding is.", "Jij."],
    drawing: "junction-sign",
  },
  "junction-buoyed": {
    text: "Een vrachtschip van 60 meter komt uit een haven. Jij volgt met een kleine motorboot de groene tonnen aan de stuurboordskant van het hoofdvaarwater. Er staan geen borden. Wie geeft voorrang?",
    choices: ["Jij, want klein wijkt voor groot.", "Het vrachtschip.", "Wie het laatst bij de havenmond is."],
    drawing: "junction-buoyed",
  },
  "narrow-with-obstacle": {
    text: "Er staat geen stroom en de boten A en B zijn kleine motorboten. Ze kunnen elkaar hier niet passeren. Wie geeft voorrang?",
    choices: ["Boot A.", "Boot B.", "De boot die het eerst bij de versmalling is."],
    drawing: "narrow-with-obstacle",
  },
  "sound-stay-away": {
    text: "Voor je klinkt minutenlang dit sein. Wat doe je?",
    choices: [
      "Je vaart erheen om hulp te bieden.",
      "Je keert om en dooft open vuur.",
      "Je wacht tot de brug opengaat.",
    ],
    drawing: "sound-stay-away",
  },
  "rhine-leave-room": {
    text: "Op de Waal geldt het Rijnvaartpolitiereglement (RPR). Je vaart met een motorjacht van 12 meter aan de stuurboordskant. Een vrachtschip wil je koers kruisen. Wat geldt?",
    choices: [
      "Jij laat het schip de ruimte die het nodig heeft.",
      "Het schip wijkt, want jij houdt de stuurboordswal.",
      "Wie de ander aan bakboord heeft, gaat voor.",
    ],
  },
  "own-light-open-boat": {
    text: "Je vaart 's nachts met een open motorbootje van 6 meter dat hoogstens 10 km per uur haalt. Met welk licht voldoe je aan het BPR?",
    choices: [
      "Alleen een rood en een groen boordlicht.",
      "Alleen een wit licht dat rondom schijnt.",
      "Alleen een wit licht naar achteren.",
    ],
  },
  "sign-no-wash": {
    text: "Waarvoor staat dit bord langs de vaarweg?",
    choices: [
      "Er staat hier een sterke stroom.",
      "Waterskiën is hier verboden.",
      "Hinderlijke golven zijn hier verboden.",
    ],
    drawing: "sign-a9",
  },
  "sign-no-small-ships": {
    text: "Je vaart met een motorjacht van 14 meter. Mag je langs dit bord verder varen?",
    choices: [
      "Nee, kleine schepen mogen hier niet varen.",
      "Ja, alleen wedstrijden zijn hier verboden.",
      "Ja, het verbod geldt pas vanaf 15 meter.",
    ],
    drawing: "sign-a13",
  },
  "fog-without-radar": {
    text: "Je vaart in de mist met een kleine motorboot zonder radar, op water waar radar niet verplicht is. Zijn deze stellingen juist?",
    statements: [
      "Je moet minstens elke minuut een mistsein geven.",
      "Je moet gaan stilliggen als verder varen niet veilig kan.",
    ],
  },
  "fog-ferry-signal": {
    text: "Je vaart in de mist en hoort dit sein telkens opnieuw. Welk schip geeft het?",
    choices: ["Een vrachtschip.", "Een zeilschip.", "Een veerpont."],
    drawing: "sound-fog-ferry",
  },
  "radio-and-radar": {
    text: "Je motorjacht van 12 meter heeft een marifoon en een radar. Zijn deze stellingen juist?",
    statements: [
      "Je mag de marifoon tijdens de vaart uitzetten.",
      "Met alleen een vaarbewijs mag je bij mist op radar varen.",
    ],
  },
  "sign-radio": {
    text: "Je motorjacht heeft een marifoon. Wat vraagt dit bord van je?",
    choices: [
      "Niets: het wijst alleen op een kanaal met het weerbericht.",
      "Je moet hier de marifoon gebruiken, op kanaal 11.",
      "Je moet kanaal 11 vrijlaten voor grote schepen.",
    ],
    drawing: "sign-b11",
  },
  "narrow-with-current": {
    text: "Boot A is een kleine zeilboot en boot B een kleine motorboot. Ze kunnen elkaar in deze engte niet passeren. Let op de stroom. Wie geeft voorrang?",
    choices: [
      "Boot A, want die vaart tegen de stroom in.",
      "Boot B, want motor wijkt voor zeil.",
      "De boot die het laatst bij de engte is.",
    ],
    drawing: "narrow-with-current",
  },
  "own-lights-ahead": {
    text: "Je vaart 's nachts met je motorjacht van 10 meter. Welk plaatje kan jouw boot zijn, recht van voren gezien?",
    pictures: ["night-sail-ahead", "night-one-white", "night-motor-ahead-bare", "night-large-sail-ahead"],
  },
  "large-sailing-vessel": {
    text: "Je ziet 's nachts deze lichten. Wat is het?",
    choices: [
      "Een groot zeilschip, van zijn bakboordzijde gezien.",
      "Een sleepboot met een sleep, van achteren gezien.",
      "Een groot zeilschip, van zijn stuurboordzijde gezien.",
    ],
    drawing: "night-large-sail",
  },
  "mouth-small-ships": {
    text: "Een kleine motorboot wil een haven uitvaren, naar een hoofdvaarwater zonder tonnen en borden. Zijn deze stellingen juist?",
    statements: [
      "Hij mag medewerking verlangen van een kleine boot op het hoofdvaarwater.",
      "Hij mag medewerking verlangen van een vrachtschip op het hoofdvaarwater.",
    ],
  },
  "papers-on-board": {
    text: "Je vaart met een snelle motorboot van 9 meter met een kajuit. Zijn deze stellingen juist?",
    statements: ["Er moet een BPR op papier aan boord zijn.", "Het registratiebewijs van de boot moet aan boord zijn."],
  },
  "sign-side-water": {
    text: "Je vaart op een nevenvaarwater dat uitkomt op een hoofdvaarwater. Welk bord hoort daarbij?",
    pictures: ["sign-e9a", "sign-e9c", "sign-e9b", "sign-e10b"],
  },
  "main-waterway-sailing": {
    text: "Je vaart met een zeilboot van 8 meter op het Amsterdam-Rijnkanaal. Zijn deze stellingen juist?",
    statements: [
      "Je moet een motor hebben die je meteen kunt gebruiken.",
      "Je moet zo veel mogelijk aan de stuurboordszijde varen.",
    ],
  },
  "who-overtakes": {
    text: "Jij vaart in deze tekening naar boven en drie boten komen naar je toe. Welke boot loopt jou op?",
    places: [
      "Boot A, die van schuin voor je komt.",
      "Boot B, die van een klein stukje achter dwars komt.",
      "Boot C, die van schuin achter je komt.",
    ],
    drawing: "who-overtakes",
  },
  "rhine-fog": {
    text: "Je vaart met een motorjacht van 12 meter zonder radar op de Waal. Er komt dichte mist opzetten. Wat moet je doen?",
    choices: [
      "De dichtstbijzijnde geschikte ligplaats opzoeken.",
      "Met een uitkijk voorop langzaam aan stuurboord doorvaren.",
      "Op de marifoon melden dat je langzaam doorvaart.",
    ],
  },
  "ijssel-meeting": {
    text: "Je vaart met een kleine motorboot aan de stuurboordskant van de Geldersche IJssel. Een vrachtschip van 80 meter komt je tegemoet en jullie dreigen te botsen. Wie geeft voorrang?",
    choices: [
      "Jij, welke kant je ook op vaart.",
      "Het vrachtschip, want jij volgt de stuurboordswal.",
      "Wie tegen de stroom in vaart.",
    ],
  },
  "mouth-large-ship": {
    text: "Jij vaart met een kleine motorboot op een hoofdvaarwater. Een vrachtschip van 60 meter wil een haven uitvaren. Er zijn geen tonnen en borden. Wat geldt?",
    choices: [
      "Jij gaat voor, want je volgt het hoofdvaarwater.",
      "Jij gaat voor, want je komt van bakboord.",
      "Het schip mag verlangen dat je meewerkt.",
    ],
    drawing: "mouth-without-buoys",
  },
  "right-of-way-order": {
    text: "De koersen van vier schepen kruisen elkaar op open water. Niemand volgt de stuurboordswal. In welke volgorde gaan ze voor?",
    items: ["De kleine zeilboot.", "De roeiboot.", "De kleine motorboot.", "Het vrachtschip van 60 meter."],
  },
  "three-in-canal": {
    text: "De kleine motorboot A en het vrachtschip C volgen allebei hun stuurboordswal. De kleine zeilboot B kruist op en komt voor hen langs. Aan wie geeft B voorrang?",
    choices: [
      "Aan niemand, want zeil gaat voor motor.",
      "Aan A en aan C, want die houden hun wal.",
      "Alleen aan C, want dat is een groot schip.",
    ],
    drawing: "three-in-canal",
  },
};
