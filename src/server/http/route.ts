import type { Address } from "./addresses.ts";
import type { AppContext } from "./context.ts";

export type Handler = (c: AppContext) => Response | Promise<Response>;

/**
 * One line of the route table. A path answers the methods that it names (GET also HEAD); any other gets 405. `logged`:
 * each request has a log line (`request.handled`), for routes that read KV, take payments or are called by programs.
 * `spell`: the parameter's canonical spelling, if it has more rules than percent-encoding.
 */
export type Route = Address & {
  name: string;
  GET?: Handler;
  POST?: Handler;
  logged?: true;
  /** Answered over http even if the site's origin is https, because no browser asks for it. */
  overHttp?: true;
  /** Sent from memory; the build renders it for each flow. */
  isContent?: true;
};
