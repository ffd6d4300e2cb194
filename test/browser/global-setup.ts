import { resolve } from "node:path";
import { buildWorker } from "../../client/build/worker.ts";

export const TEST_WORKER = resolve(import.meta.dirname, "../../.build/test-worker");

/** Builds the Worker of the tests (test-worker.ts), once for all that run them. */
export default (): Promise<void> => buildWorker("test/browser/test-worker.ts", TEST_WORKER);
