import { introspectWorkflow } from "cloudflare:test";
import { env } from "cloudflare:workers";
import type { Bindings } from "../../src/server/env.ts";
import { refuseBatch } from "./workflow-limits.ts";

export type Instance = { id: string; params: unknown };

/** A Workflow that runs nothing. It adds instances to `started`, and reports a taken name as the platform does. */
export function createIdleWorkflow(started: Instance[] = []): Bindings["MAILER"] & Bindings["NIGHT"] {
  const createBatch = async ({ instances }: { instances: Instance[] }) => {
    refuseBatch(instances);
    const message = "workflows.api.error.instance.already_exists";
    const errors = instances.flatMap((instance, index) => {
      const isTaken = started.some(({ id }) => id === instance.id);
      if (!isTaken) started.push(instance);
      return isTaken ? [{ index, code: 10405, message }] : [];
    });
    return { created: [], errors };
  };
  return { createBatch } as never;
}

type Engine = Pick<Bindings, "MAILER" | "NIGHT">;
/** The platform's Workflows. They stay in `env`: this file is read more than once, and then finds idle ones there. */
env.ENGINE ??= { MAILER: env.MAILER, NIGHT: env.NIGHT };
const engine = env.ENGINE as Engine;

/** Puts idle Workflows in the place of the platform's. What runs there, and what nobody waits for, would go on in the next test. */
export function stopEngine(): void {
  Object.assign(env, { MAILER: createIdleWorkflow(), NIGHT: createIdleWorkflow() });
}

/** The platform's own engine for a test that waits for what it starts; it stops at the end of its block. */
export async function watchEngine(name: keyof Engine): ReturnType<typeof introspectWorkflow> {
  Object.assign(env, engine);
  const watched = await introspectWorkflow(engine[name]);
  const dispose = async () => {
    stopEngine();
    await watched[Symbol.asyncDispose]();
  };
  return { modifyAll: (change) => watched.modifyAll(change), get: () => watched.get(), [Symbol.asyncDispose]: dispose };
}
