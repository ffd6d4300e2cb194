import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Bindings, MailerParams } from "../../src/server/env.ts";
import type { Mail } from "../../src/server/mail.ts";
import { openShop } from "../../src/server/shop.ts";
import { keepTime, SCHEDULES } from "../../src/upkeep/clock-steps.ts";
import { Mailer } from "../../src/workflows.ts";
import { emptyLedger } from "./ledger-rows.ts";
import { collectLogs } from "./logs.ts";
import { AWAY, fail } from "./shop.ts";
import { createIdleWorkflow, type Instance } from "./workflows.ts";

/** The ledger is away, so it cannot owe the mail about that: a Workflow asks it again, and tells the owner. */

const logs = collectLogs();

const OWNER = "eigenaar@vaarkoers.example";
const PARAMS: MailerParams = { kind: "ledger-away", about: "2026-11-22T10", version: "" };

beforeEach(async () => {
  vi.setSystemTime("2026-11-22T10:00:00.000Z");
  await emptyLedger();
});

test("the clock starts it, once an hour", async () => {
  const started: Instance[] = [];
  for (const [at, cron] of [
    ["2026-11-22T10:00:00.000Z", SCHEDULES.clock],
    ["2026-11-22T10:50:00.000Z", SCHEDULES.clock],
    ["2026-11-22T11:00:00.000Z", SCHEDULES.clock],
  ] as const)
    await keepTime(openShop({ ...env, MAILER: createIdleWorkflow(started), DB: AWAY } as Bindings, new Date(at)), cron);
  expect(started.map(({ id, params }) => [id, params])).toEqual([
    ["ledger-away-2026-11-22T10", PARAMS],
    ["ledger-away-2026-11-22T11", { ...PARAMS, about: "2026-11-22T11" }],
  ]);
});

test("Workflows are away too: the clock does not fail", async () => {
  const bindings = { ...env, MAILER: { createBatch: fail }, DB: AWAY } as unknown as Bindings;
  await keepTime(openShop(bindings), SCHEDULES.clock);
  expect(logs.lines("clock.failed")).toHaveLength(1);
});

/** Runs it as the platform does. `later`: what is different after it has slept. */
async function work(bindings: object, later: object = {}) {
  const mails: Mail[] = [];
  const slept: string[] = [];
  const bound = {
    ...env,
    EMAIL: { send: async (mail: Mail) => void mails.push(mail) },
    ...bindings,
  } as unknown as Bindings;
  const step = {
    sleep: async (_name: string, duration: string) => {
      slept.push(duration);
      Object.assign(bound, later);
    },
    do: (_name: string, _config: unknown, part: () => Promise<unknown>) => part(),
  };
  const outcome = Mailer.prototype.run.call({ env: bound } as never, { payload: PARAMS } as never, step as never);
  return { outcome: await outcome, mails, slept };
}

describe("after ten minutes", () => {
  test("the ledger is back: nobody is mailed", async () => {
    expect(await work({ DB: AWAY }, { DB: env.DB })).toEqual({ outcome: "back", mails: [], slept: ["10 minutes"] });
  });

  test("it is still away: the owner is mailed, without the ledger", async () => {
    const { outcome, mails } = await work({}, { DB: AWAY });
    expect([outcome, mails.map(({ to, subject }) => [to, subject])]).toEqual([
      "sent",
      [[OWNER, "[local] Let op: de winkel kan niet bij de database"]],
    ]);
    expect(logs.lines("mail.sent")).toMatchObject([{ mail: "ledger-away", about: "2026-11-22T10" }]);
  });

  test("without MAIL_OWNER nobody is mailed, and the log says so", async () => {
    expect(await work({ DB: AWAY, MAIL_OWNER: "" })).toMatchObject({ outcome: "withheld", mails: [] });
    expect(logs.lines("mail.withheld")).toMatchObject([{ mail: "ledger-away", reason: "nobody to tell" }]);
  });

  test("the mail service fails: it is tried again", async () => {
    await expect(work({ DB: AWAY, EMAIL: { send: fail } })).rejects.toThrow("mail: Error");
  });
});
