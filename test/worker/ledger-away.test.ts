import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import type { Bindings, MailerParams } from "../../src/server/env.ts";
import type { Mail } from "../../src/server/mail.ts";
import { Mailer } from "../../src/workflows.ts";
import { beginAt, OWNER } from "./clock-ticks.ts";
import { AWAY, fail } from "./shop.ts";

/** The ledger is away, so it cannot owe the mail about that: a Workflow asks it again, and tells the owner. */

const logs = beginAt("2026-11-22T10:00:00.000Z");

const SUBJECT = "[local] Let op: de winkel kan niet bij de database";
const PARAMS: MailerParams = { kind: "ledger-away", about: "2026-11-22T10", version: "" };

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

test.each<[string, object, object, string, object[]]>([
  ["the ledger is back: nobody is mailed", { DB: AWAY }, { DB: env.DB }, "back", []],
  ["it is still away: the owner is mailed, without it", {}, { DB: AWAY }, "sent", [{ to: OWNER, subject: SUBJECT }]],
  ["there is no MAIL_OWNER: nobody is mailed", { DB: AWAY, MAIL_OWNER: "" }, {}, "withheld", []],
])("after ten minutes %s", async (_what, bindings, later, outcome, mails) => {
  expect(await work(bindings, later)).toMatchObject({ outcome, mails, slept: ["10 minutes"] });
  const lines = [...logs.lines("mail.sent"), ...logs.lines("mail.withheld")];
  expect(lines.map(({ event, mail }) => [event, mail])).toEqual(
    outcome === "back" ? [] : [[`mail.${outcome}`, "ledger-away"]],
  );
});

test("after ten minutes the mail service fails: it is tried again", async () => {
  await expect(work({ DB: AWAY, EMAIL: { send: fail } })).rejects.toThrow("mail: Error");
});
