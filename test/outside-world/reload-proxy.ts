import type { ChildProcess } from "node:child_process";
import { watch } from "node:fs";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { join, resolve } from "node:path";

/**
 * Stands in front of the Worker in `npm run dev` and makes open pages reload after a change: it adds one script of its
 * own origin to each page, so that the strict content security policy holds in daily work too. The Worker knows nothing
 * of it.
 */

export type ReloadProxy = { close(): Promise<void> };

const ROOT = resolve(import.meta.dirname, "../..");
const WATCHED = ["src", "client", "assets/images"];
const SCRIPT_PATH = "/__reload.js";
const EVENTS_PATH = "/__reload";
/** Editors write a file in several steps; wait for the last. */
const SETTLE_MS = 100;
const POLL_MS = 200;
/** wrangler notices a change, builds the client and bundles the Worker within this time. */
const REBUILD_MS = 1500;

const SCRIPT = `new EventSource("${EVENTS_PATH}").addEventListener("reload", () => location.reload());`;

/** Starts the proxy on `port` in front of the Worker on `targetPort`. */
export async function startReloadProxy(options: {
  port: number;
  targetPort: number;
  worker: ChildProcess;
}): Promise<ReloadProxy> {
  const listeners = new Set<ServerResponse>();
  const server = createServer((incoming, outgoing) => {
    if (incoming.url === SCRIPT_PATH) {
      outgoing.writeHead(200, { "content-type": "text/javascript" }).end(SCRIPT);
    } else if (incoming.url === EVENTS_PATH) {
      outgoing.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" }).flushHeaders();
      listeners.add(outgoing);
      outgoing.once("close", () => listeners.delete(outgoing));
    } else {
      forward(incoming, outgoing, options.targetPort);
    }
  });
  await new Promise<void>((resolveListen, reject) => {
    server.once("error", reject);
    server.listen(options.port, "localhost", resolveListen);
  });

  let timer: NodeJS.Timeout | undefined;
  const onChange = () => {
    clearTimeout(timer);
    timer = setTimeout(async () => {
      await workerAnswersAgain(options.targetPort);
      for (const listener of listeners) listener.write("event: reload\ndata:\n\n");
    }, SETTLE_MS);
  };
  const watchers = WATCHED.map((folder) => watch(join(ROOT, folder), { recursive: true }, onChange));

  return {
    async close() {
      for (const watcher of watchers) watcher.close();
      clearTimeout(timer);
      server.closeAllConnections();
      await new Promise((resolveClose) => server.close(resolveClose));
    },
  };
}

function forward(incoming: IncomingMessage, outgoing: ServerResponse, targetPort: number): void {
  const { "accept-encoding": _, ...headers } = incoming.headers;
  const upstream = request(
    { host: "localhost", port: targetPort, path: incoming.url, method: incoming.method, headers },
    (response) => {
      const isPage = response.headers["content-type"]?.startsWith("text/html") === true && incoming.method === "GET";
      outgoing.writeHead(response.statusCode ?? 502, withoutLength(response.headers, isPage));
      response.pipe(outgoing, { end: false });
      response.once("end", () => outgoing.end(isPage ? `<script type="module" src="${SCRIPT_PATH}"></script>` : ""));
    },
  );
  upstream.once("error", (error) => {
    if (!outgoing.headersSent) outgoing.writeHead(502, { "content-type": "text/plain", "retry-after": "1" });
    outgoing.end(`The Worker does not answer: ${error.message}`);
  });
  incoming.pipe(upstream);
}

function withoutLength(headers: IncomingMessage["headers"], isPage: boolean): IncomingMessage["headers"] {
  if (!isPage) return headers;
  const { "content-length": _length, etag: _etag, ...rest } = headers;
  return { ...rest, "cache-control": "no-store" };
}

/** Waits for the rebuild, then until the Worker answers. */
async function workerAnswersAgain(port: number): Promise<void> {
  await pause(REBUILD_MS);
  for (;;) {
    try {
      if ((await fetch(`http://localhost:${port}/healthz`)).ok) return;
    } catch {
      // Between two versions.
    }
    await pause(POLL_MS);
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolvePause) => setTimeout(resolvePause, ms));
}
