import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { checkoutVar, VIDEO_VARS } from "../../src/env.ts";
import { COURSE_IDS, FLOWS } from "../../src/shared/courses.ts";
import { type AuthControls, createAuth } from "./auth.ts";
import { AUTH_ANON_KEY } from "./auth-keys.ts";
import { createControlRoutes } from "./control.ts";
import { createHomeRoute } from "./home-page.ts";
import { type Exchange, type Handler, RequestError } from "./http.ts";
import { listenLocally } from "./local-server.ts";
import { createMailbox, type Mailbox } from "./mailbox.ts";
import { ORDER_TOKEN_KEYS } from "./order-keys.ts";
import { createPageRoutes, sendNotFound } from "./pages.ts";

import { createStripe, type StripeControls } from "./stripe.ts";
import { STRIPE_PUBLISHABLE_KEY, STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET } from "./stripe-keys.ts";
import { tileRoute } from "./tiles.ts";

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
  /** Every e-mail that a service here sent; `/_control/mails` has the shop's too. */
  mailbox: Mailbox;
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
  const { mailbox, handler: handleMailbox } = createMailbox(() => shopOrigin);
  const auth = createAuth({ origin: () => origin, shopOrigin: () => shopOrigin, mailbox });
  const handlers: readonly Handler[] = [
    ...stripe.handlers,
    ...auth.handlers,
    handleMailbox,
    ...createControlRoutes(stripe.controls),
    createHomeRoute(() => shopOrigin, stripe.controls),
    ...createPageRoutes(() => shopOrigin, stripe.controls.buy),
    tileRoute,
  ];
  const server = await listenLocally(options.port ?? DEFAULT_PORT, (request, response) => {
    void answer(request, response, handlers, requests);
  });
  origin = `http://localhost:${server.port}`;
  return {
    origin,
    port: server.port,
    stripe: stripe.controls,
    auth: auth.controls,
    mailbox,
    requests,
    vars: () => workerVars(origin),
    setShopOrigin(value) {
      shopOrigin = new URL(value).origin;
    },
    async close() {
      await stripe.close();
      await server.close();
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
    const body = await text(request);
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
    MAP_TILE_URL: `${origin}/tiles/{z}/{x}/{y}.svg`,
    MAP_ATTRIBUTION: "Schetskaart van de lokale testomgeving",
    STRIPE_API_BASE: origin,
    STRIPE_JS_URL: `${origin}/stripe.js`,
    STRIPE_PUBLISHABLE_KEY,
    STRIPE_SECRET_KEY,
    STRIPE_WEBHOOK_SECRET,
    ORDER_TOKEN_KEYS,
    AUTH_URL: `${origin}/auth/v1`,
    AUTH_ANON_KEY,
  };
}
