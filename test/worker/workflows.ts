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
