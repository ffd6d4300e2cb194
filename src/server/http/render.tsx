import type { ReactElement } from "react";
import type { PageContext } from "../../shared/page-context.ts";
import type { PageNeeds } from "../../shared/page-needs.ts";
import { joinBytes } from "../bytes.ts";
import { keptModule } from "../kept-module.ts";
import { errorMessage, logEvent } from "../log.ts";
import { pageSecurityHeaders } from "./page-policy.ts";
import { KEYED_PAGE_HEADERS } from "./security.ts";
import { timingMetric } from "./trace.ts";
import { keepWordsUnbroken } from "./unbroken.ts";

/** A page component and its `needs` from other sites, together so that no handler can forget them. */
export type Page<Props extends { pageContext: PageContext }> = ((props: Props) => ReactElement) & {
  needs?: (props: Props) => PageNeeds;
};

export type RenderOptions = {
  status?: number;
  /**
   * `shared`: the same for everybody, revalidated each time. `address`: depends on its address alone, which may hold a
   * visitor's answers; only the browser may keep it, for Back and Forward, and the next page, which may be
   * measured, does not learn it. `private`: never stored.
   */
  cache: "shared" | "address" | "private";
  headers?: Readonly<Record<string, string>>;
};

const CACHE_HEADERS = {
  shared: { "cache-control": "public, no-cache" },
  address: { "cache-control": "private, no-cache", "referrer-policy": "strict-origin" },
  private: { "cache-control": "private, no-store" },
} as const;

/**
 * Beyond this many bytes React defers a boundary, which needs an inline script. Our pages have no boundaries, and this
 * rules them out (`sendInOrder` sends waiting pages).
 */
const PROGRESSIVE_CHUNK_SIZE = Number.POSITIVE_INFINITY;

/**
 * Renders a page. A render error rejects before anything is sent, so the caller can answer 500. `Server-Timing` names
 * the rendering. At Cloudflare it is 0, because the clock stands still while a Worker computes. Pages from memory have
 * no `Server-Timing`.
 */
export async function renderPage(element: ReactElement, options: RenderOptions): Promise<Response> {
  const startMs = performance.now();
  const body = await renderToString(element);
  const timing = timingMetric("render", performance.now() - startMs);
  const headers = { ...pageHeaders(element, options), "server-timing": timing };
  return new Response(body, { status: options.status ?? 200, headers });
}

/**
 * Renders a page whose address is a secret or a mistyped one, or that shows what a visitor typed. `retryS`: when to ask
 * again, seconds.
 */
export function renderKeyedPage(element: ReactElement, status = 200, retryS?: number): Promise<Response> {
  const retry = retryS === undefined ? {} : { "retry-after": String(retryS) };
  return renderPage(element, { status, cache: "private", headers: { ...KEYED_PAGE_HEADERS, ...retry } });
}

/** A waiting page's bytes before its late part and after it. */
export type WaitingShell = readonly [before: Uint8Array, after: Uint8Array];

/**
 * Sends a waiting page in document order: everything before the late slot at once, the late part when it is there, then
 * the rest. So the page needs no inline script or nonce, and works without JavaScript. If the late part fails,
 * `fallback` takes its place and the failure is logged once. `written` never rejects; the caller must keep the Worker
 * alive for it.
 */
export function sendInOrder(
  [before, after]: WaitingShell,
  late: Promise<Uint8Array>,
  fallback: () => Promise<Uint8Array>,
  { requestId, ...init }: { status: number; headers: HeadersInit; requestId: string },
): { response: Response; written: Promise<void> } {
  const part = late.catch((error) => {
    logEvent("error", "render.failed", { requestId, reason: errorMessage(error) });
    return fallback();
  });
  const { promise: written, resolve } = Promise.withResolvers<void>();
  // Writes without waiting for a reader: a client that asks for the headers alone never reads.
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(before);
      const end = async () => {
        controller.enqueue(joinBytes([await part, after]));
        controller.close();
      };
      // Has no effect if the visitor has left.
      resolve(end().catch((error) => controller.error(error)));
    },
  });
  return { response: new Response(body, init), written };
}

export async function renderPart(element: ReactElement): Promise<Uint8Array> {
  return new TextEncoder().encode(await renderToString(element));
}

/** The headers of a page. The element's type is a `Page`, and its props hold the page context. */
export function pageHeaders({ type, props }: ReactElement, options: RenderOptions): Record<string, string> {
  const { pageContext } = props as { pageContext: PageContext };
  const needs = (type as Page<{ pageContext: PageContext }>).needs?.(props as { pageContext: PageContext }) ?? {};
  return {
    "content-type": "text/html; charset=utf-8",
    ...pageSecurityHeaders(pageContext, needs),
    ...CACHE_HEADERS[options.cache],
    ...options.headers,
  };
}

const reactServer = keptModule(() => import("./react-server.ts"));

/**
 * Renders without logging. A failure before the shell rejects, and the caller logs it. React's renderer is loaded at
 * the first render, because most isolates answer from finished pages only.
 */
export async function renderToString(element: ReactElement): Promise<string> {
  const { renderToReadableStream } = await reactServer();
  const options = { progressiveChunkSize: PROGRESSIVE_CHUNK_SIZE, onError: () => undefined };
  return keepWordsUnbroken(await new Response(await renderToReadableStream(element, options)).text());
}
