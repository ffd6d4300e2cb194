import { formatOrderNumber } from "../../src/shared/order.ts";
import { type Command, describeTarget, textOption } from "../command.ts";
import { UsageError } from "../data-files.ts";
import { listOrderNames, newestFirst, readOrders, type StoredOrder } from "../order-records.ts";
import { printable } from "../terminal.ts";

/** As wrangler.toml names it, in both environments. */
const AFTER_SALE = "vaarkoers-after-sale";
const DEFAULT_PORT = "8787";
/** A younger sale's Workflow is still at it. */
const PATIENCE_MS = 15 * 60_000;

/** Keys that only what was paid has; `….mail` says that its confirmation was sent (services/orders.ts). */
const PAID_KEY = /^pi_\w+(\.session)?$/;

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
  async run(context) {
    const { args, target, terminal, now } = context;
    for (const id of args)
      if (!/^pi_\w+$/.test(id)) throw new UsageError(`"${printable(id)}" is no payment id (pi_...)`);
    const port = textOption(context, "port");
    if (port !== undefined && (target.remote || !/^\d{1,5}$/.test(port)))
      throw new UsageError("--port PORT is for the local shop");

    const store = context.openStore("ORDERS");
    const youngest = new Date(now.getTime() - PATIENCE_MS).toISOString();
    const unmailed = (await listOrderNames(store)).filter(
      ({ intentId, keys, time }) =>
        keys.some((key) => PAID_KEY.test(key)) &&
        !keys.includes(`${intentId}.mail`) &&
        (args.length === 0 ? time < youngest : args.includes(intentId)),
    );
    const waiting = newestFirst(await readOrders(store, unmailed))
      .filter(isSale)
      .toReversed();
    if (waiting.length === 0) {
      terminal.out(
        `Every ${args.length === 0 ? "paid order" : "one of these"} has its confirmation (${describeTarget(target)}).`,
      );
      return 0;
    }
    for (const { intentId, time } of waiting) {
      terminal.out(`${formatOrderNumber(intentId)}  ${intentId}  ${time.slice(0, 19).replace("T", " ")}`);
    }
    if (context.values.resend !== true) {
      terminal.note(`${waiting.length} without a confirmation (${describeTarget(target)}); --resend sends them.`);
      return 0;
    }
    const start = context.openWorkflows(Number(port ?? DEFAULT_PORT));
    for (const [index, { intentId }] of waiting.entries()) {
      await start(AFTER_SALE, { intentId });
      terminal.note(`${index + 1} of ${waiting.length} started: ${intentId}`);
    }
    terminal.note("The mails go within minutes; `npm run kv -- mails` then lists none of them.");
    return 0;
  },
};

/** Money may come for other things than a course; what cannot be read may be a sale. */
function isSale({ order }: StoredOrder): boolean {
  return order === null || order.courseId !== undefined || order.source !== undefined;
}
