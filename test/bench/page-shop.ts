import { mkdtemp, rm } from "node:fs/promises";
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort, startShop } from "../outside-world/shop.ts";

/**
 * The shop as the page measurements meet it: `wrangler dev`, which compresses the types that Cloudflare's edge
 * compresses (with brotli 5), and a front before it. Of the encodings that a browser names `wrangler dev` takes the
 * first, gzip, where Cloudflare takes a better one; so the front asks for brotli alone. It also makes every request a
 * visitor of its own, so that no rate limit adds up, and remembers which paths were asked for.
 */

export type MeasuredShop = {
  origin: string;
  /** Where Stripe, videos, tiles and bridge targets are. */
  worldOrigin: string;
  /** Path and query of every request so far, oldest first. */
  requests: readonly string[];
  close(): Promise<void>;
};

export async function startMeasuredShop(): Promise<MeasuredShop> {
  const persistTo = await mkdtemp(join(tmpdir(), "vaarkoers-pages-"));
  const frontPort = await freePort();
  const origin = `http://localhost:${frontPort}`;
  try {
    const shop = await startShop({
      port: 0,
      outsidePort: 0,
      persistTo,
      output: "ignore",
      vars: { SITE_ORIGIN: origin },
    });
    shop.world.setShopOrigin(origin);
    const requests: string[] = [];
    const agent = new Agent({ keepAlive: true });
    const workerPort = Number(new URL(shop.origin).port);
    const server = createServer((incoming, outgoing) => {
      requests.push(incoming.url ?? "");
      forward(incoming, outgoing, { agent, port: workerPort, visitor: requests.length });
    });
    await new Promise<void>((resolveListen, reject) => {
      server.once("error", reject);
      server.listen(frontPort, "localhost", resolveListen);
    });
    return {
      origin,
      worldOrigin: shop.world.origin,
      requests,
      async close() {
        server.closeAllConnections();
        await new Promise((resolveClose) => server.close(resolveClose));
        agent.destroy();
        await shop.close();
        await rm(persistTo, { recursive: true, force: true });
      },
    };
  } catch (error) {
    await rm(persistTo, { recursive: true, force: true });
    throw error;
  }
}

function forward(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { agent, port, visitor }: { agent: Agent; port: number; visitor: number },
): void {
  const headers = {
    ...incoming.headers,
    ...(incoming.headers["accept-encoding"]?.includes("br") ? { "accept-encoding": "br" } : {}),
    "cf-connecting-ip": `198.18.${(visitor >> 8) % 250}.${visitor & 255}`,
  };
  const upstream = request(
    { agent, host: "localhost", port, path: incoming.url, method: incoming.method, headers },
    (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    },
  );
  upstream.once("error", (error) => outgoing.destroy(error));
  incoming.pipe(upstream);
}
