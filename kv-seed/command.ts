import type { ParseArgsConfig } from "node:util";
import type Stripe from "stripe";
import type { Ledger } from "../src/server/database.ts";
import type { KvStore } from "../src/server/kv-store.ts";
import { LOCAL_ENVIRONMENT } from "../src/shared/environment.ts";
import { printable } from "../src/shared/printable.ts";
import { isoMomentOf } from "../src/shared/time.ts";
import { UsageError } from "./data-files.ts";
import type { DataTerminal } from "./terminal.ts";
import type { KvBinding, KvTarget } from "./wrangler.ts";

export type CommandContext = {
  args: readonly string[];
  values: Readonly<Record<string, string | boolean | undefined>>;
  target: KvTarget;
  /** Origin for links: `--origin`, else SITE_ORIGIN of wrangler.toml, else the local shop. */
  readOrigin(): Promise<string>;
  openStore(binding: KvBinding): KvStore;
  ledger: Ledger;
  /** The Stripe account that the target's orders come from. */
  openStripe(): Promise<Stripe>;
  terminal: DataTerminal;
  now: Date;
};

export type Command = {
  name: string;
  /** Arguments in the usage line. If it begins with an option, the command takes no words. */
  usage: string;
  /** One line for the overview. */
  summary: string;
  /** The rest of the command's `--help`. Its options are the ones that the command accepts (`optionsIn`). */
  help: string;
  /** It works on an environment that need not be complete, so `--env` is enough, and no id is asked for. */
  isOfEnvironment?: boolean;
  /** Resolves to the exit code: 0 done, 1 not done, after a message. */
  run(context: CommandContext): Promise<number>;
};

/** The options that a help text has at the beginning of a line: `--all`, or with a value `--limit N`. */
export function optionsIn(help: string): NonNullable<ParseArgsConfig["options"]> {
  const named = [...help.matchAll(/^ {2}(?:-(\w), )?--([a-z-]+)( [A-Z]+)?/gm)];
  return Object.fromEntries(
    named.map(([, short, name = "", value]) => [
      name,
      { type: value === undefined ? "boolean" : "string", ...(short === undefined ? {} : { short }) } as const,
    ]),
  );
}

export function textOption(context: CommandContext, name: string): string | undefined {
  const value = context.values[name];
  return typeof value === "string" ? value : undefined;
}

/** Reads an option that is a count from 1 to `most`. Throws a `UsageError` for anything else. */
export function countOption(context: CommandContext, name: string, byDefault: number, most: number): number {
  const text = textOption(context, name) ?? String(byDefault);
  const count = /^\d+$/.test(text) ? Number(text) : 0;
  if (count < 1 || count > most) throw new UsageError(`--${name} must be a number from 1 to ${most}`);
  return count;
}

/** A moment in the shop's time zone, to the second: `2026-11-21 16:05:00`; empty if it is invalid. */
export function formatTime(iso: string): string {
  const moment = new Date(iso);
  return Number.isNaN(moment.getTime()) ? "" : isoMomentOf(moment);
}

export type LabelledFact = readonly [label: string, text: string | readonly string[] | undefined];

/** Facts with their labels; a text of several lines is below its label. Unknown facts are left out. */
export function labelled(facts: readonly LabelledFact[]): string {
  const known = facts.filter(([, text]) => text !== undefined);
  const width = Math.max(...known.map(([label]) => label.length)) + 2;
  return known
    .flatMap(([label, text = ""]) => [text].flat().map((line, index) => [index === 0 ? label : "", line] as const))
    .map(([label, line]) => `${label.padEnd(width)}${printable(line)}`)
    .join("\n");
}

type Asking = Pick<CommandContext, "terminal" | "values" | "target">;

/**
 * Asks the operator whether to do what the preview shows. `act`: what, and to how many: `Make 2 mails due`; the question adds
 * which shop. `shown`: `--dry-run`, which asks nothing. `no`: also if there is nobody to ask. `nothing` is the message after a
 * `no`.
 */
export async function askAfterPreview(
  { terminal, values, target }: Asking,
  act: string,
  nothing: string,
): Promise<"yes" | "no" | "shown"> {
  if (values["dry-run"] === true) return "shown";
  const question = `${act} (${describeTarget(target)})?`;
  if (terminal.confirm !== undefined && (await terminal.confirm(question))) return "yes";
  terminal.note(terminal.confirm === undefined ? `Nobody is here to ask. ${nothing}` : nothing);
  return "no";
}

/**
 * Asks the same before a change of the real shop. On this machine, where such a change is undone by another one, and with
 * `--yes`, if the command has it, nobody is asked.
 */
export async function askIfRemote(context: Asking, act: string, nothing: string): Promise<"yes" | "no" | "shown"> {
  const { target, values } = context;
  const isSure = !target.remote || values.yes === true;
  return isSure && values["dry-run"] !== true ? "yes" : askAfterPreview(context, act, nothing);
}

/** Says after "there is none" which shop was asked: without `--remote` it reads as if there were no such gift. */
export function describeAsked(target: KvTarget): string {
  const where = describeTarget(target);
  return target.remote ? where : `${where}; the real shop: --remote --env NAME`;
}

/** The mark of a target's payments: the ENVIRONMENT of its section in wrangler.toml. */
export function environmentOf({ env }: KvTarget): string {
  return env ?? LOCAL_ENVIRONMENT;
}

/** `local` or `remote, environment production`, for messages. */
export function describeTarget(target: KvTarget): string {
  if (target.remote) return `remote, environment ${target.env ?? "default"}`;
  return target.env === undefined ? "local" : `local, environment ${target.env}`;
}
