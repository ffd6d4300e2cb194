import type { Workflow } from "@cloudflare/workers-types";
import { errorMessage } from "../log.ts";
import { WORK_RETENTION } from "../shared/retention.ts";

/** The platform's error for an instance whose name is taken. */
const NAME_TAKEN = "already_exists";

/**
 * Starts an instance of a Workflow, once per name for as long as the platform keeps it (`WORK_RETENTION`). `known`: it
 * was started before. Rejects if the platform cannot start it. It uses a batch of one: `create` throws for a taken
 * name, and the log then shows an uncaught exception even where it is caught.
 */
export async function startOnce<T>(workflow: Workflow<T>, id: string, params: T): Promise<"started" | "known"> {
  try {
    const { errors } = await workflow.createBatch({ instances: [{ id, params, retention: WORK_RETENTION }] });
    const [error] = errors;
    if (error === undefined) return "started";
    throw new Error(error.message);
  } catch (error) {
    if (errorMessage(error).includes(NAME_TAKEN)) return "known";
    throw error;
  }
}
