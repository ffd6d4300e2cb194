import { describe, expect, test } from "vitest";
import { callingName, greetingName } from "../../src/server/mail/greeting-rules.ts";

/** Names as people in the Netherlands write them, and how a mail greets. A space after a full stop is all that may change. */
const NAMES: readonly (string | readonly [typed: string, greeted: string])[] = [
  ...["Jan", "Noor", "Jo", "Ot", "A", "O", "Bo", "Jan de Vries", "Anne-Fleur", "Jan-Willem van der Zee", "Jean Marie"],
  ...[
    "Sanne de Jong-Bakker",
    "De Jong - Bakker",
    "J. de Vries",
    "J.P. Jansen",
    "J. P. Jansen",
    "M.J. van Dijk",
    "A.-M. de Jong",
  ],
  ...[
    "'t Hooft",
    "Gerard 't Hooft",
    "’t Hart",
    "van 't Hek",
    "in 't Veld",
    "op ’t Hof",
    "'s Gravesande",
    "d'Ancona",
    "D’Hondt",
    "O'Neill",
  ],
  ...[
    "IJsbrand",
    "Ĳsbrand",
    "ijsbrand",
    "Van den Berghe",
    "Vanden Borre",
    "van der Does de Willebois",
    "Ter Braak",
    "ten Cate",
    "de la Rey",
  ],
  ...[
    "Çelik",
    "Ömer Özdemir",
    "Łukasz",
    "Zoë",
    "Daniël",
    "René",
    "Chloé",
    "Søren",
    "Åsa",
    "Jürgen Groß",
    "Núñez",
    "Hélène d’Août",
    "Bülent İnan",
  ],
  ...["Мария", "Ελένη", "محمد", "נועה", "王小明", "김민준", "हिन्दी", "Nguyễn Thị Hoa"],
  ...[
    "dr. Jansen",
    "drs. P.",
    "Prof. dr. ir. A. Bakker",
    "Mr. De Wit",
    "ing. K. Smit",
    "mw. Visser",
    "dhr. Mulder",
    "Jansen jr.",
    "Bakker sr.",
  ],
  ...[
    "fam. de Boer",
    "Familie De Boer",
    "Opa en oma",
    "Opa & oma",
    "Opa en oma v.d. Berg",
    "Tante Ans & ome Piet",
    "Jan + Piet",
    "Papa, mama en Tom",
  ],
  ...[
    "Jansen B.V.",
    "Zeilschool De Kaag B.V.",
    "Vos & Zn.",
    "V.O.F. Kaag",
    "Studio 54",
    "A1 Boten",
    "De 3 Zusters",
    "Boot (2)",
    "Mam ❤️",
    "👨‍👩‍👧",
  ],
  ["M.J.van Dijk", "M.J. van Dijk"],
  ["J.de Vries", "J. de Vries"],
  ["Dr.Jansen", "Dr. Jansen"],
  ["drs.P.de Wit", "drs.P. de Wit"],
  ["Fam.de Boer", "Fam. de Boer"],
  ["W. v.d.Berg", "W. v.d. Berg"],
  ["A.M.G.J.Schmidt", "A.M.G.J. Schmidt"],
  ["Th.van Gogh", "Th. van Gogh"],
  ["mr.dr.A.Bos", "mr. dr.A. Bos"],
  // It may be an address: .bv is a domain.
  ["Jansen.BV", ""],
  ["Vos&Zn.BV", "Vos&Zn. BV"],
];

/** Two letters after a full stop without a space are a host to a mail program; the others begin links as they stand. */
const LINKED =
  /[\p{L}\p{M}\p{N}-][.\u3002\uff0e\uff61\u2024]\p{Default_Ignorable_Code_Point}*[\p{L}\p{N}][\p{L}\p{M}\p{N}-]|@|:\/|\bwww\.\S|\p{N}{7}/u;

test("there are at least eighty", () => expect(NAMES.length).toBeGreaterThanOrEqual(80));

test.each(NAMES.map((name) => (typeof name === "string" ? ([name, name] as const) : name)))(
  "%s is greeted as %s",
  (typed, greeted) => {
    expect(greetingName(typed)).toBe(greeted.normalize("NFKC").replace(/\p{Default_Ignorable_Code_Point}/gu, ""));
    expect(greetingName(typed.normalize("NFD"))).toBe(greetingName(typed));
  },
);

test.each([
  ["Joost Visser", "Joost"],
  ["joost visser", "joost"],
  ["Sanne de Jong-Bakker", "Sanne"],
  ["Gerard 't Hooft", "Gerard"],
  ["Jan-Willem van der Zee", "Jan-Willem"],
  ["Daniël Vos", "Daniël"],
  ["Hans op ’t Hof", "Hans"],
  ["Joost", "Joost"],
  // Not plainly a first name, or not one person's: the whole name.
  ["J. Visser", "J. Visser"],
  ["Opa Kees", "Opa Kees"],
  ["Familie De Boer", "Familie De Boer"],
  ["De Jong", "De Jong"],
  ["Van den Berghe", "Van den Berghe"],
  ["Jan en Piet", "Jan en Piet"],
  ["Jan & Piet", "Jan & Piet"],
  ["Piet, Anna", "Piet, Anna"],
  ["Jan B.V.", "Jan B.V."],
  ["Bakkerij Jansen", "Bakkerij Jansen"],
  ["Jan-Kapitein Visser", "Jan-Kapitein Visser"],
  ["Nguyễn Thị Hoa", "Nguyễn Thị Hoa"],
  ["Jan evil.com", ""],
])("%s is called %s", (typed, called) => {
  expect(callingName(typed)).toBe(called);
  expect(callingName(typed.normalize("NFD")).normalize("NFC")).toBe(called);
});

describe("what a mail program would link is not let through", () => {
  const HOSTS = [
    "evil.com",
    "www.evil.com",
    "café.com",
    "हिन्दी.com",
    "geschenk。com",
    "evil．com",
    "evil｡com",
    "evil․com",
    "evil.\u200bcom",
    "ev\u00adil.com",
    "EVIL.CO",
    "a.nl",
    "пример.рф",
    "例え.テスト",
    "xn--e1afmkfd.xn--p1ai",
    "evil.com.",
    "(evil.com)",
    "Jan evil.com/x",
    "bit.ly/abc",
  ];
  const OTHERS = [
    "https://evil.com",
    "http:evil.com",
    "mailto:jan@evil.com",
    "jan@evil.com",
    "ｊａｎ＠evil.com",
    "tel:0612345678",
    "Bel 06-12345678",
    "Bel 06 1234 5678",
    "+31 6 12345678",
    "\\\\evil\\x",
    "ftp://a",
    "：//evil.com",
    "evil.com:8080",
  ];
  test.each([...HOSTS, ...OTHERS])("%s", (name) => {
    for (const form of ["NFC", "NFD", "NFKC", "NFKD"] as const)
      expect(greetingName(name.normalize(form))).not.toMatch(LINKED);
  });
});
