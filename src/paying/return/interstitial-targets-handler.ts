import { readInterstitialMap } from "../../ledger/course-target.ts";
import type { AppContext } from "../../server/http/context.ts";
import { unavailable } from "../../server/http/json.ts";
import { PROGRAM_RETRY_S } from "../../server/http/rate-limit.ts";
import { apiSecurityHeaders } from "../../server/http/security.ts";
import { traced } from "../../server/http/trace.ts";

/** The JSON map of every configured target (given 2.5, 6.5). 503 if KV cannot be read. */
export async function serveInterstitialTargets(c: AppContext): Promise<Response> {
  const headers = { ...apiSecurityHeaders(), "cache-control": "no-cache" };
  const map = await traced(c, "kv", readInterstitialMap(c.get("shop").INTERSTITIALS), ({ status }) => status);
  if (map.status === "found") return c.json(map.value, 200, headers);
  return unavailable(c, PROGRAM_RETRY_S, headers);
}
