import type { ParseArgsConfig } from "node:util";
import type Stripe from "stripe";
import type { Terminal } from "./terminal.ts";
import type { KvBinding, KvStore, KvTarget, StartWorkflow } from "./wrangler.ts";

/** What every command gets. */
export type CommandContext = {
  /** Words after the command's name. */
  args: readonly string[];
  values: Readonly<Record<string, string | boolean | undefined>>;
  target: KvTarget;
  /** Origin for links: `--origin`, else SITE_ORIGIN of wrangler.toml, else the local shop. */
  readOrigin(): Promise<string>;
  openStore(binding: KvBinding): KvStore;
  /** The Stripe account that the target's orders come from. */
  openStripe(): Promise<Stripe>;
  /** Starts Workflows of the target; of the local shop that answers at this port. */
  openWorkflows(localPort: number): StartWorkflow;
  terminal: Terminal;
  now: Date;
};

export type Command = {
  name: string;
  /** Arguments in the usage line. */
  usage: string;
  /** One line for the overview. */
  summary: string;
  /** The rest of the command's `--help`. */
  help: string;
  options: NonNullable<ParseArgsConfig["options"]>;
  /** Exit code: 0 done, 1 not done (and said why). */
  run(context: CommandContext): Promise<number>;
};

/** A text option's value, or undefined. */
export function textOption(context: CommandContext, name: string): string | undefined {
  const value = context.values[name];
  return typeof value === "string" ? value : undefined;
}

/** `this machine` or `production (remote)`, for messages. */
export function describeTarget(target: KvTarget): string {
  if (target.remote) return `remote, environment ${target.env ?? "default"}`;
  return target.env === undefined ? "local" : `local, environment ${target.env}`;
}
