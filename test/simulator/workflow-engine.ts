import type { Bindings, MailerParams } from "../../src/server/env.ts";
import { DAY_MS } from "../../src/shared/time.ts";
import { Mailer, Night } from "../../src/workflows.ts";
import { durationMs } from "../worker/workflow-limits.ts";
import { now, sleep } from "./clock.ts";
import { type createLives, type Life, never } from "./lives.ts";

/**
 * Simulates Workflows as documented. An instance's name is free again days after its end. A step's result is stored, a
 * failed step is retried, and any step may be cut off after its work was done, or in its middle. Between two steps an
 * instance may be stopped and started again from its stored results.
 */

const RETENTION_MS = 3 * DAY_MS;
/** When the platform notices that an instance was taken down, milliseconds. */
const NOTICED_AFTER_MS = 60_000;

type StepConfig = { retries?: { limit: number; delay: string; backoff?: string }; timeout?: string };
type Work = (context: { attempt: number }) => Promise<unknown>;

const newInstance = (name: WorkflowName, id: string, params: unknown) => ({
  ...{ id, name, params: structuredClone(params), startedMs: now() },
  results: new Map<string, { value: unknown } | { error: Error }>(),
  attempts: new Map<string, number>(),
  /** The number of restarts: an earlier life that was stopped does nothing more. */
  life: 0,
  status: "running" as "running" | "complete" | "errored",
  endedMs: null as number | null,
});
type Instance = ReturnType<typeof newInstance>;
export type WorkflowName = "MAILER" | "NIGHT";

/**
 * The fate of the next steps. `cut`: after their work was done. `restart`: before they begin. `dies`: in the middle of their
 * work. `doubled`: in its middle too, and the work goes on beside that of the new life.
 */
export type Mishap = {
  kind: "cut" | "restart" | "dies" | "doubled";
  /** `gifts`: it waits for the work that mails a gift on its day. */
  of: "all" | "gifts";
};

const CLASSES = { MAILER: Mailer, NIGHT: Night } as const;

export function createWorkflowEngine(world: {
  lives: ReturnType<typeof createLives>;
  envOf(life: Life): Bindings;
  note(text: string): void;
}) {
  const { lives } = world;
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
    const instance = newInstance(name, id, params);
    instances.set(key, instance);
    world.note(`The work '${id}' begins.`);
    void run(instance);
    return true;
  }

  async function run(instance: Instance): Promise<void> {
    instance.life += 1;
    const { life: number } = instance;
    const life = lives.begin(instance.name === "MAILER" ? (instance.params as MailerParams) : null);
    const workflow = new (
      CLASSES[instance.name] as unknown as new (
        context: unknown,
        env: Bindings,
      ) => { run(event: unknown, step: unknown): Promise<unknown> }
    )({}, world.envOf(life));
    let status: Instance["status"] = "complete";
    try {
      const event = { payload: structuredClone(instance.params), timestamp: new Date(instance.startedMs) };
      await workflow.run(event, stepsOf(instance, life, number));
    } catch {
      status = "errored";
    }
    if (instance.life !== number) return;
    Object.assign(instance, { status, endedMs: now() });
  }

  function stepsOf(instance: Instance, life: Life, number: number) {
    const isGone = () => instance.life !== number;

    const isGift = instance.name === "MAILER" && (instance.params as MailerParams).kind === "gift";

    function takeMishap(...kinds: readonly Mishap["kind"][]): Mishap["kind"] | null {
      const index = mishaps.findIndex(({ of }) => of === "all" || isGift);
      const next = mishaps[index];
      if (next === undefined || !kinds.includes(next.kind)) return null;
      mishaps.splice(index, 1);
      return next.kind;
    }

    /** What happens in the middle of a step's work; null if nothing does. */
    function fateOf(step: string): Parameters<typeof lives.beginAttempt>[1] {
      const kind = takeMishap("dies", "doubled");
      if (kind !== "dies" && kind !== "doubled") return null;
      return {
        kind,
        meet() {
          if (isGone()) return;
          world.note(`The work '${instance.id}' ${kind === "dies" ? "dies in" : "begins again during"} '${step}'.`);
          if (kind === "doubled") return void run(instance);
          instance.life += 1;
          void sleep(NOTICED_AFTER_MS).then(() => run(instance));
        },
      };
    }

    async function doStep(name: string, config: StepConfig, work: Work): Promise<unknown> {
      if (isGone()) return never();
      const kept = instance.results.get(name);
      if (kept !== undefined) {
        if ("error" in kept) throw kept.error;
        return structuredClone(kept.value);
      }
      if (takeMishap("restart") !== null) {
        world.note(`The work '${instance.id}' is taken down before '${name}' and begins again.`);
        void run(instance);
        return never();
      }
      const { limit = 5, delay = "10 seconds", backoff = "exponential" } = config.retries ?? {};
      for (;;) {
        const attempt = (instance.attempts.get(name) ?? 0) + 1;
        instance.attempts.set(name, attempt);
        try {
          lives.beginAttempt(life, fateOf(name));
          const value = await withLimit(work({ attempt }), durationMs(config.timeout ?? "10 minutes")).finally(() =>
            lives.endAttempt(life),
          );
          if (isGone()) return never();
          if (takeMishap("cut") !== null) {
            world.note(`The work '${instance.id}' is cut off after '${name}' was done.`);
            throw new Error("cut off");
          }
          // The platform stores a result as JSON.
          instance.results.set(name, { value: structuredClone(value) });
          return structuredClone(value);
        } catch (error) {
          if (isGone()) return never();
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

    return {
      // An instance that was taken down sleeps once more: nothing depends on how long.
      sleep: (_name: string, duration: string) => sleep(durationMs(duration)),
      do: doStep,
    };
  }

  const all = (): readonly Instance[] => [...ended, ...instances.values()];

  return {
    mishaps,
    all,
    binding: (name: WorkflowName) => ({
      async createBatch({ instances: wanted }: { instances: readonly { id: string; params: unknown }[] }) {
        const errors = wanted.flatMap(({ id, params }, index) =>
          start(name, id, params)
            ? []
            : [{ index, code: 10405, message: "workflows.api.error.instance.already_exists" }],
        );
        return { created: [], errors };
      },
    }),
  };
}

function withLimit<T>(work: Promise<T>, ms: number): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error("the step took too long")), ms);
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
