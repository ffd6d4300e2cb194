import { parseArgs } from "node:util";
import * as fc from "fast-check";
import { installChance, resetChance } from "./chance.ts";
import { installClock, now, resetClock, runUntil } from "./clock.ts";
import { finish, perform } from "./play.ts";
import { settle } from "./promises.ts";
import { ANNA, PRIVATE_TEXTS } from "./purchases.ts";
import { STARTS, type Story, story } from "./story.ts";
import { createWorld, type World } from "./world.ts";

/**
 * Runs sales. For the first that breaks a promise it prints the shortest such story or, with `--first`, that one itself:
 * shortening takes as long as many stories. `bundle.ts` bundles this.
 */

let world: World | undefined;
installClock();
installChance();
const console_ = { log: console.log };
for (const level of ["info", "warn", "error", "log", "debug"] as const)
  console[level] = (line: unknown) => world?.log(line instanceof Error ? String(line.stack) : String(line));
const realm = globalThis as Record<string, unknown>;
realm.fetch = (input: string, init?: RequestInit) => world?.fetchAnywhere(input, init);
realm.Stripe = (key: string) => world?.tabOfKey(key).stripeJs();
realm.addEventListener = () => undefined;
// Nobody is signed in.
realm.pageDataset = {};
realm.location = { origin: "http://localhost:8787" };

export type Run = { broken: readonly string[]; notes: World["notes"]; paid: number };

async function tell(told: Story): Promise<Run> {
  resetClock(Date.parse(STARTS[told.starts]));
  resetChance(told.chance);
  const fresh = await finish(createWorld({ kvLateMs: told.kvLateMs, buyer: ANNA, private: PRIVATE_TEXTS }));
  world = fresh;
  for (const step of told.steps) {
    await runUntil(() => false, now() + step.pauseMs);
    fresh.note(`* ${JSON.stringify(step)}`);
    void perform(fresh, step).catch((error) =>
      fresh.fail(`an act of the story broke: ${String(error?.stack ?? error)}`),
    );
    if (fresh.broken.length > 0) break;
  }
  if (fresh.broken.length === 0) await settle(fresh);
  const paid = fresh.provider.intents.all().filter(({ id }) => fresh.provider.paidAtMs(id) !== null).length;
  return { broken: fresh.broken, notes: fresh.notes, paid };
}

function tellRun({ notes, broken }: Run): string {
  const lines = notes.map(
    ({ atMs, text }) => `  ${new Date(atMs).toISOString().slice(0, 19).replace("T", " ")}  ${text}`,
  );
  return [...lines, "", ...broken.map((text) => `Broken: ${text}.`)].join("\n");
}

const { values } = parseArgs({
  options: {
    sales: { type: "string", default: "200" },
    seed: { type: "string", default: "1" },
    story: { type: "string", multiple: true },
    logs: { type: "boolean", default: false },
    first: { type: "boolean", default: false },
  },
});

async function main(): Promise<number> {
  const print = console_.log;
  if (values.story !== undefined) {
    let broken = 0;
    for (const told of values.story) {
      const run = await tell(JSON.parse(told) as Story);
      print(tellRun(run));
      if (values.logs) print(`\nThe log:\n${world?.logs.join("\n")}`);
      broken += run.broken.length;
    }
    return broken === 0 ? 0 : 1;
  }
  let told = 0;
  let paid = 0;
  const result = await fc.check(
    fc.asyncProperty(story, async (one) => {
      const run = await tell(one);
      told += 1;
      paid += run.paid;
      if (run.broken.length > 0) throw new Error(run.broken[0]);
    }),
    { seed: Number(values.seed), numRuns: Number(values.sales), endOnFailure: values.first },
  );
  if (!result.failed) {
    print(`${told} stories, ${paid} payments were made: every promise is kept (seed ${values.seed}).`);
    return 0;
  }
  const [found] = result.counterexample ?? [];
  if (found === undefined) throw new Error("no story failed");
  print(
    `Story ${result.numRuns} of seed ${values.seed} breaks a promise. ${values.first ? "This is it" : "The shortest that does"}:\n`,
  );
  print(tellRun(await tell(found)));
  print(`\nAgain: npm run simulate -- --story '${JSON.stringify(found)}'`);
  return 1;
}

process.exit(await main());
