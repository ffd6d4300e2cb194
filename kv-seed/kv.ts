import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { errorMessage } from "../src/server/log.ts";
import { openCloudflareKv } from "./cloudflare-kv.ts";
import { type Command, optionsIn } from "./command.ts";
import { checkCommand } from "./commands/check.ts";
import { giftCommand } from "./commands/gift.ts";
import { pullCommand } from "./commands/pull.ts";
import { pushCommand } from "./commands/push.ts";
import { reconcileCommand } from "./commands/reconcile.ts";
import { restoredCommand } from "./commands/restored.ts";
import { UsageError } from "./data-files.ts";
import { type LedgerSession, openLedger as openLedgerOf } from "./database.ts";
import { goLiveCommand, type ReplacedParts } from "./go-live.ts";
import { openLocalKv } from "./local-kv.ts";
import { openStripe, type StripeParts } from "./stripe-connection.ts";
import { describeStripeError } from "./stripe-errors.ts";
import { type DataTerminal, processTerminal } from "./terminal.ts";
import {
  createDatabaseCommand,
  createNamespaceCommand,
  isDatabaseId,
  isNamespaceId,
  type KvSession,
  type KvTarget,
  PlatformError,
  readWranglerConfig,
} from "./wrangler.ts";

/** The operators' tool: `npm run kv -- <command>`. */

const COMMANDS: readonly Command[] = [
  checkCommand,
  pushCommand,
  pullCommand,
  giftCommand,
  reconcileCommand,
  restoredCommand,
];

const GLOBAL_HELP = `Options for every command:
  --remote           work on the real shop's data at Cloudflare instead of the copy on this machine; needs --env
  --env NAME         environment in wrangler.toml, such as production
  --persist-to DIR   another folder for the local copy (as wrangler has it; default .wrangler/state)
  --outside-port N   another port of the outside world of \`npm start\`, which is the local shop's Stripe (8788)
  --origin URL       scheme and host in links (default SITE_ORIGIN in wrangler.toml)
  -h, --help         this help, or a command's own`;

const OVERVIEW = `Looks after the shop's KV, brings the shop live, and puts its database right after a loss. In KV: where a buyer goes after
paying (INTERSTITIALS), and gifts (GIFTS). Orders, refunds, withdrawals, mails and books are at the owner's desk, /beheer.

Usage: npm run kv -- <command> [options]

Commands:
${[...COMMANDS, goLiveCommand()].map((command) => `  ${command.name.padEnd(13)}${command.summary}`).join("\n")}

${GLOBAL_HELP}

A first round on this machine:
  npm run kv -- check        are the files in kv-seed/ right?
  npm run kv -- push --dry-run   what differs from the local shop?
  npm run kv -- push         make the local shop like the files
  npm run kv -- gift --recipient Sanne --giver Mark

For the real shop log in once with \`npx wrangler login\`, or set CLOUDFLARE_API_TOKEN. Its files are in
kv-seed/<env>/, so that addresses of this machine never get there:
  npm run kv -- pull --remote --env production
  npm run kv -- push --remote --env production --dry-run

Help for one command: npm run kv -- <command> --help`;

export type KvToolParts = {
  terminal: DataTerminal;
  openKv?: (target: KvTarget) => KvSession;
  openLedger?: (target: KvTarget) => LedgerSession;
  stripe?: StripeParts;
  goLive?: ReplacedParts;
  now?: Date;
};

/** Runs one command line and returns its exit code: 0 done, 1 not done, 2 a wrong command line. */
export async function runKvTool(argv: readonly string[], parts: KvToolParts): Promise<number> {
  const { terminal, openKv = openKvOf, openLedger = openLedgerOf, stripe = {}, now = new Date() } = parts;
  const [name, ...rest] = argv;
  const commands = [...COMMANDS, goLiveCommand(parts.goLive)];
  if (name === undefined || name === "--help" || name === "-h" || name === "help") {
    terminal.out(OVERVIEW);
    return name === undefined ? 2 : 0;
  }
  const command = commands.find((candidate) => candidate.name === name);
  if (command === undefined) {
    const names = commands.map((candidate) => candidate.name);
    terminal.note(`There is no command "${name}". Commands: ${names.join(", ")}.`);
    return 2;
  }
  const sessions: { close(): Promise<void> }[] = [];
  try {
    const parsed = parseArgs({
      args: rest,
      // Not in the help: another wrangler.toml, for tests.
      options: { ...optionsIn(command.help), ...optionsIn(GLOBAL_HELP), config: { type: "string" } },
      allowPositionals: !/^\[?--/.test(command.usage),
    });
    const values = parsed.values as Readonly<Record<string, string | boolean | undefined>>;
    if (values.help === true) {
      terminal.out(`${command.summary}.\n\nUsage: npm run kv -- ${command.name} ${command.usage}\n`);
      terminal.out(`${command.help}\n\n${GLOBAL_HELP}`);
      return 0;
    }
    const { isOfEnvironment = false } = command;
    const target = readTarget(
      isOfEnvironment ? { ...values, remote: values.env !== undefined && values.local !== true } : values,
    );
    if (target.remote && !isOfEnvironment && command.name !== checkCommand.name) await checkRemote(target);
    const [kv, { ledger, close }] = [openKv(target), openLedger(target)];
    sessions.push(kv, { close });
    return await command.run({
      args: parsed.positionals,
      values,
      target,
      readOrigin: () => readOrigin(values.origin, target),
      openStore: kv.store,
      ledger,
      openStripe: () => openStripe(target, terminal, stripe),
      terminal,
      now,
    });
  } catch (error) {
    if (error instanceof UsageError || isParseArgsError(error)) {
      terminal.note(`${error.message}\nSee: npm run kv -- ${command.name} --help`);
      return 2;
    }
    const said = error instanceof PlatformError ? error.message : describeStripeError(error);
    terminal.note(said ?? `${command.name} failed: ${errorMessage(error)}`);
    return 1;
  } finally {
    for (const { close } of sessions) await close();
  }
}

function openKvOf(target: KvTarget): KvSession {
  return target.remote ? openCloudflareKv(target) : openLocalKv(target);
}

function readTarget(values: Readonly<Record<string, string | boolean | undefined>>): KvTarget {
  const target: KvTarget = { remote: values.remote === true };
  if (typeof values.env === "string") {
    if (!/^[A-Za-z0-9_-]+$/.test(values.env)) throw new UsageError("--env must be the name of an environment");
    target.env = values.env;
  }
  if (typeof values.config === "string") target.config = resolve(values.config);
  if (typeof values["persist-to"] === "string") target.persistTo = resolve(values["persist-to"]);
  if (target.remote && target.env === undefined) {
    throw new UsageError("--remote needs --env NAME: without it wrangler.toml describes the local shop.");
  }
  if (target.remote && target.persistTo !== undefined) throw new UsageError("--persist-to is for local KV only.");
  if (values["outside-port"] !== undefined) target.outsidePort = readPort(values["outside-port"]);
  if (target.remote && target.outsidePort !== undefined)
    throw new UsageError("--outside-port is for the shop of this machine only.");
  return target;
}

function readPort(text: string | boolean): number {
  const port = /^\d{1,5}$/.test(String(text)) ? Number(text) : 0;
  if (port < 1 || port > 65_535) throw new UsageError("--outside-port must be a number from 1 to 65535");
  return port;
}

/** Rejects with a `UsageError` if an id was never filled in, before Cloudflare is asked for it. */
async function checkRemote(target: KvTarget): Promise<void> {
  const { namespaceIds, database } = await readConfig(target);
  for (const [binding, id] of namespaceIds) {
    if (!isNamespaceId(id)) {
      throw new UsageError(
        `wrangler.toml has no real id yet for ${binding} in [env.${target.env}]: "${id}".\n` +
          `Make the namespace with \`${createNamespaceCommand(binding, target.env ?? "")}\` and fill in its id.`,
      );
    }
  }
  if (!isDatabaseId(database.id)) {
    throw new UsageError(
      `wrangler.toml has no real id yet for the database in [env.${target.env}]: "${database.id}".\n` +
        `Make the database with \`${createDatabaseCommand(database.name)}\` and fill in its id.`,
    );
  }
}

async function readOrigin(option: string | boolean | undefined, target: KvTarget): Promise<string> {
  if (typeof option === "string") {
    const url = URL.parse(option);
    if (url === null || !["http:", "https:"].includes(url.protocol) || !["", "/"].includes(url.pathname)) {
      throw new UsageError("--origin must be a scheme and a host, such as https://www.example.nl");
    }
    return url.origin;
  }
  const siteOrigin = String((await readConfig(target)).vars.SITE_ORIGIN);
  if (URL.parse(siteOrigin)?.hostname.endsWith(".invalid") !== false) {
    throw new UsageError(
      `SITE_ORIGIN in wrangler.toml is still a placeholder (${siteOrigin}). Fill it in, or use --origin.`,
    );
  }
  return siteOrigin;
}

/** Reads the target's configuration. Rejects with a `UsageError` that has wrangler's message. */
async function readConfig(target: KvTarget): ReturnType<typeof readWranglerConfig> {
  try {
    return await readWranglerConfig(target);
  } catch (error) {
    throw new UsageError(errorMessage(error));
  }
}

function isParseArgsError(error: unknown): error is Error {
  return error instanceof Error && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS");
}

if (import.meta.main) {
  // The Worker's functions write its log. Here the commands say what happened.
  for (const level of ["info", "warn", "error"] as const) console[level] = () => undefined;
  process.exitCode = await runKvTool(process.argv.slice(2), { terminal: processTerminal() });
}
