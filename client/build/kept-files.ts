import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import * as z from "zod";
import { readWranglerConfig } from "../../kv-seed/wrangler.ts";
import { errorMessage } from "../../src/server/log.ts";
import { DAY_MS } from "../../src/shared/time.ts";
import { removeOthers, writeWhole } from "./files.ts";

/**
 * Keeps old files for pages that are still open. A version at Cloudflare has only the files that it was uploaded with.
 * So a page that was opened before a deployment would miss files that it loads later: an island, a chunk, a stylesheet.
 * Each deployment therefore includes the live site's hashed files that it does not make itself, for a week after they
 * were last current. The live site lists them in `build-files.json`, so any machine can deploy.
 * Runs before the build of a deployment (`npm run deploy`, `npm run upload`). If the live site does not answer, the
 * deployment goes on without old files. Option: `--env production`, whose SITE_ORIGIN is asked.
 */

const ASSETS = resolve(import.meta.dirname, "../../assets");
const KEEP_DAYS = 7;
const FETCH_TIMEOUT_MS = 10_000;

/**
 * The form of a hashed file name, without folders. It is checked because a name from the live site becomes a path on
 * this machine.
 */
const hashedName = z.string().regex(/^[\w-]+-[A-Za-z0-9]{8}\.[a-z0-9]+$/);

const listSchema = z.object({
  current: z.array(hashedName),
  /** Kept files, each with the time when it was replaced. */
  kept: z.record(hashedName, z.iso.datetime()),
});

/** `build-files.json`: the hashed files of a version. */
export type BuildFiles = z.infer<typeof listSchema>;

const NONE: BuildFiles = { current: [], kept: {} };
const listPath = (assets: string) => join(assets, "build-files.json");

/** Reads the list in a folder of assets. An empty list if there is none. */
export function readBuildFiles(assets = ASSETS): BuildFiles {
  return existsSync(listPath(assets)) ? listSchema.parse(JSON.parse(readFileSync(listPath(assets), "utf8"))) : NONE;
}

/** Writes the list of a build, and deletes the files that neither it makes nor the site keeps. */
export function writeBuildFiles(current: readonly string[], assets = ASSETS): void {
  const kept = Object.entries(readBuildFiles(assets).kept).filter(([name]) => !current.includes(name));
  writeList({ current: current.toSorted(), kept: Object.fromEntries(kept) }, assets);
  removeOthers(join(assets, "build"), new Set([...current, ...kept.map(([name]) => name)]));
}

/**
 * Fetches the live site's files into a folder of assets. Resolves to the names that the next build must keep. Rejects
 * if the site does not answer.
 */
export async function keepLiveFiles(origin: string, { now = new Date(), assets = ASSETS } = {}): Promise<string[]> {
  const oldest = now.getTime() - KEEP_DAYS * DAY_MS;
  const live = listSchema.parse(await (await get(`${origin}/build-files.json`)).json());
  const wanted = {
    ...Object.fromEntries(Object.entries(live.kept).filter(([, replacedAt]) => Date.parse(replacedAt) >= oldest)),
    ...Object.fromEntries(live.current.map((name) => [name, now.toISOString()])),
  };
  const present = new Set(existsSync(join(assets, "build")) ? readdirSync(join(assets, "build")) : []);
  for (const name of Object.keys(wanted).filter((missing) => !present.has(missing))) {
    writeWhole(join(assets, "build", name), new Uint8Array(await (await get(`${origin}/build/${name}`)).arrayBuffer()));
  }
  writeList({ current: [], kept: wanted }, assets);
  return Object.keys(wanted);
}

function writeList(list: BuildFiles, assets: string): void {
  writeWhole(listPath(assets), `${JSON.stringify(list)}\n`);
}

async function get(url: string): Promise<Response> {
  const response = await fetch(url, { signal: AbortSignal.timeout(FETCH_TIMEOUT_MS) });
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return response;
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { env: { type: "string", default: "production" } } });
  const { vars } = await readWranglerConfig({ remote: false, env: values.env });
  try {
    const names = await keepLiveFiles(String(vars.SITE_ORIGIN));
    console.log(`${names.length} files of ${vars.SITE_ORIGIN} stay, as far as they are not made anew`);
  } catch (error) {
    writeList(NONE, ASSETS);
    console.warn(`No old files are kept, pages that are open now may miss some: ${errorMessage(error)}`);
  }
}
