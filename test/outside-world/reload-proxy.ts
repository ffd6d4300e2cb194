import { watch } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { forward, listenLocally } from "./local-server.ts";

/**
 * A proxy in front of the Worker in `npm run dev`, which reloads open pages after a change.
 * `wrangler dev --live-reload` uses an inline script, which the shop's content security policy refuses. This adds a
 * script of the page's own origin instead, so the policy stays in force and the Worker is unchanged.
 */

const ROOT = resolve(import.meta.dirname, "../..");
const WATCHED = ["src", "client", "assets/images"];
const SCRIPT_PATH = "/__reload.js";
const EVENTS_PATH = "/__reload";
const POLL_MS = 200;
/** wrangler notices the last change, and builds client and Worker, within this time. */
const REBUILD_MS = 1500;

const SCRIPT = `new EventSource("${EVENTS_PATH}").addEventListener("reload", () => location.reload());`;

/** Starts the proxy on `port` in front of the Worker on `targetPort`. */
export async function startReloadProxy(options: {
  port: number;
  targetPort: number;
}): Promise<{ close(): Promise<void> }> {
  const listeners = new Set<ServerResponse>();
  const server = await listenLocally(options.port, (incoming, outgoing) => {
    if (incoming.url === SCRIPT_PATH) {
      outgoing.writeHead(200, { "content-type": "text/javascript" }).end(SCRIPT);
    } else if (incoming.url === EVENTS_PATH) {
      outgoing.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" }).flushHeaders();
      listeners.add(outgoing);
      outgoing.once("close", () => listeners.delete(outgoing));
    } else {
      forwardPage(incoming, outgoing, options.targetPort);
    }
  });
  let lastChange: AbortController | undefined;
  const onChange = async () => {
    lastChange?.abort();
    lastChange = new AbortController();
    const { signal } = lastChange;
    await workerAnswersAgain(options.targetPort, signal).catch(() => undefined);
    if (!signal.aborted) for (const listener of listeners) listener.write("event: reload\ndata:\n\n");
  };
  const watchers = WATCHED.map((folder) => watch(join(ROOT, folder), { recursive: true }, onChange));

  return {
    async close() {
      for (const watcher of watchers) watcher.close();
      lastChange?.abort();
      await server.close();
    },
  };
}

function forwardPage(incoming: IncomingMessage, outgoing: ServerResponse, port: number): void {
  const { "accept-encoding": _, ...headers } = incoming.headers;
  forward(incoming, outgoing, { port, headers }, (response) => {
    const isPage = response.headers["content-type"]?.startsWith("text/html") === true && incoming.method === "GET";
    outgoing.writeHead(response.statusCode ?? 502, withoutLength(response.headers, isPage));
    response.pipe(outgoing, { end: false });
    response.once("end", () => outgoing.end(isPage ? `<script type="module" src="${SCRIPT_PATH}"></script>` : ""));
  });
}

function withoutLength(headers: IncomingMessage["headers"], isPage: boolean): IncomingMessage["headers"] {
  if (!isPage) return headers;
  const { "content-length": _length, etag: _etag, ...rest } = headers;
  return { ...rest, "cache-control": "no-store" };
}

/** Waits for the rebuild, then until the Worker answers. Rejects if it is aborted: a later change has its own wait. */
async function workerAnswersAgain(port: number, signal: AbortSignal): Promise<void> {
  for (let pauseMs = REBUILD_MS; ; pauseMs = POLL_MS) {
    await delay(pauseMs, undefined, { signal });
    const answer = await fetch(`http://localhost:${port}/healthz`, { signal }).catch(() => null);
    if (answer?.ok) return;
  }
}
