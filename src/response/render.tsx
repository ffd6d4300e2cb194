import type { ReactElement } from "react";
import { LATE_SLOT_MARKUP } from "../components/late-slot.tsx";
import { errorMessage, logEvent } from "../log.ts";
import type { Frame } from "../shared/frame.ts";
import type { PageNeeds } from "../shared/page-needs.ts";
import { pageSecurityHeaders } from "./page-policy.ts";
import { timingMetric } from "./trace.ts";

/** A page: what it may load from outside is said beside it, so that nobody who answers with it can forget. */
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
 * boundaries, and this keeps it that way for good (see `renderInOrder` for pages that wait).
 */
const PROGRESSIVE_CHUNK_SIZE = Number.POSITIVE_INFINITY;

/** A page as a streamed response. A render error rejects: nothing has been sent yet, so the caller can answer 500. */
export async function renderPage(element: ReactElement, options: RenderOptions): Promise<Response> {
  const startMs = performance.now();
  const body = await render(element);
  return new Response(body, { status: options.status ?? 200, headers: timedHeaders(element, options, startMs) });
}

/**
 * A page that waits for data: everything before `<LateSlot>` is sent at once, the late part when it has come, then the
 * end of the document. In document order, so it reads without JavaScript and needs no inline script or nonce.
 * When the late part fails, `fallback` stands in its place and the failure is logged once.
 */
export async function renderInOrder(
  element: ReactElement,
  late: Promise<ReactElement>,
  fallback: ReactElement,
  options: RenderOptions & {
    requestId: string;
    /** Gets the writing of the page, which goes on after this has returned. */
    keepAlive?: (work: Promise<void>) => void;
  },
): Promise<Response> {
  // Rejections are handled where the late part is awaited; this keeps an early one from counting as unhandled.
  late.catch(() => undefined);
  const startMs = performance.now();
  const shell = await new Response(await render(element)).text();
  const slot = shell.indexOf(LATE_SLOT_MARKUP);
  if (slot === -1) throw new Error("A page that waits has no <LateSlot>.");

  // Room for both parts: who asks for the headers alone never reads them, and nobody waits for that.
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>(undefined, undefined, {
    highWaterMark: 2,
  });
  const after = shell.slice(slot + LATE_SLOT_MARKUP.length);
  const written = writeInOrder(writable, shell.slice(0, slot), late, fallback, after, options);
  options.keepAlive?.(written);
  return new Response(readable, { status: options.status ?? 200, headers: timedHeaders(element, options, startMs) });
}

/** A whole page as markup. */
export async function renderToString(element: ReactElement): Promise<string> {
  return new Response(await render(element)).text();
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
 * Headers with `Server-Timing`. A page that is sent in order can name its rendering only: its headers have left before
 * KV or Stripe have answered (its log line has those times). Remembered pages have none: nothing is rendered for them.
 * Cloudflare's clock stands still while a Worker computes, so rendering takes 0 there; on a developer's machine it runs.
 */
function timedHeaders(element: ReactElement, options: RenderOptions, startMs: number): Record<string, string> {
  return { ...pageHeaders(element, options), "server-timing": timingMetric("render", performance.now() - startMs) };
}

async function writeInOrder(
  writable: WritableStream<Uint8Array>,
  before: string,
  late: Promise<ReactElement>,
  fallback: ReactElement,
  after: string,
  { requestId }: { requestId: string },
): Promise<void> {
  const writer = writable.getWriter();
  const encoder = new TextEncoder();
  try {
    await writer.write(encoder.encode(before));
    let part: string;
    try {
      part = await new Response(await render(await late)).text();
    } catch (error) {
      logEvent("error", "render.failed", { requestId, reason: errorMessage(error) });
      part = await new Response(await render(fallback)).text();
    }
    await writer.write(encoder.encode(part + after));
    await writer.close();
  } catch {
    // The visitor went away while we were writing: nobody is left to tell.
    await writer.abort().catch(() => undefined);
  }
}

/**
 * Renders without logging: a failure before the shell rejects, and the caller logs it once. React's renderer is read
 * when a page is first rendered: most isolates answer from finished pages only.
 */
async function render(element: ReactElement): Promise<ReadableStream<Uint8Array>> {
  const { renderToReadableStream } = await import("./react-server.ts");
  return renderToReadableStream(element, { progressiveChunkSize: PROGRESSIVE_CHUNK_SIZE, onError: () => undefined });
}
