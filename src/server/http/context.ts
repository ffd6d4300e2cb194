import type { Context } from "hono";
import type { Bindings } from "../env.ts";
import type { Shop } from "../shop.ts";
import type { PageMemory } from "./page-memory.ts";

export type AppEnv = { Bindings: Bindings; Variables: RequestVariables };
export type AppContext = Context<AppEnv>;
export type Handler = (c: AppContext) => Response | Promise<Response>;

/** The outside services that a request waits for. */
export type SpanName = "kv" | "ledger" | "stripe";

export type Trace = {
  /** Milliseconds waited; of several calls at once the longest. */
  spans: Map<SpanName, number>;
  /** The causes of the answer, in technical words such as `kv:missing` or `rate_limited`. */
  causes: string[];
  /** Resolves when a page that is sent in order has been written to its end. */
  written?: Promise<void>;
};

type RequestVariables = {
  shop: Shop;
  /** The name of the request's route in the log, if its requests are logged. */
  route?: string;
  /** The request's path; empty if its parameter is invalid. */
  path: string;
  /** The decoded parameter of the path; empty if its route has none. */
  parameter: string;
  pages: PageMemory;
  trace?: Trace;
};
