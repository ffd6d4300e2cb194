import type { ReactElement } from "react";
import { type KvRead, readInterstitial, readInterstitialMap } from "./kv.ts";
import { HomePage } from "./pages/home.tsx";
import { InterstitialPage, InterstitialTarget } from "./pages/interstitial.tsx";
import { OrderPage } from "./pages/order.tsx";
import { matchesEtag, recallPage, rememberKey, rememberPage } from "./remembered-pages.ts";
import { pageHeaders, type RenderOptions, renderInOrder, renderPage, renderToBytes } from "./render.tsx";
import { type AppContext, createFrame } from "./request.ts";
import { apiSecurityHeaders } from "./security.ts";
import { OFFERS } from "./shared/courses.ts";
import type { Frame } from "./shared/frame.ts";
import type { InterstitialOutcome } from "./shared/interstitial.ts";
import { PATHS } from "./shared/paths.ts";

type Handler = (c: AppContext) => Response | Promise<Response>;

/** One line of the route table. A path answers the methods it names (GET also HEAD); any other gets 405. */
export type Route = { path: string; name: string; GET?: Handler; POST?: Handler };

/** THE route table. Paths come from shared/paths.ts and shared/courses.ts; no path is typed twice. */
export const routes: readonly Route[] = [
  contentPage("home", PATHS.home, HomePage),
  contentPage("order", PATHS.order, OrderPage),
  ...OFFERS.map((offer) => bridgePage(offer.path, offer.key)),
  { name: "interstitial-targets", path: PATHS.interstitialTargets, GET: serveInterstitialTargets },
  { name: "health", path: PATHS.health, GET: serveHealth },
];

/** A page that is the same for everybody who asks for the same address; its bytes are remembered when they can be. */
function contentPage(name: string, path: string, Page: (props: { frame: Frame }) => ReactElement): Route {
  const options: RenderOptions = { cache: "shared" };
  return {
    name,
    path,
    async GET(c) {
      const key = rememberKey(c);
      if (key === null) return renderPage(<Page frame={createFrame(c)} />, options);
      const page = recallPage(key) ?? (await rememberPage(key, await renderToBytes(<Page frame={createFrame(c)} />)));
      const headers = { ...pageHeaders(options), etag: page.etag };
      if (matchesEtag(c.req.header("if-none-match"), page.etag)) return new Response(null, { status: 304, headers });
      return new Response(page.bytes as Uint8Array<ArrayBuffer>, { headers });
    },
  };
}

/** Sends the spinner at once and streams the target in when KV has answered. */
function bridgePage(path: string, key: string): Route {
  return {
    name: "bridge",
    path,
    GET(c) {
      const frame = createFrame(c);
      const target = readInterstitial(c.env.INTERSTITIALS, key).then((read) => (
        <InterstitialTarget frame={frame} outcome={outcomeOf(read)} />
      ));
      return renderInOrder(
        <InterstitialPage frame={frame} pathKey={key} />,
        target,
        <InterstitialTarget frame={frame} outcome={{ status: "unavailable" }} />,
        { cache: "private", requestId: c.get("requestId") },
      );
    },
  };
}

/** What a page tells about a KV read: a malformed entry counts as not configured. */
function outcomeOf(read: KvRead<{ target: string }>): InterstitialOutcome {
  if (read.status === "found") return { status: "found", target: read.value.target };
  return { status: read.status === "unavailable" ? "unavailable" : "missing" };
}

async function serveInterstitialTargets(c: AppContext): Promise<Response> {
  const headers = { ...apiSecurityHeaders(), "cache-control": "no-cache" };
  const map = await readInterstitialMap(c.env.INTERSTITIALS);
  if (map.status === "found") return c.json(map.value, 200, headers);
  return c.json({ error: { code: "unavailable", message: "Tijdelijk niet beschikbaar. Probeer het opnieuw." } }, 503, {
    ...headers,
    "retry-after": "5",
  });
}

/** Names the running version; touches neither KV nor Stripe. */
function serveHealth(c: AppContext): Response {
  const version = c.env.CF_VERSION_METADATA?.id || "local";
  return c.json({ status: "ok", version }, 200, { ...apiSecurityHeaders(), "cache-control": "no-store" });
}
