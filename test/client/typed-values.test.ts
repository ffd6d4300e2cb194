import * as fc from "fast-check";
import { expect, test } from "vitest";
import { readGiftCode, spellGiftCode, spellGiftName } from "../../src/gifts/gift-address-rules.ts";
import { formatOrderNumber, orderNumbersIn, spellOrderToken } from "../../src/ledger/order-rules.ts";
import { isEmailAddress } from "../../src/shared/email-address.ts";
import { formatGiftCode } from "../../src/shared/gift.ts";
import { writeGiftCode } from "../../src/shared/gift-code.ts";
import { cleanLine, cleanText } from "../../src/shared/typed-text.ts";
import { readDay, readEmailText } from "../../src/shared/typed-values.ts";
import { eachRow } from "../table.ts";

/** What people paste: any wrapping of a right value is that value, and a wrong one is never another right one. */

const INVISIBLE = ["\u200b", "\u2060", "\u00ad", "\ufeff", "\u200e", "\u061c", "\u180e"];
const DASHES = ["-", "\u2010", "\u2011", "\u2012", "\u2013", "\u2014", "\u2212", "\ufe63", "\uff0d"];
const invisible = fc.constantFrom("", ...INVISIBLE);
const dash = fc.constantFrom(...DASHES);
const before = fc.constantFrom("", ..." \u00a0\"'([<\u201c\u201e\u2018\u00ab*\ufeff");
const after = fc.constantFrom("", ..." \u00a0.,;:!?)]>\"'\u201d\u00bb\u2026*\n");
const ends = fc.array(after, { maxLength: 3 }).map((all) => all.join(""));
const begins = fc.array(before, { maxLength: 3 }).map((all) => all.join(""));

/** Characters without a shape between any two of a text. */
const veiled = (text: string) =>
  fc
    .array(invisible, { minLength: text.length, maxLength: text.length })
    .map((between) => Array.from(text, (character, index) => (between[index] ?? "") + character).join(""));

test("a typed text keeps no control character and no mark of direction, and each break of a line is one", () => {
  expect(cleanText(" Jan\u202e\u0007\r\nde\rVries\u2028x\ty ")).toBe("Jan\nde\nVries\nx\ty");
  expect(cleanLine("Jan\u200f \t de\r\nVries")).toBe("Jan de Vries");
});

/** Holds of whatever is generated. */
const always = <T>(value: fc.Arbitrary<T>, holds: (value: T) => void) =>
  fc.assert(fc.property(value, (one) => void holds(one)));

const ownCode = fc.uint8Array({ minLength: 10, maxLength: 10 }).map((bytes) => formatGiftCode(writeGiftCode(bytes)));

const LINK = "https://vaarkoers.example/g-";
const spellings = (code: string) => [
  ...["-", "", " ", "_"].map((between) => code.replaceAll("-", between)),
  ...[code.toLowerCase(), code.replaceAll("0", "O").replaceAll("1", "l")],
];
const pasted = (code: string) =>
  fc
    .tuple(
      begins,
      fc.constantFrom(...spellings(code)).chain(veiled),
      ends,
      dash,
      fc.constantFrom("", "Cadeaucode: ", "code:", LINK, `Pak het hier uit: ${LINK.toUpperCase()}`, "mijn code is "),
      fc.constantFrom("", " Groetjes, opa", "?fbclid=IwAR0", "&utm_source=x", " en veel plezier", "/"),
    )
    .map(([start, typed, end, line, label, rest]) => start + label + typed.replaceAll("-", line) + end + rest);

test("a gift's code: however it was pasted it is that code", () => {
  const typed = ownCode.chain((code) => pasted(code).map((text) => [code, text] as const));
  always(typed, ([code, text]) => expect(readGiftCode(text)).toBe(code));
});

test("a gift's code: a code with a wrong character, or two that changed places, is never another code", () => {
  always(fc.tuple(ownCode, fc.nat(19), fc.constantFrom(..."0123456789ABCDEFGHJKMNPQRSTVWXYZ")), ([code, at, other]) => {
    const letters = [...code.replaceAll("-", "")];
    fc.pre(letters[at] !== other);
    letters[at] = other;
    const wrong = letters.join("");
    expect(readGiftCode(`Cadeaucode: ${wrong}.`)).toBe(formatGiftCode(wrong));
  });
});

test("a gift's code: of two codes in a text neither is taken", () => {
  always(fc.tuple(ownCode, ownCode), ([one, other]) => {
    fc.pre(one !== other);
    expect(readGiftCode(`${one} of ${other}`)).toBeNull();
  });
});

const MADE = 'TEST-1234.|"TEST-1234"|Code: test-1234|https://vaarkoers.example/g-TEST-1234?fbclid=x|TEST-1234&fbclid=x';
test.each(MADE.split("|"))("a gift's code: a code that operators made: %s", (typed) =>
  expect(readGiftCode(typed)).toBe("TEST-1234"),
);

test.each(["TEST.1234", "TEST/1234", "TEST<b>1234", "", "...", "abc", "ik weet het niet!"])(
  "a gift's code: %j leads to no other code",
  (typed) => expect(readGiftCode(typed) ?? "").not.toBe("TEST"),
);

test("a gift's code: in an address only what is a code is spelled anew", () => {
  expect(spellGiftCode("TEST.1234")).toBe("TEST.1234");
  expect(spellGiftCode("test-1234)")).toBe("TEST-1234");
  expect(spellGiftName("Sanne.")).toBe("sanne");
  expect(spellGiftName("sanne.b")).toBe("sanne.b");
});

const part = fc.stringMatching(/^[a-z0-9]([a-z0-9_+-]{0,8}[a-z0-9])?$/);
const address = fc
  .tuple(fc.array(part, { minLength: 1, maxLength: 3 }), part, fc.constantFrom("nl", "com", "example", "co.uk"))
  .map(([name, host, end]) => `${name.join(".")}@${host.replace(/[_+]/g, "")}x.${end}`);

test("an e-mail address: however it was pasted it is that address", () => {
  const label = fc.constantFrom("", "mailto:", "Jan de Vries <", '"Vries, Jan de" <');
  const wrapped = address.chain((email) => fc.tuple(fc.constant(email), begins, veiled(email), ends, label));
  always(wrapped, ([email, start, typed, end, label]) => {
    const isIn = label.endsWith("<");
    expect(readEmailText(isIn ? `${label}${typed}>${end}` : start + label + typed + end)).toBe(email);
  });
});

const two = "jan@example.nl, piet@example.nl|jan@example.nl piet@example.nl|jan@example.nl <piet@example.nl>";
const wrong =
  "jan.@example.nl|.jan@example.nl|jan..de.vries@example.nl|jan@example.123|jan@-example.nl|jan@example|jan";
const LONG = `jan@${"e".repeat(60)}${".example".repeat(30)}`;
test.each(`${two}|<jan@example.nl> <piet@example.nl>|${wrong}|${LONG}|@example.nl|`.split("|"))(
  "an e-mail address: %j is none",
  (typed) => expect(isEmailAddress(readEmailText(typed))).toBe(false),
);

const right = "o'neil@example.nl jan+boot@example.nl j.de_vries@sub.example-shop.nl jan@xn--bcher-kva.example 1@2.nl";
test.each(right.split(" "))("an e-mail address: %s is one, and left as it is", (typed) => {
  expect([readEmailText(typed), isEmailAddress(typed)]).toEqual([typed, true]);
});

eachRow(`
    jan@müller.nl                  | jan@xn--mller-kva.nl
    Jan de Vries <jan@MÜLLER.nl>.  | jan@xn--mller-kva.nl
    mailto:jan@пример.рф           | jan@xn--e1afmkfd.xn--p1ai
    jan@strasse-straße.de          | jan@xn--strasse-strae-mdb.de
    jan@müller.nl/pad              | none
    jan@müller.nl:8080             | none
    jan@müller                     | none
    jan@mül ler.nl                 | none
    jan@müller.1                   | none
    jän@example.nl                 | none`)("a domain in other letters, %s: %s", (typed = "", address) => {
  const read = readEmailText(typed);
  expect(isEmailAddress(read) ? read : "none").toBe(address);
});

const id = fc.stringMatching(/^pi_3[A-Za-z0-9]{23}$/);
/** The number of a payment's order, without `VK-`. */
const numberOf = (intentId: string) => formatOrderNumber(intentId).slice(3);

test("an order's number: however it was pasted it is that number", () => {
  const before = "VK-|VK |vk|VK: |VK - |#VK-|bestelnummer |Klein Vaarbewijs 1, VK-".split("|");
  const label = fc.tuple(fc.constantFrom(...before), dash).map(([text, line]) => text.replace("-", line));
  const rest = fc.constantFrom("", " van mij", ", klein vaarbewijs");
  const spelled = (intentId: string) => veiled(numberOf(intentId));
  const typed = id.chain((intentId) => fc.tuple(fc.constant(intentId), begins, label, spelled(intentId), ends, rest));
  always(typed, ([intentId, ...parts]) => expect(orderNumbersIn(parts.join(""))).toContain(numberOf(intentId)));
});

test("an order's number: in two parts, and in lower case", () => {
  expect(orderNumbersIn("vk-1a2b3 c4d5e")).toContain("1A2B3C4D5E");
  expect(orderNumbersIn("VK–1A2B3C4D5E…")).toContain("1A2B3C4D5E");
});

test("an order's number: another number is not", () => {
  always(fc.tuple(id, id), ([one, other]) => {
    fc.pre(numberOf(one) !== numberOf(other));
    expect(orderNumbersIn(formatOrderNumber(other))).not.toContain(numberOf(one));
  });
});

const ENDS = [".", ",", ")", "!", "…", "_", "&fbclid=x", "?x=1", ">", "'", '"', "\u200b", "/"];
test.each(ENDS)("an order's number: %j behind a link is none of it", (end) => {
  const token = `1.pi_3abc.${"a".repeat(43)}`;
  expect(spellOrderToken(token + end)).toBe(token);
});

const day = fc.date({ min: new Date("2026-01-01"), max: new Date("2029-12-31"), noInvalidDate: true });
const MONTHS = "januari februari maart april mei juni juli augustus september oktober november december".split(" ");
const WEEK = ["zondag", "maandag", "dinsdag", "woensdag", "donderdag", "vrijdag", "zaterdag"];

test("a day: however it was written it is that day", () => {
  const written = day.chain((date) => {
    const iso = date.toISOString().slice(0, 10);
    const [year = "", month = "", of = ""] = iso.split("-");
    const [m, d] = [Number(month), Number(of)];
    const name = MONTHS[m - 1] ?? "";
    const short = name.slice(0, 3) === "maa" ? "mrt" : name.slice(0, 3);
    const forms = [
      ...[iso, `${year}-${m}-${d}`, `${d}-${m}-${year}`, `${of}/${month}/${year}`, `${d}.${m}.${year}`],
      ...[`${of} ${month} ${year}`, `${d} ${name} ${year}`, `${d} ${short}. ${year}`, `${d}-${m}-${year.slice(2)}`],
      `${WEEK[date.getUTCDay()]} ${d} ${name} ${year}`,
    ];
    return fc
      .tuple(fc.constantFrom(...forms), dash, ends, begins)
      .map(([form, line, end, start]) => [iso, start + form.replaceAll("-", line) + end] as const);
  });
  always(written, ([iso, text]) => expect(readDay(text)).toBe(iso));
});

test.each(["1 sept. 2026", "dinsdag den 1 september 2026"])("a day: %j is one", (typed) =>
  expect(readDay(typed)).toBe("2026-09-01"),
);

const none =
  "|31-02-2027|31 april 2027|5-13-2026|12-2026|morgen|maandag 5 december 2026|20261205|5 december|0-1-2027|1-1-20270";
test.each(none.split("|"))("a day: %j is none", (typed) => expect(readDay(typed)).toBeNull());
