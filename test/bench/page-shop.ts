import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { forward, listenLocally } from "../outside-world/local-server.ts";
import { type Shop, startShop } from "../outside-world/shop.ts";

/**
 * The shop as the page measurements meet it: `wrangler dev`, which compresses the types that Cloudflare's edge
 * compresses (with brotli 5), behind a proxy. `wrangler dev` takes the first encoding that a browser names, gzip, and
 * Cloudflare takes a better one. So the proxy asks for brotli alone. It also gives every request a client address of
 * its own, so that no rate limit is reached, and records the requested paths.
 */

export type MeasuredShop = {
  origin: string;
  /** The origin of Stripe, videos, tiles and bridge targets. */
  worldOrigin: string;
  /** Path and query of every request so far, oldest first. */
  requests: readonly string[];
  close(): Promise<void>;
};

export async function startMeasuredShop(): Promise<MeasuredShop> {
  const persistTo = await mkdtemp(join(tmpdir(), "vaarkoers-pages-"));
  const requests: string[] = [];
  let workerPort = 0;
  const front = await listenLocally(0, (incoming, outgoing) => {
    requests.push(incoming.url ?? "");
    const visitor = requests.length;
    const headers = {
      ...incoming.headers,
      ...(incoming.headers["accept-encoding"]?.includes("br") ? { "accept-encoding": "br" } : {}),
      "cf-connecting-ip": `198.18.${(visitor >> 8) % 250}.${visitor & 255}`,
    };
    forward(incoming, outgoing, { port: workerPort, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
  });
  const origin = `http://localhost:${front.port}`;
  const close = async (shop?: Shop) => {
    await front.close();
    await shop?.close();
    await rm(persistTo, { recursive: true, force: true });
  };
  try {
    const vars = { SITE_ORIGIN: origin };
    const shop = await startShop({ port: 0, outsidePort: 0, persistTo, output: "ignore", vars });
    shop.world.setShopOrigin(origin);
    workerPort = Number(new URL(shop.origin).port);
    return { origin, worldOrigin: shop.world.origin, requests, close: () => close(shop) };
  } catch (error) {
    await close();
    throw error;
  }
}
