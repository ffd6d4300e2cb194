import type { Bindings } from "../../src/env.ts";
import { AfterLinkRequest, AfterSale, AfterWithdrawal } from "../../src/workflows/classes.ts";
import { refusePast } from "../worker/workflow-limits.ts";
import { now, sleep } from "./clock.ts";

/**
 * Simulates Workflows as documented. An instance's name is free again days after its end. A step's result is stored, a
 * failed step is retried, and any step may be cut off after its work was done. Between two steps an instance may be
 * stopped and started again from its stored results.
 */

const DAY_MS = 24 * 60 * 60_000;
const RETENTION_MS = 3 * DAY_MS;
const UNIT_MS: Readonly<Record<string, number>> = { second: 1_000, minute: 60_000, hour: 3_600_000, day: DAY_MS };

type StepConfig = { retries?: { limit: number; delay: string; backoff?: string }; timeout?: string };
type Work = (context: { attempt: number }) => Promise<unknown>;

export type Instance = {
  id: string;
  name: WorkflowName;
  params: unknown;
  startedMs: number;
  results: Map<string, { value: unknown } | { error: Error }>;
  attempts: Map<string, number>;
  sleeps: Map<string, number>;
  /** Steps in progress. */
  underWay: Set<string>;
  /** The number of restarts: an earlier life that was stopped does nothing more. */
  life: number;
  status: "running" | "complete" | "errored";
  endedMs: number | null;
};
export type WorkflowName = "AFTER_SALE" | "AFTER_WITHDRAWAL" | "AFTER_LINK_REQUEST";

/** The fate of the next steps: `cut` after their work was done, `restart` before they begin. */
export type Mishap = "cut" | "restart";

const CLASSES = {
  AFTER_SALE: AfterSale,
  AFTER_WITHDRAWAL: AfterWithdrawal,
  AFTER_LINK_REQUEST: AfterLinkRequest,
} as const;
/** The names in wrangler.toml, by which operators start them. */
export const WORKFLOW_NAMES: Readonly<Record<string, WorkflowName>> = {
  "vaarkoers-after-sale": "AFTER_SALE",
  "vaarkoers-after-withdrawal": "AFTER_WITHDRAWAL",
  "vaarkoers-after-link-request": "AFTER_LINK_REQUEST",
};

export function createWorkflowEngine(world: {
  env(): Bindings;
  note(text: string): void;
  /** Called when a step's work was done and forgotten, so that it may be done again. */
  onCut(instance: Instance, step: string): void;
}) {
  const instances = new Map<string, Instance>();
  /** Instances that ended before their name was used again. */
  const ended: Instance[] = [];
  const mishaps: Mishap[] = [];

  function start(name: WorkflowName, id: string, params: unknown): boolean {
    const key = `${name} ${id}`;
    const known = instances.get(key);
    if (known !== undefined) {
      if (known.endedMs === null || now() - known.endedMs < RETENTION_MS) return false;
      ended.push(known);
    }
    const instance: Instance = {
      id,
      name,
      params: structuredClone(params),
      startedMs: now(),
      results: new Map(),
      attempts: new Map(),
      sleeps: new Map(),
      underWay: new Set(),
      life: 0,
      status: "running",
      endedMs: null,
    };
    instances.set(key, instance);
    world.note(`The work '${id}' begins.`);
    void run(instance);
    return true;
  }

  async function run(instance: Instance): Promise<void> {
    instance.life += 1;
    const { life } = instance;
    const workflow = new (
      CLASSES[instance.name] as unknown as new (
        context: unknown,
        env: Bindings,
      ) => { run(event: unknown, step: unknown): Promise<unknown> }
    )({}, world.env());
    let status: Instance["status"] = "complete";
    try {
      const event = { payload: structuredClone(instance.params), timestamp: new Date(instance.startedMs) };
      await workflow.run(event, stepsOf(instance, life));
    } catch {
      status = "errored";
    }
    if (instance.life !== life) return;
    Object.assign(instance, { status, endedMs: now() });
  }

  const never = () => new Promise<never>(() => undefined);

  function stepsOf(instance: Instance, life: number) {
    const isGone = () => instance.life !== life;

    /** Stops the instance and starts it again, if that is due. */
    function restartIfDue(step: string): boolean {
      if (mishaps[0] !== "restart") return false;
      mishaps.shift();
      world.note(`The work '${instance.id}' is taken down before '${step}' and begins again.`);
      // Other steps in progress continue, and their results are forgotten.
      for (const other of instance.underWay) world.onCut(instance, other);
      instance.underWay.clear();
      void run(instance);
      return true;
    }

    async function doStep(name: string, config: StepConfig, work: Work): Promise<unknown> {
      if (isGone()) return never();
      const kept = instance.results.get(name);
      if (kept !== undefined) {
        if ("error" in kept) throw kept.error;
        return structuredClone(kept.value);
      }
      if (restartIfDue(name)) return never();
      const { limit = 5, delay = "10 seconds", backoff = "exponential" } = config.retries ?? {};
      for (;;) {
        const attempt = (instance.attempts.get(name) ?? 0) + 1;
        instance.attempts.set(name, attempt);
        instance.underWay.add(name);
        try {
          const value = await withLimit(work({ attempt }), durationMs(config.timeout ?? "10 minutes"));
          if (isGone()) return never();
          instance.underWay.delete(name);
          if (mishaps[0] === "cut") {
            mishaps.shift();
            world.onCut(instance, name);
            throw new Error("cut off");
          }
          // The platform stores a result as JSON.
          instance.results.set(name, { value: structuredClone(value) });
          return structuredClone(value);
        } catch (error) {
          if (isGone()) return never();
          instance.underWay.delete(name);
          if (attempt > limit) {
            instance.results.set(name, { error: error as Error });
            throw error;
          }
          await sleep(
            durationMs(delay) * (backoff === "linear" ? attempt : backoff === "exponential" ? 2 ** (attempt - 1) : 1),
          );
          if (isGone()) return never();
        }
      }
    }

    async function sleepUntilMs(name: string, untilMs: number): Promise<void> {
      if (isGone() || restartIfDue(name)) return never();
      const until = instance.sleeps.get(name) ?? untilMs;
      instance.sleeps.set(name, until);
      if (until > now()) await sleep(until - now());
      if (isGone()) return never();
    }

    return {
      do: (name: string, ...rest: [Work] | [StepConfig, Work]) =>
        rest.length === 1 ? doStep(name, {}, rest[0]) : doStep(name, rest[0], rest[1]),
      sleep: (name: string, duration: string | number) => sleepUntilMs(name, now() + durationMs(duration)),
      sleepUntil: async (name: string, moment: Date) => {
        refusePast(moment, now());
        return sleepUntilMs(name, moment.getTime());
      },
    };
  }

  const all = (): readonly Instance[] => [...ended, ...instances.values()];

  return {
    start,
    mishaps,
    all,
    /** Instances that have not ended, each with the moment until which it sleeps, milliseconds since 1970. */
    running: (): readonly { instance: Instance; untilMs: number }[] =>
      all()
        .filter(({ status }) => status === "running")
        .map((instance) => ({ instance, untilMs: Math.max(0, ...instance.sleeps.values()) })),
    binding: (name: WorkflowName) => ({
      async createBatch(
        batch: readonly { id: string; params: unknown }[] | { instances: readonly { id: string; params: unknown }[] },
      ) {
        const wanted = Array.isArray(batch)
          ? batch
          : (batch as { instances: readonly { id: string; params: unknown }[] }).instances;
        const errors: unknown[] = [];
        wanted.forEach(({ id, params }, index) => {
          if (!start(name, id, params))
            errors.push({ index, code: 10405, message: "workflows.api.error.instance.already_exists" });
        });
        return { created: [], errors };
      },
    }),
  };
}

function durationMs(duration: string | number): number {
  if (typeof duration === "number") return duration;
  const [count, unit = ""] = duration.split(" ");
  const unitMs = UNIT_MS[unit.replace(/s$/, "")];
  if (unitMs === undefined) throw new Error(`no duration: ${duration}`);
  return Number(count) * unitMs;
}

async function withLimit<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error("the step took too long")), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
