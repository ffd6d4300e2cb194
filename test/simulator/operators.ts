import type { Command, CommandContext } from "../../kv-seed/command.ts";
import { createTerminal } from "../../kv-seed/terminal.ts";
import type { KvBinding, KvEntry, KvKey, KvStore, WorkflowStart } from "../../kv-seed/wrangler.ts";
import { connectStripe } from "../../src/services/stripe.ts";
import { readTokenKeys } from "../../src/services/token-keys.ts";
import { STRIPE_SECRET_KEY } from "../outside-world/stripe-keys.ts";
import { WORKFLOW_NAMES } from "./workflow-engine.ts";
import type { World } from "./world.ts";

/** The operators' own tool, on a story's KV, Stripe and Workflows. */

export type ToolRun = { exitCode: number; said: string };

/** Runs one of the operators' commands on the story's KV and its Stripe. */
export async function runTool(
  world: World,
  command: Command,
  args: readonly string[],
  values: CommandContext["values"],
): Promise<ToolRun> {
  const lines: string[] = [];
  const env = world.envAt("operators");
  const write = (text: string) => void lines.push(text.trimEnd());
  const { apiBase } = world;
  let exitCode = 1;
  try {
    exitCode = await command.run({
      args,
      values,
      target: { remote: false },
      readOrigin: async () => world.shopOrigin,
      openStore: (binding) => storeOf(world, binding),
      openStripe: () => connectStripe({ secretKey: STRIPE_SECRET_KEY, apiBase }),
      readOrderKeys: async () => readTokenKeys(env),
      openWorkflows: () => async (start: WorkflowStart) => {
        const name = WORKFLOW_NAMES[start.name];
        if (name === undefined) throw new Error(`no Workflow ${start.name}`);
        return world.engine.start(name, start.id, start.params) ? "started" : "known";
      },
      terminal: createTerminal({ out: write, note: write }),
      now: new Date(),
    });
  } catch (error) {
    write(String(error));
  }
  const said = lines.join(" | ");
  world.note(`The operator's '${command.name}' ends with ${exitCode}: ${said.slice(0, 300)}`);
  return { exitCode, said };
}

/** A namespace as Cloudflare's API shows it to operators. */
function storeOf(world: World, binding: KvBinding): KvStore {
  const kv = world.kvAt(binding, "operators");
  return {
    async list(prefix = "") {
      const keys: KvKey[] = [];
      let cursor: string | undefined;
      do {
        const page = await kv.list({ prefix, ...(cursor === undefined ? {} : { cursor }) });
        keys.push(...page.keys);
        cursor = page.list_complete ? undefined : page.cursor;
      } while (cursor !== undefined);
      return keys;
    },
    async get(names) {
      const found = new Map<string, string>();
      for (const name of names) {
        const value = await kv.get(name, "text");
        if (value !== null) found.set(name, value);
      }
      return found;
    },
    async put(entries: readonly KvEntry[]) {
      for (const { key, value, expiration, metadata } of entries)
        await kv.put(key, value, {
          ...(expiration === undefined ? {} : { expiration }),
          ...(metadata === undefined ? {} : { metadata }),
        });
    },
    async delete(names) {
      for (const name of names) await kv.delete(name);
    },
  };
}
