import { readInterstitialMap } from "../../ledger/course-target.ts";
import type { AppContext } from "../../server/http/context.ts";
import { apiError } from "../../server/http/json.ts";
import { apiSecurityHeaders } from "../../server/http/security.ts";
import { traced } from "../../server/http/trace.ts";

/** The JSON map of every configured target (given 2.5, 6.5). 503 if KV cannot be read. */
export async function serveInterstitialTargets(c: AppContext): Promise<Response> {
  const headers = { ...apiSecurityHeaders(), "cache-control": "no-cache" };
  const map = await traced(c, "kv", readInterstitialMap(c.get("shop").INTERSTITIALS), ({ status }) => status);
  if (map.status === "found") return c.json(map.value, 200, headers);
  return apiError(c, "unavailable", { ...headers, "retry-after": "5" });
}
