import { intentIdOfKey, joinOrder } from "../../src/services/orders.ts";
import { formatOrderNumber } from "../../src/shared/order.ts";
import { type Command, describeTarget, textOption } from "../command.ts";
import { UsageError } from "../data-files.ts";
import { printable } from "../terminal.ts";
import type { KvKey } from "../wrangler.ts";

/** As wrangler.toml names it, in both environments. */
const AFTER_SALE = "vaarkoers-after-sale";
const DEFAULT_PORT = "8787";
/** A younger sale's Workflow is still at it. */
const PATIENCE_MS = 15 * 60_000;

/** Keys that only what was paid has, and the one that says its confirmation was sent (services/orders.ts). */
const PAID_KEY = /^pi_\w+(\.session)?$/;
const MAILED_KEY = /^pi_\w+\.mail$/;

export const mailsCommand: Command = {
  name: "mails",
  usage: "[--resend] [PAYMENT ...]",
  summary: "List paid orders whose buyer has no confirmation yet, and send it",
  help: `Oldest first: order number, payment id and when it was paid (UTC). Payments that are no sale of the shop are left
out, and so are sales of the last quarter of an hour, unless they are named.

  --resend      start what comes after a sale again for each of them, or for the payments named: the buyer gets the
                confirmation, the owner a notice. A buyer who has the mail gets no other.
  --port PORT   where the local shop runs (default ${DEFAULT_PORT}; not with --remote)

  npm run kv -- mails
  npm run kv -- mails --resend --remote --env production`,
  options: { resend: { type: "boolean" }, port: { type: "string" } },
  async run(context) {
    const { args, target, terminal, now } = context;
    for (const id of args)
      if (!/^pi_\w+$/.test(id)) throw new UsageError(`"${printable(id)}" is no payment id (pi_...)`);
    const port = textOption(context, "port");
    if (port !== undefined && (target.remote || !/^\d{1,5}$/.test(port)))
      throw new UsageError("--port PORT is for the local shop");

    const store = context.openStore("ORDERS");
    const keys = await store.list();
    const youngest = new Date(now.getTime() - PATIENCE_MS).toISOString();
    const unmailed = findUnmailed(keys).filter(({ intentId, paidAt }) =>
      args.length === 0 ? paidAt < youngest : args.includes(intentId),
    );
    const values = await store.get(unmailed.flatMap(({ intentId }) => keysOf(keys, intentId)));
    const waiting = unmailed.filter(({ intentId }) => isSale(intentId, values));
    if (waiting.length === 0) {
      terminal.out(
        `Every ${args.length === 0 ? "paid order" : "one of these"} has its confirmation (${describeTarget(target)}).`,
      );
      return 0;
    }
    for (const { intentId, paidAt } of waiting) {
      terminal.out(`${formatOrderNumber(intentId)}  ${printable(intentId)}  ${paidAt.slice(0, 19).replace("T", " ")}`);
    }
    if (context.values.resend !== true) {
      terminal.note(`${waiting.length} without a confirmation (${describeTarget(target)}); --resend sends them.`);
      return 0;
    }
    const start = context.openWorkflows(Number(port ?? DEFAULT_PORT));
    for (const [index, { intentId }] of waiting.entries()) {
      await start(AFTER_SALE, { intentId });
      terminal.note(`${index + 1} of ${waiting.length} started: ${printable(intentId)}`);
    }
    terminal.note("The mails go within minutes; `npm run kv -- mails` then lists none of them.");
    return 0;
  },
};

/** Paid orders without the mark of a sent confirmation, oldest first. A key without a time is old. */
function findUnmailed(keys: readonly KvKey[]): readonly { intentId: string; paidAt: string }[] {
  const mailed = new Set(keys.filter(({ name }) => MAILED_KEY.test(name)).map(({ name }) => intentIdOfKey(name)));
  const paid = new Map<string, string>();
  for (const { name, metadata } of keys) {
    if (PAID_KEY.test(name)) paid.set(intentIdOfKey(name), paidTime(metadata));
  }
  return [...paid]
    .filter(([intentId]) => !mailed.has(intentId))
    .map(([intentId, paidAt]) => ({ intentId, paidAt }))
    .sort((a, b) => a.paidAt.localeCompare(b.paidAt));
}

function keysOf(keys: readonly KvKey[], intentId: string): readonly string[] {
  return keys.map(({ name }) => name).filter((name) => intentIdOfKey(name) === intentId);
}

/** Money may come for other things than a course; what cannot be read may be a sale. */
function isSale(intentId: string, values: ReadonlyMap<string, string>): boolean {
  const joined = joinOrder(intentId, values);
  return joined.status !== "found" || joined.value.courseId !== undefined || joined.value.source !== undefined;
}

function paidTime(metadata: unknown): string {
  const time = (metadata as Readonly<Record<string, unknown>> | null | undefined)?.paidAt;
  return typeof time === "string" ? time : "";
}
