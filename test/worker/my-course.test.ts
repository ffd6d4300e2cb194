import { expect, test } from "vitest";
import { MY_COURSE_COPY as COPY } from "../../src/orders/my-course/my-course-copy.ts";
import { LINKS_WINDOW_S } from "../../src/orders/my-course/my-course-rules.ts";
import { sql } from "../../src/server/database.ts";
import type { Bindings } from "../../src/server/env.ts";
import { now, passTime } from "../clock.ts";
import { started } from "./clock-ticks.ts";
import { attribute, count, meta, one, readDocument, texts, transcript, visibleText } from "./document.ts";
import { run } from "./ledger-rows.ts";
import { beginWithoutOrders, bindings, KNOWN, sell, send, UNKNOWN } from "./lost-links.ts";
import { AWAY, answerText, pageOf } from "./shop.ts";

/** The form for lost links, which tells nobody who has orders. */

const logs = beginWithoutOrders();

test("every visitor who asks gets the same page after the same work, whether the address has orders or not, and whatever fails later", async () => {
  await sell({ intentId: "pi_known" });
  const answers: { status: number; headers: [string, string][]; html: string; work: readonly string[] }[] = [];
  for (const [email, more] of [
    [KNOWN, {}],
    [UNKNOWN, {}],
    // Within the window a mail is owed already.
    [KNOWN, {}],
    [KNOWN, { MAILER: AWAY }],
    [UNKNOWN, { MAILER: AWAY }],
    [KNOWN, { EMAIL: AWAY, INTERSTITIALS: AWAY, GIFTS: AWAY }],
    [UNKNOWN, { EMAIL: AWAY, INTERSTITIALS: AWAY, GIFTS: AWAY }],
  ] as const) {
    const work: string[] = [];
    const response = await send(email, watch(bindings(more), work));
    const html = (await response.text()).replaceAll(email, "?");
    answers.push({ status: response.status, headers: headersOf(response), html, work });
  }
  const [first, ...others] = answers;
  expect(first?.status).toBe(200);
  const page = readDocument(first?.html ?? "");
  expect([meta(page, "robots"), transcript(one(page, "main"))].join("\n")).toMatchSnapshot();
  // The mail is started after the answer, and nothing of the answer depends on it.
  const before = ({ work, ...answer }: (typeof answers)[number]) => ({
    ...answer,
    work: work.filter((call) => !call.startsWith("MAILER")),
  });
  for (const other of others) expect(before(other)).toEqual(first === undefined ? null : before(first));
  const work = first?.work.filter((call) => !call.startsWith("ORDER_LIMIT"));
  expect(work).toEqual(["DB.prepare", "DB.prepare", "DB.batch", "MAILER.createBatch"]);
});

test("every visitor who asks starts one mail for an address in ten minutes, in whatever case it is typed, and reads the same", async () => {
  await sell({ intentId: "pi_known" });
  const first = await answerText(send(KNOWN));
  expect(await answerText(send(KNOWN))).toBe(first);
  await send(` ${KNOWN.toUpperCase()} `);
  await send(UNKNOWN);
  const window = String(Math.floor(now().getTime() / 1000 / LINKS_WINDOW_S));
  const params = { kind: "links", about: "pi_known", version: window };
  expect(started).toEqual([expect.objectContaining({ id: `links-${window}-pi_known`, params })]);
  const columns = "kind, about, version, due_at, state, ended_at";
  await run(
    sql(`INSERT OR REPLACE INTO mails (${columns}) SELECT kind, about, version, due_at, 'sent', due_at FROM mails`),
  );
  await send(KNOWN);
  expect(started).toHaveLength(1);
  passTime(LINKS_WINDOW_S * 1000);
  await send(KNOWN);
  expect(started).toHaveLength(2);
  // Neither the parameters that the platform keeps nor the log name anybody.
  expect(JSON.stringify([started, logs.lines("request.handled")])).not.toMatch(/jan|els@|example/i);
});

test.each([
  ["", "missing"],
  [" \t", "missing"],
  [`${"x".repeat(260)}@example.nl`, "invalid"],
  ['"><script>x</script>@example.nl', "invalid"],
] as const)(
  "every visitor who asks with '%s' is told what is wrong beside the field, and loses nothing",
  async (typed, problem) => {
    const response = await send(typed);
    const page = await pageOf(response, 422);
    const text = COPY.form.problems[problem];
    expect(texts(page, ".form-error")).toEqual([text]);
    expect(texts(page, ".form-alert a")).toEqual([text]);
    expect(attribute(page, "input[name=email]", "value") ?? "").toBe(typed.trim());
    expect(attribute(page, "input[name=email]", "aria-invalid")).toBe("true");
    expect(visibleText(one(page, "title"))).toMatch(/^Fout: /);
    expect(count(page, "script:not([type])")).toBe(0);
    expect(started).toEqual([]);
  },
);

// What else may be away: faults.test.ts.
test.each([
  ["the ledger is away", { DB: AWAY }],
  ["there is no sender", { MAIL_FROM: "" }],
  ["the site's address is not known", { SITE_ORIGIN: "" }],
])("every visitor who asks while %s is told so, the same for every address, and loses nothing", async (_name, more) => {
  await sell({ intentId: "pi_known" });
  const answers = await Promise.all([KNOWN, UNKNOWN].map((email) => send(email, more)));
  const pages = await Promise.all(answers.map((answer) => answerText(answer, 503)));
  expect(pages[0]?.replaceAll(KNOWN, "?")).toBe(pages[1]?.replaceAll(UNKNOWN, "?"));
  expect(answers[0]?.headers.get("retry-after")).toBe("120");
  if ("DB" in more) expect(transcript(one(readDocument(pages[0] ?? ""), "div.my-course"))).toMatchSnapshot();
  expect(logs.lines("links.unavailable")).toHaveLength(2);
  expect(JSON.stringify(logs.lines("links.unavailable"))).not.toMatch(/jan|els@/);
});

test("every visitor who asks by no form of ours is told so", async () => {
  const page = await pageOf(send(KNOWN, {}, { "content-type": "text/plain" }), 415);
  expect(transcript(one(page, ".form-alert"))).toMatchSnapshot();
});

/** The headers without the time that rendering took. */
const headersOf = ({ headers }: Response) => [...headers].filter(([name]) => name !== "server-timing");

/** Bindings that note each of their calls. */
function watch(bound: Bindings, calls: string[]): Partial<Bindings> {
  const names = ["DB", "GIFTS", "INTERSTITIALS", "EMAIL", "ORDER_LIMIT", "MAILER"] as const;
  const note = (name: string, binding: object) =>
    new Proxy(binding, {
      get(target, call) {
        const value: unknown = Reflect.get(target, call);
        if (typeof value !== "function") return value;
        return (...args: unknown[]) => {
          calls.push(`${name}.${String(call)}`);
          return value.apply(target, args);
        };
      },
    });
  return Object.fromEntries(names.map((name) => [name, note(name, bound[name] as object)])) as Partial<Bindings>;
}
