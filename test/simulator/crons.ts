import type { Row } from "../../src/server/database.ts";
import type { Bindings } from "../../src/server/env.ts";
import { DAY_MS } from "../../src/shared/time.ts";
import { SCHEDULES } from "../../src/upkeep/clock-steps.ts";
import { scheduled } from "../../src/workflows.ts";
import { now, sleep } from "./clock.ts";

/** The schedules of wrangler.toml. The ten minutes' work runs only when something is due: else the shop would read that nothing is. */

const EVERY_MS = 10 * 60_000;
/** 02:17 UTC. */
const NIGHT_MS = (2 * 60 + 17) * 60_000;

/** The first moment from which the ten minutes' work finds something. */
const FIRST_DUE = `SELECT min(at) AS at FROM (
  SELECT min(due_at) AS at FROM mails WHERE state IN ('due', 'sending')
  UNION ALL SELECT min(send_at) FROM deliveries WHERE state IN ('planned', 'sending')
  UNION ALL SELECT min(at) FROM deliveries WHERE state = 'awaited')`;

export function createCrons(cloud: { env(): Bindings; rows(sql: string): readonly Row[]; fail(text: string): void }) {
  let nextMs = Number.POSITIVE_INFINITY;
  let hasNights = true;

  async function run(cron: string): Promise<void> {
    try {
      await scheduled({ cron, scheduledTime: now(), noRetry() {} }, cloud.env());
    } catch (error) {
      cloud.fail(`the schedule '${cron}' rejects: ${String(error)}`);
    }
  }

  /** Waits for the next of the ten minutes at which something is due. */
  async function look(): Promise<void> {
    const { at } = cloud.rows(FIRST_DUE)[0] ?? {};
    if (typeof at !== "string") return;
    const dueMs = Math.ceil(Math.max(now() + 1, Date.parse(at)) / EVERY_MS) * EVERY_MS;
    if (dueMs >= nextMs) return;
    nextMs = dueMs;
    await sleep(dueMs - now());
    // An earlier moment came between.
    if (nextMs !== dueMs) return;
    nextMs = Number.POSITIVE_INFINITY;
    await run(SCHEDULES.clock);
    await look();
  }

  async function keepNights(): Promise<void> {
    await sleep(nightAfterMs(now()) - now());
    if (!hasNights) return;
    void run(SCHEDULES.night);
    await keepNights();
  }

  void keepNights();
  return {
    /** Called when the ledger has changed. */
    onCommit: () => void look(),
    /** No night comes any more. */
    endNights: () => {
      hasNights = false;
    },
  };
}

/** The first night after a moment, milliseconds since 1970. */
export function nightAfterMs(ms: number): number {
  return (Math.floor((ms - NIGHT_MS) / DAY_MS) + 1) * DAY_MS + NIGHT_MS;
}
