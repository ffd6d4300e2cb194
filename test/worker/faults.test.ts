import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, test } from "vitest";
import operations from "../../kv-seed/operations.md?raw";
import { createApp } from "../../src/app.tsx";
import type { Bindings } from "../../src/server/env.ts";
import { sample } from "../full.ts";
import {
  GIFT_KEY,
  paidIntent,
  READABLE_PATHS,
  ROUTE_NAMES,
  ROUTES,
  type RouteName,
  signIn,
  storeOrders,
} from "./fault-routes.ts";
import { FAULTS, type Fault, type Outcome, WORKS } from "./fault-rows.ts";
import { emptyLedger } from "./ledger-rows.ts";
import { logs } from "./logs.ts";
import { shownMarkup } from "./markup.ts";
import { answerText, changed, ORIGIN, skipWaits, takeKept } from "./shop.ts";
import { stubStripe } from "./stripe-stub.ts";

/**
 * The shop's outcomes when a part of its surroundings fails: a table of fault x route x outcome. kv-seed/operations.md
 * shows the same table; `vitest run --config test/vitest.config.ts --project worker faults -u` writes it again.
 */

beforeAll(async () => {
  await env.GIFTS.put(GIFT_KEY, JSON.stringify({ recipient: "Noor", giver: "Bas" }));
  await emptyLedger();
  await storeOrders();
  await signIn();
});

const SALE_ROUTES: readonly RouteName[] = [
  ...(["content", "files", "bridge", "bothBridge", "gift", "targets", "checkout"] as const),
  ...(["intent", "return", "giftReturn"] as const),
];
/** Every route that a fault changes, and a fifth of those that work as ever. The five faults of the ledger together ask every route. */
const routesOf = ({ only, outcomes }: Fault, fault: number): readonly RouteName[] =>
  only !== undefined
    ? (Object.keys(only) as RouteName[])
    : sample(ROUTE_NAMES, (route, index) => outcomes[route] !== undefined || index % 5 === fault % 5);

describe.each(FAULTS.map((fault, index) => ({ ...fault, routes: routesOf(fault, index) })))("$fault", (one) => {
  const { bindings, stripe, release, hurries, only, outcomes, routes } = one;
  test.each(routes)("%s", async (route) => {
    const outcome = (outcomes[route] ?? WORKS[route]) as Outcome;
    if (hurries !== undefined) skipWaits(undefined, hurries);
    stubStripe(stripe ?? paidIntent);
    const asked = only?.[route]?.().then((outcome) => [outcome]) ?? ROUTES[route].ask(bindings?.() ?? {});
    if (outcome.atOnce) await asked;
    release?.();
    for (const response of await asked) {
      const text = await response.text();
      expect(response.status).toBe(Number(outcome.status ?? 200));
      if (outcome.contains !== undefined) expect(text).toContain(outcome.contains);
      if (outcome.shows !== undefined) expect(shownMarkup(text)).toContain(outcome.shows);
      if (outcome.lacks !== undefined) expect(text).not.toContain(outcome.lacks);
      expect(response.headers.get("retry-after")).toBe(outcome.retryAfter ?? null);
      expect(response.headers.get("content-security-policy")).toContain("default-src 'none'");
      expect(text).not.toMatch(/binding away|connection refused|\bat \w+ \(|SECRET DETAIL|undefined</);
    }
    if (outcome.logged !== undefined) expect(logs.lines(outcome.logged).length).toBeGreaterThan(0);
  });
});

/** Longer than it takes to render an answer that waits for nothing, milliseconds. */
const LATE_MS = 50;
const ANSWERED = ROUTE_NAMES.filter((name) => !/mail$/i.test(name));
test.each(ANSWERED)(
  "%s: what its answer does not wait for keeps the Worker alive; no sale asks the ledger",
  async (route) => {
    let [open, asksLedger] = [0, false];
    const late = (call: (...args: never[]) => unknown) =>
      async function answerLate(...args: unknown[]) {
        open += 1;
        await new Promise((resolve) => setTimeout(resolve, LATE_MS));
        const answer = await call(...(args as never[]));
        open -= 1;
        return answer as never;
      };
    const batch = (real: (statements: never) => unknown) => {
      asksLedger = true;
      return late(real);
    };
    stubStripe(late(paidIntent));
    const { DB, GIFTS, MAILER } = env;
    const bindings = {
      DB: changed(DB, { batch }),
      GIFTS: changed(GIFTS, { put: late }),
      MAILER: changed(MAILER, { createBatch: late }),
    };
    for (const answer of await ROUTES[route].ask(bindings)) await answer.text();
    await Promise.all(takeKept());
    expect([open, asksLedger && SALE_ROUTES.includes(route)]).toEqual([0, false]);
  },
);

test("content pages: need no binding and no secret at all", async () => {
  const app = createApp();
  for (const path of READABLE_PATHS)
    expect(await answerText(app.request(ORIGIN + path, {}, {} as Bindings))).toContain("</html>");
});
/** The table in kv-seed/operations.md: one line a fault, with the routes that do not work as usual. */
function formatTable(): string {
  const lines = FAULTS.map(({ fault, outcomes }) => {
    const told = ROUTE_NAMES.filter((route) => outcomes[route] !== undefined);
    const headings = (text: string | undefined) =>
      told.filter((route) => outcomes[route]?.text === text).map((route) => ROUTES[route].heading);
    const cells = [...new Set(told.map((route) => outcomes[route]?.text))].map(
      (text) => `**${headings(text).join(", ")}**: ${text}`,
    );
    const logged = [...new Set(told.map((route) => outcomes[route]?.logged).filter(Boolean))];
    return `| ${fault} | ${cells.join("<br>") || "nothing: files are served beside the Worker"} | ${logged.map((event) => `\`${event}\``).join(", ")} |`;
  });
  return ["| fault | what is different; everything else works | log event |", "| --- | --- | --- |", ...lines].join(
    "\n",
  );
}

const BEGIN = "<!-- faults:begin -->";
const END = "<!-- faults:end -->";

test("the operations manual: shows this table", async () => {
  const [before = "", rest = ""] = operations.split(BEGIN);
  const after = rest.split(END)[1] ?? "";
  expect(operations).toContain(BEGIN);
  await expect(`${before}${BEGIN}\n\n${formatTable()}\n\n${END}${after}`).toMatchFileSnapshot(
    "../../kv-seed/operations.md",
  );
});
