import { readFile, writeFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { PATHS } from "../../src/shared/paths.ts";
import { type DeskAnswers, goLive, login, ORIGIN, openGoLive, writeConfig } from "./go-live-run.ts";
import { DESK_VARS } from "./production-config.ts";

/** `npm run go-live -- check`: the owner's desk, and Cloudflare Access in front of it. */

openGoLive();

const TEAM = DESK_VARS.ACCESS_TEAM_DOMAIN;

/** What the check says of the desk. */
async function look(access: DeskAnswers = {}, vars: Partial<typeof DESK_VARS> = {}, config?: string) {
  const { out } = await goLive(["check"], { config: config ?? (await writeConfig(vars)), access });
  return out.split("\nThe owner's desk\n")[1]?.split(/\n(?! {2})/)[0] ?? "";
}

test("a desk behind Access is well", async () => {
  const said = await look();
  expect(said).toContain(`ok      ${TEAM}/cdn-cgi/access/certs has keys`);
  expect(said).toContain(`ok      ${ORIGIN}/beheer asks everybody to sign in`);
  expect(said).toContain(`ok      ${ORIGIN}/beheer/x asks everybody to sign in`);
  expect(said).not.toMatch(/advice|missing/);
});

test.each([
  [{ ACCESS_TEAM_DOMAIN: "", ACCESS_AUD: "" }, "no desk: nobody can look after orders, refunds and withdrawals"],
  [{ ACCESS_AUD: "" }, "ACCESS_AUD: missing"],
  [{ ACCESS_TEAM_DOMAIN: "" }, "ACCESS_TEAM_DOMAIN: missing"],
  [{ ACCESS_AUD: "abc" }, "ACCESS_AUD: malformed"],
  [{ DESK_EDITORS: "eigenaar" }, "DESK_EDITORS: malformed"],
])("a shop with %j has no surface for its orders", async (vars, what) => {
  const asked: string[] = [];
  const desk = (path: string) => {
    asked.push(path);
    return login();
  };
  const { exitCode, out } = await goLive(["check"], { config: await writeConfig(vars), access: { desk } });
  expect([exitCode, out]).toEqual([1, expect.stringContaining(`missing ${what}`)]);
  expect(out).not.toContain("asks everybody to sign in");
  expect(asked).toEqual([]);
});

describe("what is wrong is said", () => {
  test.each<readonly [string, DeskAnswers, Partial<typeof DESK_VARS>, string]>([
    ["no such team", { keys: () => new Response("", { status: 404 }) }, {}, "missing .*certs answers 404: nobody gets"],
    ["no keys", { keys: () => Response.json({ keys: [] }) }, {}, "missing .*certs has no keys"],
    ["no JSON", { keys: () => new Response("<html>") }, {}, "missing .*certs has no keys"],
    [
      "Access is not in front",
      { desk: () => new Response("", { status: 404 }) },
      {},
      "missing .*/beheer answers 404: Access is not in front of it",
    ],
    [
      "Access is in front of what is below it only",
      { desk: (path) => (path === PATHS.desk ? new Response("", { status: 404 }) : login()) },
      {},
      "missing .*/beheer answers 404.*\n.*\n  ok      .*/beheer/x asks",
    ],
    [
      "another team",
      { desk: () => login("https://other.example") },
      {},
      "missing .*/beheer leads to https://other.example",
    ],
    [
      "a host that begins like the team's",
      { desk: () => login(`${TEAM}.other.example`) },
      {},
      "missing .*/beheer leads to https://vaarkoers.cloudflareaccess.example.other.example",
    ],
    [
      "open to everybody",
      { desk: () => new Response("Beheer") },
      {},
      "missing .*/beheer answers 200 without signing in",
    ],
    ["a refusal", { desk: () => new Response("", { status: 403 }) }, {}, "missing .*/beheer answers 403"],
    ["nobody may act", {}, { DESK_EDITORS: "" }, "missing DESK_EDITORS is empty"],
  ])("%s", async (_name, answers, vars, what) => {
    expect(await look(answers, vars)).toMatch(new RegExp(what));
  });

  test.each(["workers_dev", "preview_urls"])("%s: addresses without Access", async (name) => {
    const config = await writeConfig();
    const text = await readFile(config, "utf8");
    const [before = "", production = ""] = text.split("[env.production]\n");
    const open = production.replace(`${name} = false`, `${name} = true`);
    await writeFile(config, `${before}[env.production]\n${open}`);
    expect(await look({}, {}, config)).toContain("advice  the shop also has addresses at workers.dev");
  });
});
