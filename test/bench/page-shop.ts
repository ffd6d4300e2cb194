import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PATHS } from "../../src/shared/paths.ts";
import { PAGES } from "../browser/pages.ts";
import { CONTENT_PATHS } from "../content-paths.ts";
import { forward, listenLocally } from "../outside-world/local-server.ts";
import { type Shop, startShop } from "../outside-world/shop.ts";

/**
 * The shop as the page measurements meet it: `wrangler dev`, which compresses the types that Cloudflare's edge
 * compresses (with brotli 5), behind a proxy. `wrangler dev` takes the first encoding that a browser names, gzip, and
 * Cloudflare takes a better one. So the proxy asks for brotli alone. It also gives every request a client address of
 * its own, so that no rate limit is reached.
 */

export type MeasuredShop = {
  origin: string;
  close(): Promise<void>;
};

export async function startMeasuredShop(): Promise<MeasuredShop> {
  const persistTo = await mkdtemp(join(tmpdir(), "vaarkoers-pages-"));
  let visitor = 0;
  let workerPort = 0;
  const front = await listenLocally(0, (incoming, outgoing) => {
    visitor += 1;
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
    return { origin, close: () => close(shop) };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * `content`: the same for everybody, with every bar. `checkout`: with its own bar for LCP. `other`: measured without a
 * bar.
 */
type PageKind = "content" | "checkout" | "other";

export type MeasuredPage = { name: string; path: string; status: number; kind: PageKind };

export const MEASURED_PAGES: readonly MeasuredPage[] = [
  ...PAGES.map(({ name, path, status = 200 }) => ({ name, path, status, kind: kindOf(path) })),
  { name: "quiz redirect", path: `${PATHS.quizRedirect}?A1=A&Score=1`, status: 200, kind: "other" },
];

function kindOf(path: string): PageKind {
  const { pathname } = new URL(path, "http://localhost");
  if (pathname === PATHS.checkout) return "checkout";
  return CONTENT_PATHS.includes(pathname) ? "content" : "other";
}
