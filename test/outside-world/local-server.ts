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
import type { AddressInfo } from "node:net";

/** A server that only this machine can reach. */

/** `localhost` is 127.0.0.1 for some clients and ::1 for others. */
const LOOPBACK = ["127.0.0.1", "::1"];
/** The error code on a machine without IPv6, which has no ::1. */
const NO_SUCH_ADDRESS = /^(EADDRNOTAVAIL|EAFNOSUPPORT)$/;

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

/** Forwards a request to another port, with other headers; 502 if nothing came. */
export function forward(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  to: { port: number; headers: IncomingHttpHeaders },
): void {
  const { url: path, method } = incoming;
  const upstream = request({ host: "localhost", path, method, ...to }, (response) => {
    outgoing.writeHead(response.statusCode ?? 502, response.headers);
    response.pipe(outgoing);
  });
  upstream.once("error", (error) => {
    if (!outgoing.headersSent) outgoing.writeHead(502, { "content-type": "text/plain", "retry-after": "1" });
    outgoing.end(`The Worker does not answer: ${error.message}`);
  });
  incoming.pipe(upstream);
}
