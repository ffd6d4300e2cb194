import { once } from "node:events";
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestListener,
  request,
  type Server,
  type ServerResponse,
} from "node:http";
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from "node:net";
import { LOOPBACK, NO_SUCH_ADDRESS } from "./ports.ts";

/** A server that only this machine can reach. */

export type LocalServer = { port: number; close(): Promise<void> };

/** Listens on both of this machine's own addresses, and on nothing beyond it. 0 picks a free port. */
export async function listenLocally(port: number, onRequest: RequestListener): Promise<LocalServer> {
  const servers: Server[] = [];
  const close = async () => {
    await Promise.all(
      servers.map((server) => {
        const closed = once(server, "close");
        server.close();
        server.closeAllConnections();
        return closed;
      }),
    );
  };
  let chosen = port;
  for (const host of LOOPBACK) {
    const server = createServer(onRequest);
    try {
      await once(server.listen(chosen, host), "listening");
    } catch (error) {
      const { code = "" } = error as NodeJS.ErrnoException;
      if (servers.length > 0 && NO_SUCH_ADDRESS.test(code)) break;
      await close();
      if (servers.length > 0 && code === "EADDRINUSE" && port === 0) return listenLocally(port, onRequest);
      throw error;
    }
    servers.push(server);
    chosen = (server.address() as AddressInfo).port;
  }
  return { port: chosen, close };
}

/**
 * Lets both of this machine's own addresses lead to a server that listens on one of them, as `wrangler dev` does. On a
 * machine with one of them there is nothing to do.
 */
export async function joinLoopback(port: number): Promise<{ close(): void }> {
  for (const [index, host] of LOOPBACK.entries()) {
    const sockets = new Set<Socket>();
    const server = createTcpServer((socket) => {
      const other = connect(port, LOOPBACK[1 - index]);
      for (const [one, next] of [
        [socket, other],
        [other, socket],
      ] as const) {
        sockets.add(one);
        one.once("close", () => sockets.delete(one) && next.destroy());
        one.once("error", () => next.destroy());
        one.pipe(next);
      }
    });
    try {
      await once(server.listen(port, host), "listening");
    } catch {
      // The server itself listens here, or the machine has no such address.
      continue;
    }
    return {
      close() {
        server.close();
        for (const socket of sockets) socket.destroy();
      },
    };
  }
  return { close: () => undefined };
}

/** Forwards a request to another port, with other headers, and lets `answer` write the answer; 502 if there is none. */
export function forward(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  to: { port: number; headers: IncomingHttpHeaders },
  answer: (response: IncomingMessage) => void,
): void {
  const { url: path, method } = incoming;
  const upstream = request({ host: "localhost", path, method, ...to }, answer);
  upstream.once("error", (error) => {
    if (!outgoing.headersSent) outgoing.writeHead(502, { "content-type": "text/plain", "retry-after": "1" });
    outgoing.end(`The Worker does not answer: ${error.message}`);
  });
  incoming.pipe(upstream);
}
