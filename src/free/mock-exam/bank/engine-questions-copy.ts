import type { QuestionId } from "./catalogue-copy.ts";
import type { ExamDrawingId } from "./drawings-copy.ts";
import type { ExamQuestion } from "./question-rules.ts";

/** Engine and safety on board. */
export const ENGINE_QUESTIONS: Readonly<Record<QuestionId<"engine">, ExamQuestion<ExamDrawingId>>> = {
  "weed-strainer": {
    text: "Waarvoor dient het wierfilter van een motor die met buitenwater koelt?",
    choices: [
      "Het haalt water en vuil uit de brandstof.",
      "Het houdt vuil uit het koelsysteem.",
      "Het haalt vuil uit de olie.",
    ],
  },
  "gas-detector-place": {
    text: "Waar hang je de sensor van een gasalarm voor butaan of propaan?",
    choices: ["Laag in de kajuit.", "Hoog tegen het plafond.", "Buiten, bij de gasfles."],
  },
  "gearbox-idle": {
    text: "Je vaart vooruit en wilt achteruit. Hoe schakel je de keerkoppeling?",
    choices: ["Met veel gas, in één beweging.", "Met de motor uit.", "Met weinig gas, via de vrijstand."],
  },
  "kill-cord": {
    text: "Waarvoor dient het dodemanskoord van een snelle motorboot?",
    choices: [
      "Het houdt de boot op koers als je loslaat.",
      "Het stopt de motor als je van je plek valt.",
      "Het waarschuwt als de tank bijna leeg is.",
    ],
  },
  "oil-pressure-alarm": {
    text: "Tijdens het varen gaat het alarm van de oliedruk af. Wat doe je?",
    choices: [
      "Je zet de motor zo snel mogelijk uit.",
      "Je geeft meer gas, zodat de druk stijgt.",
      "Je vaart rustig door naar de haven.",
    ],
  },
  "engine-too-hot": {
    text: "De motor wordt te warm en er komt bijna geen koelwater uit de uitlaat. Wat kijk je het eerst na?",
    choices: [
      "Het oliefilter, de olie en de oliedruk.",
      "De spanning van de accu.",
      "De buitenboordkraan en het wierfilter.",
    ],
  },
  "petrol-blower": {
    text: "Waarom zet je de afzuiging aan voordat je een ingebouwde benzinemotor start?",
    choices: [
      "Om de motor sneller op te warmen.",
      "Om benzinedamp uit de motorruimte te halen.",
      "Om extra lucht in de cilinders te brengen.",
    ],
  },
  "smell-of-gas": {
    text: "Je ruikt gas in de kajuit. Wat doe je?",
    choices: [
      "De gasfles dichtdraaien en luchten, zonder iets te schakelen.",
      "De ventilator en het licht aanzetten om het lek te zoeken.",
      "Alles dichthouden zodat het gas niet verder stroomt.",
    ],
  },
  "charging-battery": {
    text: "Waarom moet de ruimte met een gewone loodaccu goed geventileerd zijn als je laadt?",
    choices: [
      "De accu heeft zuurstof nodig om te laden.",
      "De laadstroom daalt als de lucht stilstaat.",
      "Er komt gas vrij dat kan ontploffen.",
    ],
  },
  "engine-room-fire": {
    text: "Er komt rook uit de motorruimte. Wat doe je met het motorluik?",
    choices: [
      "Helemaal openen, zodat alle rook en hitte weg kan.",
      "Dicht houden en blussen door een kleine opening.",
      "Openen en meteen met water blussen.",
    ],
  },
  "diesel-air": {
    text: "Een dieselmotor is stilgevallen omdat de tank leeg was. Je hebt getankt, maar hij slaat niet aan. Wat is de beste volgende stap?",
    choices: ["Het brandstofsysteem ontluchten.", "De ontsteking afstellen.", "De choke uittrekken."],
  },
  "charge-lamp": {
    text: "Onderweg gaat het laadstroomlampje branden. Wat is een waarschijnlijke oorzaak?",
    choices: ["Er zit lucht in de brandstof.", "De riem van de dynamo is stuk of slap.", "Het wierfilter is verstopt."],
  },
  "person-overboard-first": {
    text: "Er valt iemand overboord. Wat doe je meteen?",
    choices: [
      "Vaart minderen, een lijn pakken en erachteraan springen.",
      "Doorvaren, de haven bellen en daar hulp halen.",
      "Roepen, een reddingsboei gooien en blijven wijzen.",
    ],
  },
  "person-alongside": {
    text: "Een drenkeling ligt naast je boot en je gaat hem aan boord halen. Wat doe je met de motor?",
    choices: [
      "Langzaam vooruit laten draaien, bij hem vandaan.",
      "Langzaam achteruit laten draaien, naar hem toe.",
      "De schroef stilzetten, liefst met de motor uit.",
    ],
  },
  refuelling: {
    text: "Wat doe je voordat je benzine tankt in een ingebouwde tank?",
    choices: [
      "Motor uit, vuur uit en passagiers van boord.",
      "Motor stationair laten lopen en luiken open.",
      "De walstroom aansluiten en de lader aanzetten.",
    ],
  },
  "carbon-monoxide": {
    text: "Je stookt de kachel in een kajuit waar weinig lucht bij komt en krijgt hoofdpijn. Waar denk je het eerst aan?",
    choices: ["Aan een tekort aan brandstof.", "Aan koolmonoxide.", "Aan waterstof uit de accu."],
  },
  "battery-disconnect": {
    text: "Je wilt een accu losmaken. De min is verbonden met de massa van de motor. Welke pool maak je het eerst los, en waarom?",
    choices: [
      "De plus, want dan is de spanning meteen van de boot.",
      "De min, dan geeft je sleutel geen kortsluiting.",
      "Het maakt niet uit, als de motor maar uit is.",
    ],
  },
  "inflatable-jacket": {
    text: "Waarom maak je de kruisband van je reddingsvest vast?",
    choices: [
      "Anders schuift het vest in het water omhoog.",
      "Anders gaat de gaspatroon niet af.",
      "Anders draait het vest je in het water op je buik.",
    ],
  },
  hypothermia: {
    text: "Iemand is onderkoeld uit het water gehaald en rilt hevig. Wat doe je NIET?",
    choices: [
      "Natte kleding vervangen door droge.",
      "Uit de wind leggen met een deken.",
      "Een glas sterke drank geven.",
      "Hulp inroepen via 112.",
    ],
  },
  "distress-by-day": {
    text: "Welk schip roept overdag hulp in?",
    pictures: ["day-flag-ball", "day-two-balls", "day-diver-flag", "day-anchor-ball"],
  },
  "distress-by-sound": {
    text: "Een schip is in nood en wil dat anderen helpen. Zijn deze stellingen juist?",
    statements: [
      "Het mag dat laten horen met herhaalde lange stoten.",
      "Het mag dat laten horen met vier korte stoten.",
    ],
  },
  "petrol-start-order": {
    text: "Je boot heeft een ingebouwde benzinemotor. In welke volgorde doe je dit voor je wegvaart?",
    items: [
      "De motor starten.",
      "Kijken of er koelwater uit de uitlaat komt.",
      "De ventilator van de motorruimte aanzetten.",
      "Ruiken of er nog benzinedamp hangt.",
    ],
  },
  "fast-boat-equipment": {
    text: "Wat moet volgens het BPR aan boord zijn van een snelle, open motorboot?",
    choices: [
      "Een brandblusser en voor iedereen een reddingsvest.",
      "Een anker, een kompas en een EHBO-koffer.",
      "Een marifoon, een radarreflector en noodvuurwerk.",
    ],
  },
  "person-overboard-order": {
    text: "Iemand valt van je motorboot in het water. In welke volgorde doe je dit?",
    items: [
      "De boot naast hem stilleggen.",
      "Roepen, en iemand naar hem laten blijven wijzen.",
      "Hem via de zwemtrap aan boord helpen.",
      "Keren en langzaam naar hem toe varen.",
    ],
  },
};
