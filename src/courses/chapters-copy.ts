/** The chapters of the courses, with their topics. The sales pages show them, and the study plan divides them. */

export const KVB1_CHAPTERS = [
  {
    title: "Veiligheid & Voorbereiding",
    topics: [
      "Reddingsvesten en reddingsmiddelen",
      "Brand voorkomen en blussen",
      "Veilig omgaan met gas",
      "Man overboord",
      "Weerbericht en windkracht",
      "Documenten aan boord",
    ],
  },
  {
    title: "Techniek & Motor",
    topics: [
      "Koelsysteem en wierfilter",
      "Brandstof en ventilatie",
      "Olie en oliedruk",
      "Accu's en elektriciteit",
      "Schroef, roer en boegschroef",
      "Storingen herkennen",
    ],
  },
  {
    title: "Vaarregels",
    topics: [
      "BPR en RPR: waar geldt wat?",
      "Klein schip en groot schip",
      "Tegengestelde en kruisende koersen",
      "Oplopen en voorbijlopen",
      "Engten, bruggen en sluizen",
      "Varen bij slecht zicht",
      "Ligplaats nemen",
    ],
  },
  {
    title: "Voorrang & Signalen",
    topics: [
      "De voorrangsladder",
      "Navigatielichten",
      "Dagtekens",
      "Geluidsseinen",
      "Verkeersborden op het water",
      "Lichten bij bruggen en sluizen",
      "Betonning",
    ],
  },
  {
    title: "Vaargedrag",
    topics: [
      "Aankomen en wegvaren",
      "Keren en schroefwerking",
      "Ankeren",
      "Zuiging en golfslag",
      "Dode hoek van grote schepen",
      "Slepen en gesleept worden",
      "Alcohol en goed zeemanschap",
    ],
  },
] as const;

export const KVB2_CHAPTERS = [
  {
    title: "Navigatie & Koersberekening",
    topics: [
      "Zeekaart en kaarttekens",
      "Van kompaskoers naar ware koers",
      "Variatie en deviatie",
      "Drift en stroom verrekenen",
      "Peilingen en plaatsbepaling",
      "GPS",
    ],
  },
  {
    title: "Betonning & Markering",
    topics: [
      "SIGNI en IALA: waar ligt wat?",
      "Laterale markering",
      "Kardinale markering",
      "Splitsingen en scheidingstonnen",
      "Geïsoleerd gevaar, veilig vaarwater en bijzondere markering",
      "Lichtkarakters",
    ],
  },
  {
    title: "Stroming & Getij",
    topics: [
      "Eb, vloed en getijdenkromme",
      "Springtij en doodtij",
      "LAT, NAP en kaartdiepte",
      "Waterdiepte berekenen",
      "Stroomatlas",
      "Wantijen op de Waddenzee",
    ],
  },
  {
    title: "Weer & Omstandigheden",
    topics: [
      "Hoge- en lagedrukgebieden",
      "Warmte- en koufronten",
      "Wind en Beaufort",
      "Weerkaart en isobaren",
      "Mist en slecht zicht",
      "Weerberichten onderweg",
    ],
  },
  {
    title: "Veiligheid Open Water",
    topics: [
      "Reisvoorbereiding en reisplan",
      "Reddingsmiddelen en noodsignalen",
      "Onderkoeling en man overboord",
      "Gezien worden: lichten en radarreflector",
      "Marifoon op ruim water",
      "Andere reglementen: SRW, SRE en BVA",
    ],
  },
] as const;
