import type { Bindings } from "../../src/env.ts";
import { refuseBatch } from "./workflow-limits.ts";

type Batch = { instances: { id: string; params?: unknown }[] };

/** A Workflow that runs nothing. It adds instances to `started`, and reports a taken name as the platform does. */
export function createIdleWorkflow(
  started: unknown[] = [],
): Bindings["AFTER_SALE"] & Bindings["AFTER_WITHDRAWAL"] & Bindings["AFTER_LINK_REQUEST"] {
  const createBatch = async ({ instances }: Batch) => {
    refuseBatch(instances);
    const [instance] = instances;
    const isTaken = started.some((earlier) => (earlier as { id: string }).id === instance?.id);
    if (!isTaken) started.push(instance);
    const message = "workflows.api.error.instance.already_exists";
    return { created: [], errors: isTaken ? [{ index: 0, code: 10405, message }] : [] };
  };
  return { createBatch } as never;
}
