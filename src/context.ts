import type { Context } from "hono";
import type { Bindings } from "./env.ts";
import type { PageMemory } from "./response/page-memory.ts";

/** What a request carries through the house. */
export type AppEnv = { Bindings: Bindings; Variables: RequestVariables };
export type AppContext = Context<AppEnv>;

/** What a request waits for outside the Worker. */
export type SpanName = "kv" | "stripe";

export type Trace = {
  /** Milliseconds waited; the longest wait when there were several at once. */
  spans: Map<SpanName, number>;
  /** Why the answer is what it is, in technical words such as `kv:missing` or `rate_limited`. */
  causes: string[];
  /** Resolves when a page that is sent in order has been written to its end. */
  written?: Promise<void>;
};

type RequestVariables = {
  requestId: string;
  /** The name of the line of the route table that answers; empty when none does. */
  route: string;
  /** The path of this request in its one spelling; empty when it has none or is none of ours. */
  path: string;
  /** What stands in its path where the route's has a name, decoded; empty when it has none. */
  parameter: string;
  /** The app's memory of finished pages. */
  pages: PageMemory;
  trace?: Trace;
};
