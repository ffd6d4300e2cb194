import type { Command, CommandContext } from "../../kv-seed/command.ts";
import { createTerminal } from "../../kv-seed/terminal.ts";
import type { WorkflowStart } from "../../kv-seed/wrangler.ts";
import { connectStripe } from "../../src/services/stripe.ts";
import { readTokenKeys } from "../../src/services/token-keys.ts";
import { storeOf } from "../outside-world/kv-api.ts";
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
      openStore: (binding) => storeOf(world.kvAt(binding, "operators")),
      openStripe: () => connectStripe({ secretKey: STRIPE_SECRET_KEY, apiBase }),
      readOrderKeys: async () => readTokenKeys(env),
      openWorkflows: () => async (start: WorkflowStart) => {
        const name = WORKFLOW_NAMES[start.name];
        if (name === undefined) throw new Error(`no Workflow ${start.name}`);
        return world.engine.start(name, start.id, start.params) ? "started" : "known";
      },
      terminal: createTerminal({ out: write, note: write }),
      pause: async () => {},
      now: new Date(),
    });
  } catch (error) {
    write(String(error));
  }
  const said = lines.join(" | ");
  world.note(`The operator's '${command.name}' ends with ${exitCode}: ${said.slice(0, 300)}`);
  return { exitCode, said };
}
