import type { ActEnd } from "./acts.ts";
import type { Block } from "./desk-rules.ts";

/** An act before it is confirmed: all that its preview shows, and how it is done. */
export type ActPreview = {
  title: string;
  /** What it is about, for the table `acts`: a payment, a reference, a key. */
  about: string;
  /** The act in one sentence, as it is written down. Never with a buyer's address. */
  what: string;
  /** What was there before, as it is written down. */
  before: string;
  facts: Extract<Block, { kind: "facts" }>["rows"];
  follows: readonly string[];
  /** A box that must be ticked too. */
  tick?: string;
  links?: readonly { text: string; href: string }[];
  button: string;
  /** Whether real money moves; null if none does. */
  isLive: boolean | null;
  /** The screen to go back to. */
  back: string;
  perform: () => Promise<ActEnd>;
};

/** Why an act cannot be done, in a sentence, and the screen to go back to. */
export type ActRefusal = { refusal: string; back: string };
