/** Signs that mail programs make links of: in addresses, hosts with a path, files, and numbers to call. */
const LINKED = /[@:/\\<>]|\p{N}[\p{N} ().-]{5,}\p{N}/u;
/** Full stops of other scripts, which addresses may have too (RFC 3490, 3.1). */
const FULL_STOPS = /[\u3002\uff0e\uff61\u2024]/g;
/** A full stop between two letters or figures: `J.de Vries`. */
const LINKED_STOP = /(?<=[\p{L}\p{M}\p{N}-]\.)(?=[\p{L}\p{N}][\p{L}\p{M}\p{N}-])/gu;

/**
 * A name for the greeting that no mail program turns into a link: otherwise anybody could make the shop mail a link to
 * another person's address. A name without a space after its initials gets one. Empty if it has signs that no name has.
 */
export function greetingName(name: string): string {
  const plain = name
    .replace(/\p{Default_Ignorable_Code_Point}/gu, "")
    .replace(FULL_STOPS, ".")
    .normalize("NFKC");
  return LINKED.test(plain) || hasHost(plain) ? "" : plain.replace(LINKED_STOP, " ");
}

/** Two words or more of letters alone: no `en`, no initials, no company. */
const WHOLE_NAME = /^([\p{L}\p{M}-]+)(?: ['’]?[\p{L}\p{M}][\p{L}\p{M}'’-]*)+$/u;
/** Words that make several people of a name: `Jan en Piet`. */
const JOINED = / (?:en|and|met) /i;

/**
 * The name by which a mail greets somebody: the first name, if the first word is plainly one (`Joost` of Joost Visser), else
 * the whole `greetingName`. Both halves of `Anne-Fleur` must be first names.
 */
export function callingName(name: string): string {
  const whole = greetingName(name);
  const [, first = ""] = WHOLE_NAME.exec(whole.trim()) ?? [];
  const parts = first.normalize("NFC").toLowerCase().split("-");
  const isPlain = !JOINED.test(whole) && parts.every((part) => FIRST_NAMES.has(part));
  return first !== "" && isPlain ? first : whole;
}

/** An initial, or a title: `A`, `Th`, `Chr`, `drs`. */
const INITIAL = /^(?!www$)[\p{L}\p{M}]{1,3}$/iu;

/** Whether a full stop stands between two words and the first is no initial and no title: `bank.nl`, `www.x`. */
function hasHost(name: string): boolean {
  return name.split(/[^\p{L}\p{M}\p{N}.-]+/u).some((text) => {
    const words = text.split(".");
    return words.some((word, index) => word !== "" && (words[index + 1] ?? "") !== "" && !INITIAL.test(word));
  });
}

/**
 * First names that are common in the Netherlands and that are plainly first names, in lower case. No register of names:
 * whoever is not in it is greeted with the whole name.
 */
const FIRST_NAMES: ReadonlySet<string> = new Set(
  `aad ad adriaan ahmed albert alex alexander ali alice amber amy andré andrea angela anita anja ank anke ann anna anne annelies
annemarie annemiek annet annie anouk ans anton antoinette arend arie arjan arno arnold astrid bart bas bastiaan ben bennie bert
bianca bob boris bram brigitte britt carla carlijn carlo carolien caroline cees charlotte chris christa christiaan christine claire
coen cor corrie daan daniël daniëlle danny david debbie demi dennis diana dick diederik dirk donna dylan ed eddy edith edwin eelco eline
elise elisabeth ellen els elsa emma eric erica erik erna ernst esmee esther eva evelien evert fabian fatima femke ferdinand finn fleur floor
floris fons frank franka frans fred frederik frits gé geert gerard gerben gerda gerrit gert gerwin gijs gina greet guido guus hannah hannie
hans harm harry heleen helena henk henri hester hidde hilde huub ilse inge ingrid irene iris isa jaap jacco jacob jacqueline jan jana janneke
jasmijn jasper jeanette jelle jenny jens jeroen jesse jessica jet jim jip jo joep johan johannes john jolanda joost jordy joris josé
judith jules julia jurgen jurre justin karel karen karin kees kevin kim klaas koen laura lars leen leendert lennart leo leon lex lianne
lieke lies lina linda lisa lisanne liselotte loes lotte louis louise luc lucas luuk maaike maarten maartje manon marc marcel margriet
maria mariëlle marieke marijke marijn marina marion marit marja marjan mark marleen marlies marloes martijn martin mathijs matthijs maud maurice max
meike melissa menno merel mia michael michel michelle mieke mike milan mirjam mohamed monique nathalie nick nico nicole niek niels nienke nina noa noah
noor noortje olga olaf oscar otto pascal patricia patrick paul paula paulien peggy peter petra piet pieter pim quinten rachel ralf ralph ramon
raymond reinier rené renate renske richard rick rik rob robbert robert robin roel roelof roland rolf romy ronald roos ruben rudolf rutger ruud
sabine sam samuel sander sandra sanne sara sarah saskia sebastiaan selma sem sharon silvia simon simone sjaak sjoerd sofie sonja sophie stan stefan stef steven stijn
susan susanne suzan suzanne sven sylvia tamara tanja tara tess teun thea theo thijs thomas tijmen tijn tim timo tineke tobias tom toon trudy truus
vera veronique victor vincent wendy wessel wiebe wilbert wilfred willem willemijn wilma wim wouter xander yara yasmin yvette yvonne zoë`.split(
    /\s+/,
  ),
);
