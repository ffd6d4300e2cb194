import type { Command, CommandContext } from "../../kv-seed/command.ts";
import { giftCommand } from "../../kv-seed/commands/gift.ts";
import { reconcileCommand } from "../../kv-seed/commands/reconcile.ts";
import { createTerminal } from "../../kv-seed/terminal.ts";
import type { MakePreview } from "../../src/desk/act.ts";
import { ACT_FIELDS } from "../../src/desk/acts-copy.ts";
import { previewConfirmation } from "../../src/desk/confirm-act-handler.ts";
import type { Desk } from "../../src/desk/desk.ts";
import { previewErasure } from "../../src/desk/erase-act-handler.ts";
import { previewAnswer, previewReceipt } from "../../src/desk/withdrawal-acts-handler.ts";
import { readOrder } from "../../src/ledger/orders.ts";
import { ledgerOf } from "../../src/server/database.ts";
import { kvStoreOf } from "../../src/server/kv-store.ts";
import { openShop } from "../../src/server/shop.ts";
import { connectStripe } from "../../src/server/stripe.ts";
import { STRIPE_SECRET_KEY } from "../outside-world/stripe-keys.ts";
import { now } from "./clock.ts";
import { checkProjection, type Erasure, endErasure } from "./ledger-promises.ts";
import { ANNA, BEN, CORRECTED_ADDRESS, HOSTED_BUYER, RECIPIENT_ADDRESSES } from "./purchases.ts";
import type { Whose } from "./story.ts";
import type { World } from "./world.ts";

/** What operators do at the desk and with their tool, on a story's ledger, KV and Stripe. They say yes to what these ask. */

type ToolRun = { exitCode: number; said: string };

async function runTool(world: World, command: Command, values: CommandContext["values"]): Promise<ToolRun> {
  const lines: string[] = [];
  const write = (text: string) => void lines.push(text.trimEnd());
  const { apiBase } = world;
  let exitCode = 1;
  try {
    exitCode = await command.run({
      args: [],
      values,
      target: { remote: false },
      readOrigin: async () => world.shopOrigin,
      openStore: (binding) => kvStoreOf(world.kvAt(binding, "operators")),
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
  const { exitCode, said } = await runTool(world, reconcileCommand, { write: isWriting, days: String(days) });
  if (exitCode !== 0) return said;
  for (const { id } of world.provider.intents.all())
    if (!world.provider.isArriving(id)) await checkProjection(world, id);
  return null;
}

/** Makes the mails about a payment due again: its confirmation, and the receipts of its withdrawals. */
export async function resendMails(world: World, intentId: string): Promise<void> {
  await sendConfirmation(world, intentId, null);
  for (const reference of referencesOf(world, intentId)) {
    world.resends.push(reference);
    await atTheDesk(world, previewReceipt, { [ACT_FIELDS.withdrawal]: reference });
  }
}

export function correctAddress(world: World, intentId: string): Promise<void> {
  return sendConfirmation(world, intentId, CORRECTED_ADDRESS);
}

/** Sends the confirmation to this address, or to the order's own: one that went goes again as to a corrected address. */
async function sendConfirmation(world: World, intentId: string, to: string | null): Promise<void> {
  const order = await readOrder(world.database.ledger, intentId);
  const email = to ?? order?.email;
  if (email === undefined) return;
  const correction = { intentId, email, atMs: now(), isDone: false };
  if (to !== null || order?.confirmedAt !== undefined) world.corrections.push(correction);
  correction.isDone = await atTheDesk(world, previewConfirmation, {
    [ACT_FIELDS.order]: intentId,
    [ACT_FIELDS.address]: email,
  });
}

export async function answerWithdrawals(world: World, intentId: string, answer: string): Promise<void> {
  for (const reference of referencesOf(world, intentId)) {
    const params = { [ACT_FIELDS.withdrawal]: reference, [ACT_FIELDS.answer]: answer };
    await atTheDesk(world, previewAnswer, params);
  }
}

const ADDRESSES: Readonly<Record<Whose, string>> = {
  Anna: ANNA.email,
  Ben: BEN.email,
  "the hosted buyer": HOSTED_BUYER.email,
  "the recipient": RECIPIENT_ADDRESSES.home,
  "the corrected address": CORRECTED_ADDRESS,
};

export async function erase(world: World, whose: Whose): Promise<void> {
  const email = ADDRESSES[whose];
  const erasure: Erasure = { email, askedMs: now(), done: null };
  world.erasures.push(erasure);
  if (await atTheDesk(world, previewErasure, { [ACT_FIELDS.address]: email })) endErasure(world, erasure);
}

const referencesOf = ({ withdrawn }: World, intentId: string): readonly string[] =>
  [...withdrawn].flatMap(([reference, of]) => (of === intentId ? [reference] : []));

/** An act of the desk: its preview, and the press. Whether it was done; what fails is noted, as the desk writes it down. */
async function atTheDesk(world: World, make: MakePreview, params: Readonly<Record<string, string>>): Promise<boolean> {
  const env = world.envAt("operators");
  const { shopOrigin: origin } = world;
  const desk: Desk = {
    shop: openShop(env),
    visitor: { email: "owner@example.nl", mayAct: true },
    params: new URLSearchParams(params),
    query: {},
    origin,
  };
  let end: string | undefined;
  try {
    const preview = await make(desk);
    end = "refusal" in preview ? preview.refusal : (await preview.perform()).state;
  } catch (error) {
    end = String(error);
  }
  world.note(`The operator's act on ${Object.values(params)[0]}: ${end}`);
  return end === "done";
}

export async function decideGift(world: World, intentId: string, isStopped: boolean): Promise<void> {
  const code = world.giftCodes.get(intentId);
  if (code === undefined) return;
  const { exitCode } = await runTool(world, giftCommand, isStopped ? { revoke: code } : { restore: code });
  if (exitCode !== 0) return;
  world.operatorStops.set(intentId, { isStopped, atMs: now() });
  if (isStopped) world.revoked.add(intentId);
}
