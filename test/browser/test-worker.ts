import type { D1Database, ExecutionContext, KVNamespace } from "@cloudflare/workers-types";
import { createApp } from "../../src/app.tsx";
import { ledgerOf, type Statement } from "../../src/server/database.ts";
import type { Bindings } from "../../src/server/env.ts";
import { scheduled } from "../../src/workflows.ts";
import { dateBy } from "../date-by.ts";
import { createLimiter } from "../limiter.ts";

/**
 * The Worker of the browser tests, which can put faults around it (`test-shop.ts` starts it). `POST /_shop` takes
 * `ShopSettings` as JSON; settings that it does not name are as usual again. `POST /_ledger` takes statements.
 */

// The entry must export the classes that wrangler.toml names.
export { Mailer, Night } from "../../src/workflows.ts";

/** `missing`: no entry. `down`: the read throws. `hang`: it never answers. */
export type KvMode = "ok" | "missing" | "down" | "hang";

export type ShopSettings = {
  /** The outcome of reads of `INTERSTITIALS`: of the next `times`, or of all. */
  kv?: KvMode;
  times?: number | undefined;
  /** What the ledger refuses to requests: all of them, or those that change something. */
  ledgerDown?: "all" | "changes";
  /** Vars that differ from wrangler.toml. */
  vars?: Readonly<Record<string, string>>;
  /** The limit of requests of each client; unlimited by default, because a test opens many pages at once. */
  limit?: number;
  /** The moment at which its clock stands still, milliseconds since 1970. */
  now?: number;
  /** Pages report their errors to `/_problems`, for a browser whose console cannot be read; from then on. */
  listens?: boolean;
};

const LIMITERS = ["PAYMENT_LIMIT", "GIFT_LIMIT", "REPORT_LIMIT", "ORDER_LIMIT"] as const;

let app = createApp();
let mode: KvMode = "ok";
let ledgerDown: ShopSettings["ledgerDown"];
let remaining = Number.POSITIVE_INFINITY;
/** Made once for each setting: the shop reads its configuration once for each object of bindings. */
let bindings: Bindings | undefined;
let settings: ShopSettings = {};
let isListening = false;
let problems: string[] = [];

const RunningDate = Date;
let stoppedAtMs = 0;
const StoppedDate = dateBy(() => stoppedAtMs);

const LISTENER_PATH = "/_listen.js";
const PROBLEMS_PATH = "/_problems";
declare const HTMLRewriter: typeof import("@cloudflare/workers-types").HTMLRewriter;

/** The first script of a page. It is one of the page's own origin, which the policy allows. */
const LISTENER = `
  const tell = (problem) => navigator.sendBeacon("${PROBLEMS_PATH}", String(problem));
  const { error } = console;
  console.error = (...said) => { tell(said.join(" ")); error(...said); };
  addEventListener("error", ({ message, target }) => tell(message ?? "not loaded: " + (target.src ?? target.href)), true);
  addEventListener("unhandledrejection", ({ reason }) => tell(reason));
  addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
    tell("policy violation: " + violatedDirective + " " + blockedURI));`;

export default {
  async fetch(request: Request, env: Bindings, context: ExecutionContext): Promise<Response> {
    const asked = request.method === "POST" ? new URL(request.url).pathname : "";
    if (asked === "/_shop") {
      use((await request.json()) as ShopSettings);
      return new Response(null, { status: 204 });
    }
    if (asked === "/_ledger") return Response.json(await ledgerOf(env)((await request.json()) as Statement[]));
    const listened = isListening ? await answerListener(request) : null;
    if (listened !== null) return listened;
    const stores = { INTERSTITIALS: failing(env.INTERSTITIALS), DB: failingLedger(env.DB) };
    bindings ??= { ...env, ...settings.vars, ...limiters(), ...stores };
    const response = await app.fetch(request, bindings, context as never);
    return isListening ? withListener(response) : response;
  },
  scheduled,
};

async function answerListener(request: Request): Promise<Response | null> {
  const { pathname } = new URL(request.url);
  if (pathname === LISTENER_PATH) return new Response(LISTENER, { headers: { "content-type": "text/javascript" } });
  if (pathname !== PROBLEMS_PATH) return null;
  if (request.method === "POST") problems.push(await request.text());
  return Response.json(problems);
}

function withListener(response: Response): Response {
  if (!response.headers.get("content-type")?.startsWith("text/html")) return response;
  const script = `<script src="${LISTENER_PATH}"></script>`;
  const addScript = {
    element: (head: { prepend(text: string, how: object): void }) => head.prepend(script, { html: true }),
  };
  const heard = new Response(response.body, response);
  // In Firefox Playwright evaluates strings in the page.
  const policy = response.headers.get("content-security-policy")?.replace("script-src", "script-src 'unsafe-eval'");
  heard.headers.set("content-security-policy", policy ?? "");
  return new HTMLRewriter().on("head", addScript).transform(heard as never) as never;
}

function use(next: ShopSettings): void {
  mode = next.kv ?? "ok";
  ledgerDown = next.ledgerDown;
  isListening ||= next.listens ?? false;
  problems = [];
  stoppedAtMs = next.now ?? 0;
  globalThis.Date = next.now === undefined ? RunningDate : StoppedDate;
  remaining = next.times ?? Number.POSITIVE_INFINITY;
  if (JSON.stringify([next.vars, next.limit]) === JSON.stringify([settings.vars, settings.limit])) return;
  settings = next;
  bindings = undefined;
  // A new app remembers no page with the former vars.
  app = createApp();
}

/** Limiters that never reset: those of the runtime begin anew with the machine's minutes. */
function limiters(): Pick<Bindings, (typeof LIMITERS)[number]> {
  const { limit = Number.POSITIVE_INFINITY } = settings;
  return Object.fromEntries(LIMITERS.map((name) => [name, createLimiter(limit)])) as never;
}

function failing(namespace: KVNamespace): KVNamespace {
  const get = async (key: string | readonly string[]) => {
    const now = takeMode();
    if (now === "missing") return typeof key === "string" ? null : new Map();
    if (now === "down") throw new Error("KV GET failed: 500 Internal Server Error");
    if (now === "hang") return new Promise<null>(() => undefined);
    return namespace.get(key as string, "text");
  };
  return { get } as unknown as KVNamespace;
}

function failingLedger(database: D1Database): D1Database {
  const prepare: D1Database["prepare"] = (text) => {
    const isRefused = ledgerDown === "all" || (ledgerDown === "changes" && !text.startsWith("SELECT"));
    if (isRefused) throw new Error("D1_ERROR: D1 is unavailable");
    return database.prepare(text);
  };
  return { prepare, batch: database.batch.bind(database) } as D1Database;
}

function takeMode(): KvMode {
  if (mode === "ok") return mode;
  const taken = mode;
  remaining -= 1;
  if (remaining <= 0) mode = "ok";
  return taken;
}
