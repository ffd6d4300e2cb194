import type { ReactElement } from "react";
import { LATE_SLOT_MARKUP } from "./components/late-slot.tsx";
import { errorMessage, logEvent } from "./log.ts";
import { renderToReadableStream } from "./react-server.ts";
import { type PageNeeds, pageSecurityHeaders } from "./security.ts";
import { timingMetric } from "./trace.ts";

export type RenderOptions = {
  status?: number;
  /** What the page may load from outside (content security policy). */
  needs?: PageNeeds;
  /** `shared`: the same for everybody, revalidated each time. `private`: for this visitor only, never stored. */
  cache: "shared" | "private";
  headers?: Readonly<Record<string, string>>;
};

const CACHE_CONTROL = { shared: "public, no-cache", private: "private, no-store" } as const;

/**
 * React outlines a boundary once output passes this many bytes, which needs an inline script; no page of ours has
 * boundaries, and this keeps it that way for good (see `renderInOrder` for pages that wait).
 */
const PROGRESSIVE_CHUNK_SIZE = Number.POSITIVE_INFINITY;

/** A page as a streamed response. A render error rejects: nothing has been sent yet, so the caller can answer 500. */
export async function renderPage(element: ReactElement, options: RenderOptions): Promise<Response> {
  const startMs = performance.now();
  const body = await render(element);
  return new Response(body, { status: options.status ?? 200, headers: timedHeaders(options, startMs) });
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
  options: RenderOptions & { requestId: string },
): Promise<Response> {
  // Rejections are handled where the late part is awaited; this keeps an early one from counting as unhandled.
  late.catch(() => undefined);
  const startMs = performance.now();
  const shell = await new Response(await render(element)).text();
  const slot = shell.indexOf(LATE_SLOT_MARKUP);
  if (slot === -1) throw new Error("A page that waits has no <LateSlot>.");

  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  writeInOrder(writable, shell.slice(0, slot), late, fallback, shell.slice(slot + LATE_SLOT_MARKUP.length), options);
  return new Response(readable, { status: options.status ?? 200, headers: timedHeaders(options, startMs) });
}

/** The finished bytes of a page that is the same for everybody. */
export async function renderToBytes(element: ReactElement): Promise<Uint8Array> {
  return new Response(await render(element)).bytes();
}

/** Headers of a page. */
export function pageHeaders(options: RenderOptions): Record<string, string> {
  return {
    "content-type": "text/html; charset=utf-8",
    "cache-control": CACHE_CONTROL[options.cache],
    ...pageSecurityHeaders(options.needs),
    ...options.headers,
  };
}

/**
 * Headers with `Server-Timing`. A page that is sent in order can name its rendering only: its headers have left before
 * KV or Stripe have answered (its log line has those times). Remembered pages have none: nothing is rendered for them.
 * Cloudflare's clock stands still while a Worker computes, so rendering takes 0 there; on a developer's machine it runs.
 */
function timedHeaders(options: RenderOptions, startMs: number): Record<string, string> {
  return { ...pageHeaders(options), "server-timing": timingMetric("render", performance.now() - startMs) };
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

/** Renders without logging: a failure before the shell rejects, and the caller logs it once. */
function render(element: ReactElement): Promise<ReadableStream<Uint8Array>> {
  return renderToReadableStream(element, { progressiveChunkSize: PROGRESSIVE_CHUNK_SIZE, onError: () => undefined });
}
