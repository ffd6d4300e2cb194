import { expect, test } from "vitest";
import { callingName, greetingName } from "../../src/server/mail/greeting-rules.ts";

/** How a mail greets somebody: by every real name, and by none that a mail program makes a link of. */

test.each([
  ...["Jan-Willem d'Hont", "van der Does de Willebois", "Hélène d’Août", "Nguyễn Thị Hoa", "Мария", "王小明"],
  ...["Prof. dr. ir. A. Bakker", "Opa & oma v.d. Berg", "Vos & Zn.", "A1 Boten", "Boot (2)", "Mam ❤️"],
])("%s is greeted as it is", (name) => {
  const plain = name.normalize("NFKC").replace(/\p{Default_Ignorable_Code_Point}/gu, "");
  expect([greetingName(name), greetingName(name.normalize("NFD"))]).toEqual([plain, plain]);
});

test.each([
  ["M.J.van Dijk", "M.J. van Dijk"],
  ["Dr.Jansen", "Dr. Jansen"],
  ["W. v.d.Berg", "W. v.d. Berg"],
  ["Th.van Gogh", "Th. van Gogh"],
  ["Vos&Zn.BV", "Vos&Zn. BV"],
  ["Jansen.BV", ""],
])("%s becomes no host: '%s'", (name, greeted) => expect(greetingName(name)).toBe(greeted));

test.each([
  ["Joost Visser", "Joost"],
  ["Gerard 't Hooft", "Gerard"],
  ["Jan-Willem van der Zee", "Jan-Willem"],
  ["Daniël Vos", "Daniël"],
  // Not plainly a first name, or not one person's: the whole name.
  ["J. Visser", "J. Visser"],
  ["Familie De Boer", "Familie De Boer"],
  ["Jan en Piet", "Jan en Piet"],
  ["Jan & Piet", "Jan & Piet"],
  ["Jan-Kapitein Visser", "Jan-Kapitein Visser"],
  ["Jan evil.com", ""],
])("%s is called '%s'", (typed, called) => {
  expect(callingName(typed)).toBe(called);
  expect(callingName(typed.normalize("NFD")).normalize("NFC")).toBe(called);
});

/** Two letters after a full stop without a space are a host to a mail program; the others begin links as they stand. */
const LINKED =
  /[\p{L}\p{M}\p{N}-][.\u3002\uff0e\uff61\u2024]\p{Default_Ignorable_Code_Point}*[\p{L}\p{N}][\p{L}\p{M}\p{N}-]|@|:\/|\bwww\.\S|\p{N}{7}/u;

test.each([
  ...["www.evil.com", "हिन्दी.com", "geschenk。com", "evil．com", "evil｡com", "evil․com", "evil.\u200bcom"],
  ...["ev\u00adil.com", "a.nl", "xn--e1afmkfd.xn--p1ai", "(evil.com)", "Jan evil.com/x", "http:evil.com"],
  ...["ｊａｎ＠evil.com", "tel:0612345678", "Bel 06-12345678", "\\\\evil\\x", "：//evil.com", "evil.com:8080"],
])("%s does not come through", (name) => {
  for (const form of ["NFC", "NFD", "NFKC", "NFKD"] as const)
    expect(greetingName(name.normalize(form))).not.toMatch(LINKED);
});
