/**
 * The limits of Cloudflare's Workflows, from its documentation (developers.cloudflare.com/workflows/reference/limits
 * and /build/workers-api). The stand-ins refuse all that the platform refuses.
 */

const MIB = 2 ** 20;
const INSTANCE_ID = { max: 100, form: /^[a-zA-Z0-9_][a-zA-Z0-9-_]*$/ };
const STEP_NAME_LENGTH = 256;
const BATCH = 100;
const WAIT_MS = 365 * 24 * 3_600_000;

const UNITS_MS: Readonly<Record<string, number>> = { second: 1000, minute: 60_000, hour: 3_600_000, day: 86_400_000 };

/** A duration as Workflows spell it, such as `3 minutes`. */
export function durationMs(duration: string): number {
  const [count, unit = ""] = duration.split(" ");
  const ms = Number(count) * (UNITS_MS[unit.replace(/s$/, "")] ?? Number.NaN);
  if (!(ms >= 0 && ms <= WAIT_MS)) throw new Error(`Workflows know no duration of ${duration}`);
  return ms;
}

export function refuseBatch(instances: readonly { id: string; params?: unknown; retention?: object }[]): void {
  if (instances.length > BATCH) throw new Error(`Workflows start ${BATCH} instances at once at most`);
  for (const { id, params, retention } of instances) {
    if (id.length > INSTANCE_ID.max || !INSTANCE_ID.form.test(id)) throw new Error(`no id of an instance: ${id}`);
    refuseState(`the parameters of ${id}`, params);
    if (Object.keys(retention ?? {}).length < 2) throw new Error(`${id} is kept for as long as the platform likes`);
  }
}

export function refuseStep(name: string): void {
  if (name === "" || name.length > STEP_NAME_LENGTH) throw new Error(`no name of a step: ${name}`);
}

/** Throws for a result that the platform cannot store: more than 1 MiB, or a function. */
export function refuseState(what: string, state: unknown): void {
  const size = new TextEncoder().encode(JSON.stringify(structuredClone(state)) ?? "").length;
  if (size > MIB) throw new Error(`${what}: ${size} bytes, and 1 MiB is kept`);
}

export type RunConfig = { retries: { limit: number; delay: string; backoff: string }; timeout: string };
