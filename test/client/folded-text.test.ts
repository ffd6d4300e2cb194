import { expect, test } from "vitest";
import { foldedNames, foldedWords } from "../../src/shared/folded-text.ts";

/** Whether a name is found by what was typed: each word stands in what is stored, in one of its spellings. */
const isFound = (name: string, typed: string) => {
  const words = foldedWords(typed);
  const stored = foldedNames([name]) ?? "";
  return words.length > 0 && words.every((spellings) => spellings.some((spelling) => stored.includes(spelling)));
};

const NAMES = `
  Jürgen Müller, Piotr Wiśniewski, Zoë Łukasz, Ayşe Şahin Iğdır, İbrahim, Ján Ďurica, Ivan Kovač Đorđević,
  Øystein Ærø, Þóra Sigurðardóttir, Œuvre Strauß, Fatima El-Amrani, O’Brien–Smith, J.P. van 't Hof,
  Νίκος Παπαδόπουλος, Юлия Щёголева, Nguyễn Thị Hương, Ĳsbrand, Åse Håkansson, 山田 太郎
`
  .trim()
  .split(/,\s+/);

test.each(NAMES)("%s is found as it is stored, composed or not, in capitals, small and in plain letters", (name) => {
  const plain = name.normalize("NFD").replace(/\p{M}/gu, "");
  for (const typed of [name, name.normalize("NFD"), name.toUpperCase(), name.toLowerCase(), plain, ...name.split(" ")])
    expect([typed, isFound(name, typed)]).toEqual([typed, true]);
});

test.each([
  ["Jürgen Müller", "mueller"],
  ["Mueller", "Müller"],
  ["Øystein Ærø", "oystein aero"],
  ["Øystein Ærø", "Oeystein"],
  ["Aase", "Åse"],
  ["Strauß", "strauss"],
  ["Strauss", "STRAUẞ"],
  ["Łukasz", "lukasz"],
  ["Iğdır", "igdir"],
  ["Đorđević", "dordevic"],
  ["Fatima El Amrani", "elamrani"],
  ["Fatima El-Amrani", "amrani el"],
  ["O’Brien", "o'brien"],
  ["O'Brien", "OBrien"],
  ["J.P. van ’t Hof", "jp hof"],
  ["Ĳsbrand", "ijsbrand"],
  ["Joost van den Berg", "van de berg"],
  ["Ｙａｍａｄａ", "yamada"],
])("%s is found by %s", (name, typed) => {
  expect(isFound(name, typed)).toBe(true);
});

test.each(["sanne jansen", "Bor", "%", "_", "\u200b"])(
  "%j finds neither 'Sanne de Vries', 'Boer' nor 'Jansen'",
  (typed) => {
    for (const name of ["Sanne de Vries", "Boer", "Jansen"]) expect(isFound(name, typed), name).toBe(false);
  },
);

test("no name is stored as none", () => {
  expect([foldedNames([]), foldedNames([undefined, " - "])]).toEqual([null, null]);
});
