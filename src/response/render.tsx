import type { ReactElement } from "react";
import { errorMessage, logEvent } from "../log.ts";
import type { Frame } from "../shared/frame.ts";
import type { PageNeeds } from "../shared/page-needs.ts";
import { joinBytes } from "./page-memory.ts";
import { pageSecurityHeaders } from "./page-policy.ts";
import { timingMetric } from "./trace.ts";

/** A page, with what it may load from other sites (`needs`), so that no handler can forget it. */
export type Page<Props extends { frame: Frame }> = ((props: Props) => ReactElement) & {
  needs?: (props: Props) => PageNeeds;
};

export type RenderOptions = {
  status?: number;
  /**
   * `shared`: the same for everybody, revalidated each time. `address`: made of its address alone, which may say what a
   * visitor answered, so no cache on the way keeps it; the browser may, for Back and Forward. `private`: never stored.
   */
  cache: "shared" | "address" | "private";
  headers?: Readonly<Record<string, string>>;
};

const CACHE_CONTROL = {
  shared: "public, no-cache",
  address: "private, no-cache",
  private: "private, no-store",
} as const;

/**
 * React outlines a boundary once output passes this many bytes, which needs an inline script; no page of ours has
 * boundaries, and this keeps it that way for good (see `sendInOrder` for pages that wait).
 */
const PROGRESSIVE_CHUNK_SIZE = Number.POSITIVE_INFINITY;

/**
 * A page as a streamed response. A render error rejects: nothing has been sent yet, so the caller can answer 500.
 * `Server-Timing` names the rendering: Cloudflare's clock stands still while a Worker computes, so it takes 0 there; on a
 * developer's machine it runs. Pages from memory have none: nothing is rendered for them.
 */
export async function renderPage(element: ReactElement, options: RenderOptions): Promise<Response> {
  const startMs = performance.now();
  const body = await render(element);
  const timing = timingMetric("render", performance.now() - startMs);
  const headers = { ...pageHeaders(element, options), "server-timing": timing };
  return new Response(body, { status: options.status ?? 200, headers });
}

/** A page that waits for data, in the bytes before its late part and those after it. */
export type WaitingShell = readonly [before: Uint8Array, after: Uint8Array];

/**
 * Sends a page that waits: everything before `<LateSlot>` at once, the late part when it has come, then the end of the
 * document. In document order, so it reads without JavaScript and needs no inline script or nonce. When the late part
 * fails, `fallback` stands in its place and the failure is logged once. `written` never rejects: somebody has to keep the
 * Worker alive for it.
 */
export function sendInOrder(
  [before, after]: WaitingShell,
  late: Promise<Uint8Array>,
  fallback: () => Promise<Uint8Array>,
  { requestId, ...init }: { status: number; headers: Readonly<Record<string, string>>; requestId: string },
): { response: Response; written: Promise<void> } {
  const part = late.catch((error) => {
    logEvent("error", "render.failed", { requestId, reason: errorMessage(error) });
    return fallback();
  });
  const { promise: written, resolve } = Promise.withResolvers<void>();
  // Nothing here waits for a reader: who asks for the headers alone never reads.
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(before);
      const end = async () => {
        controller.enqueue(joinBytes([await part, after]));
        controller.close();
      };
      // Without effect when the visitor went away meanwhile: nobody is left to tell.
      resolve(end().catch((error) => controller.error(error)));
    },
  });
  return { response: new Response(body, init), written };
}

/** Markup of a page, or of a part of one. */
export async function renderToString(element: ReactElement): Promise<string> {
  return new Response(await render(element)).text();
}

/** A part of a page, for `sendInOrder`. */
export async function renderPart(element: ReactElement): Promise<Uint8Array> {
  return new Uint8Array(await new Response(await render(element)).arrayBuffer());
}

/** Headers of a page: an element whose type is a `Page` and whose props hold its frame. */
export function pageHeaders({ type, props }: ReactElement, options: RenderOptions): Record<string, string> {
  const { frame } = props as { frame: Frame };
  const needs = (type as Page<{ frame: Frame }>).needs?.(props as { frame: Frame }) ?? {};
  return {
    "content-type": "text/html; charset=utf-8",
    "cache-control": CACHE_CONTROL[options.cache],
    ...pageSecurityHeaders(frame, needs),
    ...options.headers,
  };
}

/**
 * Renders without logging: a failure before the shell rejects, and the caller logs it once. React's renderer is read
 * when a page is first rendered: most isolates answer from finished pages only.
 */
async function render(element: ReactElement): Promise<ReadableStream<Uint8Array>> {
  const { renderToReadableStream } = await import("./react-server.ts");
  return renderToReadableStream(element, { progressiveChunkSize: PROGRESSIVE_CHUNK_SIZE, onError: () => undefined });
}
