import type { ActEnd, Undo } from "./acts.ts";
import type { Desk } from "./desk.ts";
import type { Block } from "./desk-rules.ts";

/** An act before it is confirmed: all that its preview shows, and how it is done. */
export type ActPreview = {
  title: string;
  /** What it is about, for the table `acts`: a payment, a reference, a key; of a list its last moment, of a person how many orders. */
  about: string;
  /** The act in one sentence, as it is written down. Never with a buyer's address. */
  what: string;
  before: string;
  facts: Extract<Block, { kind: "facts" }>["rows"];
  follows: readonly string[];
  tick?: string;
  /** Fields of its form beside those that it was asked with. */
  hidden?: Readonly<Record<string, string>>;
  undo?: Undo | undefined;
  links?: readonly { text: string; href: string }[];
  button: string;
  /** Whether real money moves; null if none does. */
  isLive: boolean | null;
  back: string;
  /** What is said if it ended half-way, where something better is known than that nobody knows. */
  failed?: string;
  perform: () => Promise<ActEnd>;
};

/** Why an act cannot be done, in a sentence, and the screen to go back to. */
export type ActRefusal = { refusal: string; back: string };

export type MakePreview = (desk: Desk) => Promise<ActPreview | ActRefusal>;

/** What an act is about, as its preview shows it: an order, a withdrawal, a person, a key, a list. */
export type Asked = Pick<ActPreview, "about" | "back" | "facts">;

/** An act's words. What depends on the case is no text but a function, or several lists: then the act says it. */
type ActWords = { title: string; button: unknown; follows: unknown };

/** What an act says itself. `facts` stand above those of what it is about, `alsoFacts` below. */
type Made<Words extends ActWords> = Pick<ActPreview, "what" | "before" | "perform"> &
  Partial<Pick<ActPreview, "title" | "about" | "facts" | "tick" | "hidden" | "links" | "isLive" | "undo">> & {
    alsoFacts?: ActPreview["facts"];
  } & (Words["button"] extends string ? Partial<Pick<ActPreview, "button">> : Pick<ActPreview, "button">) &
  (Words["follows"] extends readonly string[] ? Partial<Pick<ActPreview, "follows">> : Pick<ActPreview, "follows">);

/**
 * An act: `ask` reads what it is about, `make` says what it does to that, or refuses in a sentence. Both may reject if the
 * ledger is away.
 */
export function defineAct<const Words extends ActWords, About extends Asked>(
  words: Words,
  ask: (desk: Desk) => Promise<About | ActRefusal>,
  make: (desk: Desk, asked: About) => Promise<Made<Words> | string>,
): MakePreview {
  return async (desk) => {
    const asked = await ask(desk);
    if ("refusal" in asked) return asked;
    const made = await make(desk, asked);
    if (typeof made === "string") return { refusal: made, back: asked.back };
    const { facts = [], alsoFacts = [], ...rest } = made;
    const said = { title: words.title, button: words.button, follows: words.follows, isLive: null };
    const { about, back } = asked;
    // The words that are no texts are among the rest, by the type of what `make` says.
    return { ...said, about, ...rest, back, facts: [...facts, ...asked.facts, ...alsoFacts] } as ActPreview;
  };
}
