/** The words of a screen of the desk: handlers say what is on it, `desk-page.tsx` says how it looks. */

import type { DeskVisitor } from "./desk-visitor-rules.ts";

/** What every screen shows around its content. */
export type DeskFrame = {
  /** The shop's environment, such as `production`; null if it has no name. */
  environment: string | null;
  /** Null if nobody can say who is there: then there is nothing to go to. */
  visitor: DeskVisitor | null;
  signOut: string;
  /** The path below `/beheer` of the section that is open. */
  section: string;
};

export type Cell = string | { text: string; href: string };

/** How a line is meant: work to do, a loss, or good news. */
export type Tone = "plain" | "wait" | "bad" | "good";

/** One thing in a list: what it is, what is the matter with it, and smaller lines below that. */
export type Item = { title: Cell; said?: string; lines: readonly Cell[]; aside?: Cell; tone?: Tone };

/** A field of a form. `kind`: that of the input, a choice, or a box that must be ticked, unless it is optional. `lines`: a text of several lines. */
export type Field = { name: string; label: string; hint?: string; value?: string } & (
  | { kind: "text" | "search" | "email" | "url" | "lines"; required?: boolean }
  /** `first`, `last`: the days that it offers, ISO 8601. */
  | { kind: "date"; required?: boolean; first?: string; last: string }
  | { kind: "choice"; required?: boolean; options: readonly (readonly [value: string, label: string])[] }
  | { kind: "tick"; isOptional?: boolean }
);

export type Form = {
  /** Where it is sent. */
  action: string;
  /** `get` only if nothing is typed but days: what is typed stands in no address. */
  method: "get" | "post";
  hidden?: Readonly<Record<string, string>>;
  fields: readonly Field[];
  button: string;
  /** `strong`: the one act of the screen. `final`: one that nobody can undo. */
  look?: "final" | "strong" | "quiet";
  /** The form is folded away below these words. */
  fold?: string;
};

/** A bar of a chart: its name, its height and the text that says the same. */
export type Bar = { label: string; value: number; text: string };

export type Block =
  | { kind: "text"; text: string; tone?: Tone }
  | { kind: "facts"; rows: readonly (readonly [label: string, value: Cell | readonly Cell[] | undefined])[] }
  | {
      kind: "table";
      caption: string;
      head: readonly string[];
      rows: readonly (readonly Cell[])[];
      numeric?: readonly number[];
      /** On a phone each row is a name and its numbers, below one head. */
      isCompact?: boolean;
      /** The row that is read first. */
      strong?: number;
    }
  | { kind: "list"; items: readonly Item[]; empty: string }
  | { kind: "story"; items: readonly Item[] }
  | { kind: "points"; points: readonly string[] }
  | ({ kind: "form" } & Form)
  | { kind: "links"; links: readonly { text: string; href: string }[] }
  | { kind: "chart"; title: string; most: string; bars: readonly Bar[] };

/** A part of a screen. Without a title it belongs to what is above it. `isAside`: beside the others where there is room. */
export type Section = { title?: string; isAside?: boolean; blocks: readonly Block[] };

export type Screen = {
  title: string;
  /** Above all else: what was done, or why it was not. */
  notice?: { text: string; tone: Tone; link?: { text: string; href: string } };
  sections: readonly Section[];
};

export function those<One>(...all: readonly (One | false)[]): readonly One[] {
  return all.filter((one): one is One => one !== false);
}

export const FILTER_PARAMETER = "toon";

export function filterField<Name extends string>(
  label: string,
  names: readonly Name[],
  words: Readonly<Record<Name, string>>,
  value: Name,
): Field {
  return {
    kind: "choice",
    name: FILTER_PARAMETER,
    label,
    value,
    options: names.map((one) => [one, words[one]] as const),
  };
}
