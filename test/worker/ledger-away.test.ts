import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import type { Bindings, MailerParams } from "../../src/server/env.ts";
import type { Mail } from "../../src/server/mail.ts";
import { Mailer } from "../../src/workflows.ts";
import { beginAt, OWNER, started, tick } from "./clock-ticks.ts";
import { AWAY, fail } from "./shop.ts";

/** The ledger is away, so it cannot owe the mail about that: a Workflow asks it again, and tells the owner. */

const NOW = "2026-11-22T10:00:00.000Z";
const logs = beginAt(NOW);

const PARAMS: MailerParams = { kind: "ledger-away", about: "2026-11-22T10", version: "" };

test("the clock starts it, once an hour", async () => {
  for (const time of ["10:00", "10:50", "11:00"]) await tick(`2026-11-22T${time}:00.000Z`, { DB: AWAY });
  expect(started.map(({ id, params }) => [id, params])).toEqual([
    ["ledger-away-2026-11-22T10", PARAMS],
    ["ledger-away-2026-11-22T11", { ...PARAMS, about: "2026-11-22T11" }],
  ]);
});

test("Workflows are away too: the clock does not fail", async () => {
  await tick(NOW, { MAILER: AWAY, DB: AWAY });
  expect(logs.lines("clock.failed")).toHaveLength(1);
});

/** Runs it as the platform does. `later`: what is different after it has slept. */
async function work(bindings: object, later: object = {}) {
  const mails: Mail[] = [];
  const slept: string[] = [];
  const EMAIL = { send: async (mail: Mail) => void mails.push(mail) };
  const bound = { ...env, EMAIL, ...bindings } as unknown as Bindings;
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

test("after ten minutes: the ledger is back: nobody is mailed", async () => {
  expect(await work({ DB: AWAY }, { DB: env.DB })).toEqual({ outcome: "back", mails: [], slept: ["10 minutes"] });
});

test("after ten minutes: it is still away: the owner is mailed, without the ledger", async () => {
  const { outcome, mails } = await work({}, { DB: AWAY });
  expect(outcome).toBe("sent");
  expect(mails).toMatchObject([{ to: OWNER, subject: "[local] Let op: de winkel kan niet bij de database" }]);
  expect(logs.lines("mail.sent")).toMatchObject([{ mail: "ledger-away", about: "2026-11-22T10" }]);
});

test("after ten minutes: without MAIL_OWNER nobody is mailed, and the log says so", async () => {
  expect(await work({ DB: AWAY, MAIL_OWNER: "" })).toMatchObject({ outcome: "withheld", mails: [] });
  expect(logs.lines("mail.withheld")).toMatchObject([{ mail: "ledger-away", reason: "nobody to tell" }]);
});

test("after ten minutes: the mail service fails: it is tried again", async () => {
  await expect(work({ DB: AWAY, EMAIL: { send: fail } })).rejects.toThrow("mail: Error");
});
