import type { Workflow } from "@cloudflare/workers-types";
import { errorMessage } from "../log.ts";
import { WORK_RETENTION } from "../shared/retention.ts";

/** What the platform says, in an error or in its message, of an instance whose name is taken. */
const NAME_TAKEN = "already_exists";

/**
 * Starts an instance of a Workflow under a name that it can have once, for as long as the platform remembers it
 * (`WORK_RETENTION`). `known`: it was started before. Rejects when the platform cannot start it.
 *
 * A batch of one: for that the platform answers that a name is taken, while `create` throws it, which ends up in the log
 * as an exception that nobody caught even where it is caught.
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
