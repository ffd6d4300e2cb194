import type { Flow } from "./courses.ts";
import type { RunningText } from "./running-text.ts";

/** The types of content (given 9.9). The copy itself is in `-copy.ts` files. */

export type FaqItem = {
  /** Unique on the page: the hash that opens the item, kebab-case Dutch. */
  id: string;
  question: string;
  /** A function where prices are in it. */
  answer: FaqAnswer | ((flow: Flow) => FaqAnswer);
};

/** Paragraphs; a mention of another page is a link. */
export type FaqAnswer = readonly RunningText[];

export function answerOf({ answer }: FaqItem, flow: Flow): FaqAnswer {
  return typeof answer === "function" ? answer(flow) : answer;
}

/** Names of drawings in `assets/drawings/icons/`. */
export type IconName =
  | "compass"
  | "current"
  | "wind"
  | "buoy"
  | "lifebuoy"
  | "lock"
  | "wheel"
  | "radio"
  | "speech"
  | "book"
  | "clock"
  | "devices"
  | "question"
  | "chart"
  | "engine"
  | "signal"
  | "flag"
  | "id-card"
  | "calendar"
  | "euro"
  | "check"
  | "anchor"
  | "headset";

export type Step = { title: string; text?: string };
