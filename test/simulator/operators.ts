import type { Command, CommandContext } from "../../kv-seed/command.ts";
import { giftCommand } from "../../kv-seed/commands/gift.ts";
import { reconcileCommand } from "../../kv-seed/commands/reconcile.ts";
import { createTerminal } from "../../kv-seed/terminal.ts";
import { ledgerOf } from "../../src/ledger/database.ts";
import { readOrder } from "../../src/ledger/orders.ts";
import { correctAtStripe, correctAddress as correctInLedger } from "../../src/orders/address-correction.ts";
import { resendConfirmation, resendReceipt } from "../../src/orders/resend.ts";
import { connectStripe } from "../../src/server/stripe.ts";
import { storeOf } from "../outside-world/kv-api.ts";
import { STRIPE_SECRET_KEY } from "../outside-world/stripe-keys.ts";
import { now } from "./clock.ts";
import { checkProjection } from "./ledger-promises.ts";
import { CORRECTED_ADDRESS } from "./purchases.ts";
import type { World } from "./world.ts";

/** What operators do with their own tool, on a story's ledger, KV and Stripe. They say yes to what it asks. */

type ToolRun = { exitCode: number; said: string };

async function runTool(
  world: World,
  command: Command,
  args: readonly string[],
  values: CommandContext["values"],
): Promise<ToolRun> {
  const lines: string[] = [];
  const write = (text: string) => void lines.push(text.trimEnd());
  const { apiBase } = world;
  let exitCode = 1;
  try {
    exitCode = await command.run({
      args,
      values,
      target: { remote: false },
      readOrigin: async () => world.shopOrigin,
      openStore: (binding) => storeOf(world.kvAt(binding, "operators")),
      ledger: ledgerOf(world.envAt("operators")),
      openStripe: () => connectStripe({ secretKey: STRIPE_SECRET_KEY, apiBase }),
      terminal: { ...createTerminal({ out: write, note: write }), confirm: async () => true },
      now: new Date(),
    });
  } catch (error) {
    write(String(error));
  }
  const said = lines.join(" | ");
  world.note(`The operator's '${command.name}' ends with ${exitCode}: ${said.slice(0, 300)}`);
  return { exitCode, said };
}

/** Compares with Stripe. Null if all is well or, when `isWriting`, was mended. */
export async function reconcile(
  world: World,
  { isWriting, days }: { isWriting: boolean; days: number },
): Promise<string | null> {
  const { exitCode, said } = await runTool(world, reconcileCommand, [], { write: isWriting, days: String(days) });
  if (exitCode !== 0) return said;
  for (const { id } of world.provider.intents.all())
    if (!world.provider.isArriving(id)) await checkProjection(world, id);
  return null;
}

/** Makes the mails about a payment due again: its confirmation, and the receipts of its withdrawals. */
export async function resendMails(world: World, intentId: string): Promise<void> {
  const ledger = ledgerOf(world.envAt("operators"));
  const references = [...world.withdrawn].flatMap(([reference, of]) => (of === intentId ? [reference] : []));
  for (const reference of references) world.resends.push(reference);
  await atTheDesk(world, "resend", async () => {
    const order = await readOrder(ledger, intentId);
    if (order?.status === "paid") await resendConfirmation(ledger, order, new Date());
    for (const reference of references) await resendReceipt(ledger, reference, new Date());
  });
}

export async function correctAddress(world: World, intentId: string): Promise<void> {
  const ledger = ledgerOf(world.envAt("operators"));
  const correction = { intentId, email: CORRECTED_ADDRESS, isDone: false };
  world.corrections.push(correction);
  const { apiBase } = world;
  await atTheDesk(world, "correct", async () => {
    const order = await readOrder(ledger, intentId);
    if (order?.status !== "paid" || order.unconfirmable !== undefined) return;
    correction.isDone = await correctInLedger(ledger, order, CORRECTED_ADDRESS, new Date());
    await correctAtStripe(await connectStripe({ secretKey: STRIPE_SECRET_KEY, apiBase }), intentId, CORRECTED_ADDRESS);
  });
}

/** An act of the desk. What fails is noted, as the desk writes it down. */
async function atTheDesk(world: World, act: string, work: () => Promise<void>): Promise<void> {
  const end = await work().then(() => "is done", String);
  world.note(`The operator's act '${act}' ${end}`);
}

/** Stops a gift, or lets it go on. */
export async function decideGift(world: World, intentId: string, isStopped: boolean): Promise<void> {
  const code = world.giftCodes.get(intentId);
  if (code === undefined) return;
  const { exitCode } = await runTool(world, giftCommand, [], isStopped ? { revoke: code } : { restore: code });
  if (exitCode !== 0) return;
  world.operatorStops.set(intentId, { isStopped, atMs: now() });
  if (isStopped) world.revoked.push({ intentId, atMs: now() });
}
