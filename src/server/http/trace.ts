import type { AppContext, SpanName, Trace } from "./context.ts";

/** The outside calls of a request and their duration, for its log line and for `Server-Timing`. */

/** The request's trace, created on first use, because most requests need none. */
export function traceOf(c: AppContext): Trace {
  const known = c.get("trace");
  if (known !== undefined) return known;
  const trace: Trace = { spans: new Map(), causes: [] };
  c.set("trace", trace);
  return trace;
}

/** Records how long `work` took and, when it ends, its outcome (`kv:found`). Rejections pass unchanged. */
export async function traced<T>(
  c: AppContext,
  span: SpanName,
  work: Promise<T>,
  outcomeOf: (result: T) => string,
): Promise<T> {
  const { spans, causes } = traceOf(c);
  const startMs = performance.now();
  try {
    const result = await work;
    causes.push(`${span}:${outcomeOf(result)}`);
    return result;
  } catch (error) {
    causes.push(`${span}:failed`);
    throw error;
  } finally {
    spans.set(span, Math.max(spans.get(span) ?? 0, performance.now() - startMs));
  }
}

/** One metric of a `Server-Timing` header, in tenths of a millisecond. */
export function timingMetric(name: string, ms: number): string {
  return `${name};dur=${Math.round(ms * 10) / 10}`;
}
