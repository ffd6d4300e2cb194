import * as z from "zod/mini";
import { OFFERS } from "../../shared/courses.ts";
import { PATHS } from "../../shared/paths.ts";
import { logEvent } from "../log.ts";
import type { AppContext } from "./context.ts";
import { mediaType } from "./header.ts";
import { apiError, apiHeaders, parseJson, readBody, tooManyRequests } from "./json.ts";
import { isWithinLimit } from "./rate-limit.ts";

/** Browsers' reports of violations of a page's content security policy. */

/** A report is about a kilobyte; a browser may send several at once. */
const BODY_MAX_BYTES = 8 * 1024;
/** One request in ten is logged, because every visitor of a broken page sends reports. */
const SAMPLE_RATE = 0.1;
/** Longest text of a report that reaches the log, characters. */
const FIELD_MAX_LENGTH = 100;

const OLDER_FORM = "application/csp-report";
/** One violation, in the older form, which goes to `report-uri`. */
const olderSchema = z.object({
  "csp-report": z.object({
    "document-uri": z.string(),
    "effective-directive": z.optional(z.string()),
    "violated-directive": z.optional(z.string()),
    "blocked-uri": z.optional(z.string()),
  }),
});

const NEWER_FORM = "application/reports+json";
/** Reports of any kind, in the newer form, which goes to the endpoint of `Reporting-Endpoints`. */
const reportsSchema = z.array(z.object({ type: z.string(), body: z.unknown() }));
const violationSchema = z.object({
  documentURL: z.string(),
  effectiveDirective: z.string(),
  blockedURL: z.nullish(z.string()),
});
type Violation = z.infer<typeof violationSchema>;

/**
 * `POST /csp-report`: logs a sample of the reports, one line for each violation, and always answers 204. `random` (0 to 1)
 * decides on the sample.
 */
export async function handleCspReport(c: AppContext, random: () => number = Math.random): Promise<Response> {
  const type = mediaType(c);
  if (type !== OLDER_FORM && type !== NEWER_FORM) return apiError(c, "unsupported_media_type");
  if (!(await isWithinLimit(c, "REPORT_LIMIT", "report"))) return tooManyRequests(c);
  const body = await readBody(c.req.raw, BODY_MAX_BYTES);
  if (body === null) return apiError(c, "body_too_large");
  const violations = (type === OLDER_FORM ? readOlder : readNewer)(parseJson(body));
  if (violations === undefined) return apiError(c, "malformed_request");

  if (random() < SAMPLE_RATE) for (const violation of violations) logViolation(c, violation);
  return c.body(null, 204, apiHeaders());
}

function readOlder(json: unknown): readonly Violation[] | undefined {
  const report = olderSchema.safeParse(json).data?.["csp-report"];
  const effectiveDirective = report?.["effective-directive"] ?? report?.["violated-directive"] ?? "";
  return report && [{ documentURL: report["document-uri"], effectiveDirective, blockedURL: report["blocked-uri"] }];
}

function readNewer(json: unknown): readonly Violation[] | undefined {
  return reportsSchema
    .safeParse(json)
    .data?.flatMap(({ type, body }) => (type === "csp-violation" && violationSchema.safeParse(body).data) || []);
}

/** Logs a violation on a page of ours that no browser extension caused. */
function logViolation(c: AppContext, { documentURL, effectiveDirective, blockedURL }: Violation): void {
  const page = URL.parse(documentURL);
  const blocked = blockedURL ?? "";
  const own = [new URL(c.req.url).origin, c.get("shop").settings.siteOrigin];
  if (page === null || !own.includes(page.origin) || /^[a-z-]*extension\b/.test(blocked)) return;
  logEvent("warn", "csp.report", {
    requestId: c.get("shop").requestId,
    directive: /^[a-z-]+/.exec(effectiveDirective)?.[0].slice(0, FIELD_MAX_LENGTH) ?? "unknown",
    blocked: formatBlocked(blocked),
    page: formatPage(page.pathname),
  });
}

/** The origin of the blocked source, or a keyword (`inline`, `eval`, `data:`); never a path or query. */
function formatBlocked(blocked: string): string {
  const url = URL.parse(blocked);
  if (url !== null) return (url.origin === "null" ? url.protocol : url.origin).slice(0, FIELD_MAX_LENGTH);
  return /^[a-z-]+$/.test(blocked) ? blocked.slice(0, FIELD_MAX_LENGTH) : "unknown";
}

const KNOWN_PATHS: readonly string[] = [...Object.values(PATHS), ...OFFERS.map((offer) => offer.path)];

/** The page's path by its route, so that no gift's code or name and no visitor's text is logged. */
function formatPage(pathname: string): string {
  const matches = (path: string) => {
    const parameter = path.indexOf(":");
    return parameter === -1 ? path === pathname : pathname.startsWith(path.slice(0, parameter));
  };
  return KNOWN_PATHS.find(matches) ?? "unknown";
}
