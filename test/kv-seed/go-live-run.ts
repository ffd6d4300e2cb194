import type { TextState } from "../../kv-seed/go-live/texts.ts";
import type { ReplacedParts } from "../../kv-seed/go-live.ts";
import { type KvToolParts, runKvTool } from "../../kv-seed/kv.ts";
import { INTERSTITIAL_KEYS } from "../../src/ledger/course-target.ts";
import { SECRET_NAMES } from "../../src/server/env.ts";
import { priceOf } from "../../src/shared/courses.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { today } from "../../src/shared/time.ts";
import { now } from "../clock.ts";
import type { StoredObject } from "../outside-world/stripe-account.ts";
import { openStripeWorld, stripe, world } from "../services/stripe-world.ts";
import { DESK_VARS, writeProductionConfig } from "./production-config.ts";
import { MemoryStore, record, type ToolRun, temporaryFolder } from "./tool.ts";

export const KVB2_A = priceOf("KVB2", "A").priceCents;
/** SITE_ORIGIN of the configuration. */
export const ORIGIN = "https://www.vaarkoers.example";

let folder: string;

/** Gives each test of a file an empty Stripe account. */
export function openGoLive(): void {
  openStripeWorld();
  folder = temporaryFolder();
}

export const writeConfig = (vars: Readonly<Record<string, string>> = {}) => writeProductionConfig(folder, vars);

const SEEN = { on: today(now()), by: "Jan" };
/** All that the owner must fill in. */
export const FILLED_IN: TextState = {
  WITHDRAWAL_CHECK: { ...SEEN, treatedAs: "content" },
  CLAIMS_CHECK: SEEN,
  RULE_OF_THUMB_CHECK: SEEN,
  LAWS_CHECK: SEEN,
  STRUCK_PRICE_CHECK: SEEN,
  facts: SEEN,
  answers: { access: { isFinal: true } },
  cookies: null,
};

/** The answer of Access to somebody who has not signed in. */
export const login = (at = DESK_VARS.ACCESS_TEAM_DOMAIN) =>
  new Response(null, { status: 302, headers: { location: `${at}/cdn-cgi/access/login/www.example.nl?kid=a` } });

/** What the team's domain and the desk answer, if it is not what they should. */
export type DeskAnswers = { keys?: () => Response; desk?: (path: string) => Response };

function answerDesk(url: string, { keys, desk }: DeskAnswers): Response | null {
  if (url === `${DESK_VARS.ACCESS_TEAM_DOMAIN}/cdn-cgi/access/certs`)
    return keys?.() ?? Response.json({ keys: [{ kid: "a", kty: "RSA" }] });
  return url.startsWith(ORIGIN + PATHS.desk) ? (desk?.(url.slice(ORIGIN.length)) ?? login()) : null;
}

/** KV with a target for every bridge page. */
export function fullKv(): MemoryStore {
  const entries = INTERSTITIAL_KEYS.map((key) => [key, { target: "https://cursus.example/start" }]);
  return MemoryStore.with(Object.fromEntries(entries));
}

export type RunOptions = Pick<ReplacedParts, "readDatabase" | "sendMail" | "pauseMs" | "texts"> & {
  config?: string;
  answer?: boolean;
  key?: string | null;
  kv?: MemoryStore;
  secrets?: readonly string[];
  page?: (url: string) => Response | Promise<Response>;
  access?: DeskAnswers;
};

/** Runs one command line for the production environment. */
export async function goLive(
  args: readonly string[],
  {
    config,
    answer,
    key = "sk_live_a",
    kv = fullKv(),
    secrets = SECRET_NAMES,
    page,
    access = {},
    ...parts
  }: RunOptions = {},
): Promise<ToolRun> {
  const all = [...args, "--env", "production", "--config", config ?? (await writeConfig())];
  const run = (terminal: KvToolParts["terminal"]) =>
    runKvTool(["go-live", ...all], {
      terminal,
      goLive: {
        readKey: async () => key,
        connect: async () => stripe,
        openStore: () => kv,
        readDatabase: async () => ({ jurisdiction: "eu", waiting: [] }),
        listSecrets: async () => secrets,
        fetchPage: async (input) =>
          answerDesk(String(input), access) ?? (await page?.(String(input))) ?? new Response("", { status: 404 }),
        texts: FILLED_IN,
        ...parts,
      },
    });
  return record(run, answer);
}

export const account = (kind: string): readonly StoredObject[] => world.stripe.account.all(kind);
export const writes = (): number => world.stripe.requests.filter(({ method }) => method === "POST").length;
/** The vars that the output asks for. */
export const varsIn = (out: string): Readonly<Record<string, string>> =>
  Object.fromEntries([...out.matchAll(/^(CHECKOUT_\w+) = "(.*)"$/gm)].map(([, name = "", url = ""]) => [name, url]));
/** Makes everything in the account. Returns the vars with the addresses of the payment links. */
export const makeLinks = async () => varsIn((await goLive(["stripe", "--yes"])).out);
