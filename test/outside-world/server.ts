import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { parseArgs } from "node:util";
import { checkoutVar, VIDEO_VARS } from "../../src/env.ts";
import { COURSE_IDS, FLOWS } from "../../src/shared/courses.ts";
import { type AuthControls, createAuth } from "./auth.ts";
import { AUTH_ANON_KEY } from "./auth-keys.ts";
import { createControlHandler } from "./control.ts";
import { handleHomePage } from "./home-page.ts";
import { type Exchange, type Handler, RequestError, readBody } from "./http.ts";
import { handlePage, sendNotFound } from "./pages.ts";
import { createStripe, type StripeControls } from "./stripe.ts";
import { STRIPE_PUBLISHABLE_KEY, STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET } from "./stripe-keys.ts";
import { handleTile } from "./tiles.ts";

export const DEFAULT_PORT = 8788;
export const DEFAULT_SHOP_ORIGIN = "http://localhost:8787";

/** The oldest requests are forgotten when a shop runs for days. */
const REQUEST_LOG_MAX = 2000;

/** One request as it arrived, for assertions. */
export type RequestRecord = { method: string; url: string; headers: IncomingHttpHeaders; body: string };

/** Everything outside the Worker, on this machine. */
export type OutsideWorld = {
  /** `http://localhost:8788` */
  origin: string;
  port: number;
  /** The Worker's vars and secrets that point here. */
  vars(): Record<string, string>;
  /** The local Stripe: failure modes, intents, calls and webhook deliveries. */
  stripe: StripeControls;
  /** The local sign-in service: people, keys, one-time codes and failure modes. */
  auth: AuthControls;
  /** Every request so far, oldest first. */
  requests: readonly RequestRecord[];
  /** Where checkout pages return to and webhooks go: scheme and host of the shop. */
  setShopOrigin(origin: string): void;
  close(): Promise<void>;
};

/** Starts it on `port` (0 picks a free one). Rejects when the port is taken. */
export async function startOutsideWorld(
  options: { port?: number; shopOrigin?: string; webhookRetryDelaysMs?: readonly number[] } = {},
): Promise<OutsideWorld> {
  let shopOrigin = new URL(options.shopOrigin ?? DEFAULT_SHOP_ORIGIN).origin;
  let origin = "";
  const requests: RequestRecord[] = [];
  const stripe = createStripe({
    origin: () => origin,
    shopOrigin: () => shopOrigin,
    ...(options.webhookRetryDelaysMs === undefined ? {} : { webhookRetryDelaysMs: options.webhookRetryDelaysMs }),
  });
  const auth = createAuth({ origin: () => origin, shopOrigin: () => shopOrigin });
  const handlers: readonly Handler[] = [
    ...stripe.handlers,
    ...auth.handlers,
    createControlHandler(stripe.controls),
    (exchange) => handleHomePage(exchange, shopOrigin, stripe.controls),
    (exchange) => handlePage(exchange, shopOrigin),
    handleTile,
  ];
  const listeners = await listen(options.port ?? DEFAULT_PORT, (request, response) => {
    void answer(request, response, handlers, requests);
  });
  const { port } = listeners[0].address() as AddressInfo;
  origin = `http://localhost:${port}`;
  return {
    origin,
    port,
    stripe: stripe.controls,
    auth: auth.controls,
    requests,
    vars: () => workerVars(origin),
    setShopOrigin(value) {
      shopOrigin = new URL(value).origin;
    },
    async close() {
      await stripe.close();
      await Promise.all(listeners.map(closeServer));
    },
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  handlers: readonly Handler[],
  requests: RequestRecord[],
): Promise<void> {
  try {
    const url = URL.parse(request.url ?? "/", "http://localhost");
    const method = request.method ?? "GET";
    const body = await readBody(request);
    if (url === null) {
      response.writeHead(400).end();
      return;
    }
    requests.push({ method, url: url.pathname + url.search, headers: request.headers, body });
    if (requests.length > REQUEST_LOG_MAX) requests.shift();
    const exchange: Exchange = { request, response, method, url, body };
    for (const handle of handlers) if (await handle(exchange)) return;
    sendNotFound(exchange);
  } catch (error) {
    if (response.destroyed || response.headersSent) return;
    const status = error instanceof RequestError ? error.status : 500;
    if (status === 500) console.error(error);
    response.writeHead(status, { "content-type": "text/plain; charset=utf-8", connection: "close" });
    response.end(error instanceof Error ? error.message : "error");
  }
}

/** `localhost` is 127.0.0.1 to one client and ::1 to another, so both answer, and nothing beyond this machine. */
async function listen(
  port: number,
  onRequest: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<[Server, ...Server[]]> {
  const ipv4 = await listenOn(port, "127.0.0.1", onRequest);
  const chosen = (ipv4.address() as AddressInfo).port;
  try {
    return [ipv4, await listenOn(chosen, "::1", onRequest)];
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === "EADDRNOTAVAIL" || code === "EAFNOSUPPORT") return [ipv4];
    await closeServer(ipv4);
    if (code === "EADDRINUSE" && port === 0) return listen(0, onRequest);
    throw error;
  }
}

function listenOn(
  port: number,
  host: string,
  onRequest: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer(onRequest);
    server.once("error", reject);
    server.listen(port, host, () => resolve(server));
  });
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

function workerVars(origin: string): Record<string, string> {
  const vars: Record<string, string> = {};
  for (const courseId of COURSE_IDS) {
    for (const flow of FLOWS) vars[checkoutVar(courseId, flow)] = `${origin}/checkout/${courseId}/${flow}`;
  }
  vars[VIDEO_VARS.intro] = `${origin}/video/intro`;
  for (const number of [1, 2, 3, 4, 5] as const) {
    vars[VIDEO_VARS[`quiz${number}`]] = `${origin}/video/quiz-${number}`;
  }
  return {
    ...vars,
    PRACTICE_APP_URL: `${origin}/oefenen`,
    ACTIVATION_URL: `${origin}/activeren`,
    MAP_TILE_URL: `${origin}/tiles/{z}/{x}/{y}.png`,
    MAP_ATTRIBUTION: "Schetskaart van de lokale testomgeving",
    STRIPE_API_BASE: origin,
    STRIPE_JS_URL: `${origin}/stripe.js`,
    STRIPE_PUBLISHABLE_KEY,
    STRIPE_SECRET_KEY,
    STRIPE_WEBHOOK_SECRET,
    AUTH_URL: `${origin}/auth/v1`,
    AUTH_ANON_KEY,
  };
}

async function runFromCommandLine(): Promise<void> {
  const { values } = parseArgs({ options: { port: { type: "string" }, shop: { type: "string" } } });
  const port = Number(values.port ?? DEFAULT_PORT);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new RangeError(`--port ${values.port} is no port`);
  const world = await startOutsideWorld({ port, shopOrigin: values.shop ?? DEFAULT_SHOP_ORIGIN });
  console.log(`Outside world: ${world.origin}`);
  const stop = () => void world.close().then(() => process.exit(0));
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
}

if (import.meta.main) await runFromCommandLine();
