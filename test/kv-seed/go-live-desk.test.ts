import { readFile, writeFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { PATHS } from "../../src/shared/paths.ts";
import { goLive, ORIGIN, openGoLive, writeConfig } from "./go-live-run.ts";

/** `npm run go-live -- check`: the owner's desk, and Cloudflare Access in front of it. */

openGoLive();

const TEAM = "https://vaarkoers.cloudflareaccess.example";
const VARS = { ACCESS_TEAM_DOMAIN: TEAM, ACCESS_AUD: "a".repeat(64), DESK_EDITORS: "eigenaar@example.nl" };
const KEYS = { keys: [{ kid: "a", kty: "RSA" }] };

const login = (at = TEAM) =>
  new Response(null, { status: 302, headers: { location: `${at}/cdn-cgi/access/login/www.example.nl?kid=a` } });

type Answers = { keys?: () => Response; desk?: (path: string) => Response };

/** What the check says of the desk. */
async function look({ keys, desk }: Answers = {}, vars: Partial<typeof VARS> = {}, config?: string) {
  const { out } = await goLive(["check"], {
    config: config ?? (await writeConfig({ ...VARS, ...vars })),
    page(url) {
      if (url === `${TEAM}/cdn-cgi/access/certs`) return keys?.() ?? Response.json(KEYS);
      if (url.startsWith(ORIGIN + PATHS.desk)) return desk?.(url.slice(ORIGIN.length)) ?? login();
      return new Response("", { status: 404 });
    },
  });
  return out.split("\nThe owner's desk\n")[1]?.split(/\n(?! {2})/)[0] ?? "";
}

test("a desk behind Access is well", async () => {
  const said = await look();
  expect(said).toContain(`ok      ${TEAM}/cdn-cgi/access/certs has keys`);
  expect(said).toContain(`ok      ${ORIGIN}/beheer asks everybody to sign in`);
  expect(said).toContain(`ok      ${ORIGIN}/beheer/x asks everybody to sign in`);
  expect(said).not.toMatch(/advice|missing/);
});

test("without both vars there is none, and the shop can sell", async () => {
  const asked: string[] = [];
  const page = (url: string) => {
    asked.push(url);
    return new Response("", { status: 404 });
  };
  const { out } = await goLive(["check"], { page });
  expect(out).toContain("advice  no desk: nobody can look after orders, refunds and withdrawals");
  expect(asked.filter((url) => url.includes(PATHS.desk))).toEqual([]);
});

test.each([
  [{ ACCESS_AUD: "" }, "ACCESS_AUD: missing"],
  [{ ACCESS_TEAM_DOMAIN: "" }, "ACCESS_TEAM_DOMAIN: missing"],
  [{ ACCESS_AUD: "abc" }, "ACCESS_AUD: malformed"],
  [{ DESK_EDITORS: "eigenaar" }, "DESK_EDITORS: malformed"],
])("%j is named, and does not keep a visitor from buying", async (vars, what) => {
  const { out } = await goLive(["check"], { config: await writeConfig({ ...VARS, ...vars }) });
  expect(out).toContain(`advice  ${what}`);
  expect(out).toContain("advice  the desk cannot be checked yet");
});

describe("what is wrong is said", () => {
  test.each<readonly [string, Answers, Partial<typeof VARS>, string]>([
    ["no such team", { keys: () => new Response("", { status: 404 }) }, {}, "advice  .*certs answers 404: nobody gets"],
    ["no keys", { keys: () => Response.json({ keys: [] }) }, {}, "advice  .*certs has no keys"],
    ["no JSON", { keys: () => new Response("<html>") }, {}, "advice  .*certs has no keys"],
    [
      "Access is not in front",
      { desk: () => new Response("", { status: 404 }) },
      {},
      "advice  .*/beheer answers 404: Access is not in front of it",
    ],
    [
      "Access is in front of what is below it only",
      { desk: (path) => (path === PATHS.desk ? new Response("", { status: 404 }) : login()) },
      {},
      "advice  .*/beheer answers 404.*\n.*\n  ok      .*/beheer/x asks",
    ],
    [
      "another team",
      { desk: () => login("https://other.example") },
      {},
      "advice  .*/beheer leads to https://other.example",
    ],
    [
      "a host that begins like the team's",
      { desk: () => login(`${TEAM}.other.example`) },
      {},
      "advice  .*/beheer leads to https://vaarkoers.cloudflareaccess.example.other.example",
    ],
    [
      "open to everybody",
      { desk: () => new Response("Beheer") },
      {},
      "missing .*/beheer answers 200 without signing in",
    ],
    ["a refusal", { desk: () => new Response("", { status: 403 }) }, {}, "advice  .*/beheer answers 403"],
    ["nobody may act", {}, { DESK_EDITORS: "" }, "advice  DESK_EDITORS is empty"],
  ])("%s", async (_name, answers, vars, what) => {
    expect(await look(answers, vars)).toMatch(new RegExp(what));
  });

  test.each(["workers_dev", "preview_urls"])("%s: addresses without Access", async (name) => {
    const config = await writeConfig(VARS);
    const text = await readFile(config, "utf8");
    const [before = "", production = ""] = text.split("[env.production]\n");
    const open = production.replace(`${name} = false`, `${name} = true`);
    await writeFile(config, `${before}[env.production]\n${open}`);
    expect(await look({}, {}, config)).toContain("advice  the shop also has addresses at workers.dev");
  });
});
