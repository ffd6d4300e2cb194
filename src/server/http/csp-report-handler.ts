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

type Violation = { documentUrl: string; directive: string; blocked: string };

/** One violation, in the older form that goes to `report-uri`. */
const legacySchema = z.object({
  "csp-report": z.object({
    "document-uri": z.string(),
    "effective-directive": z.optional(z.string()),
    "violated-directive": z.optional(z.string()),
    "blocked-uri": z.optional(z.string()),
  }),
});

/** Reports of any kind, in the newer form that goes to the endpoint of `Reporting-Endpoints`. */
const reportsSchema = z.array(z.object({ type: z.string(), body: z.unknown() }));
const violationSchema = z.object({
  documentURL: z.string(),
  effectiveDirective: z.string(),
  blockedURL: z.nullish(z.string()),
});

/** Reads the reports of each media type. Undefined if they do not have the type's form. */
const READERS: Readonly<Record<string, (json: unknown) => readonly Violation[] | undefined>> = {
  "application/csp-report": readLegacyReport,
  "application/reports+json": readReports,
};

/**
 * `POST /csp-report`: logs a sample of the reports with one line each, and always answers 204. `random` (0 to 1)
 * decides on the sample.
 */
export async function handleCspReport(c: AppContext, random: () => number = Math.random): Promise<Response> {
  const type = mediaType(c);
  const read = Object.hasOwn(READERS, type) ? READERS[type] : undefined;
  if (read === undefined) return apiError(c, "unsupported_media_type");
  if (!(await isWithinLimit(c, "REPORT_LIMIT", "report"))) return tooManyRequests(c);
  const body = await readBody(c.req.raw, BODY_MAX_BYTES);
  if (body === null) return apiError(c, "body_too_large");
  const violations = read(parseJson(body));
  if (violations === undefined) return apiError(c, "malformed_request");

  if (random() < SAMPLE_RATE) logViolations(c, violations);
  return c.body(null, 204, apiHeaders());
}

function readLegacyReport(json: unknown): readonly Violation[] | undefined {
  const report = legacySchema.safeParse(json).data?.["csp-report"];
  if (report === undefined) return undefined;
  const directive = report["effective-directive"] ?? report["violated-directive"] ?? "";
  return [{ documentUrl: report["document-uri"], directive, blocked: report["blocked-uri"] ?? "" }];
}

function readReports(json: unknown): readonly Violation[] | undefined {
  return reportsSchema.safeParse(json).data?.flatMap(({ type, body }) => {
    const violation = type === "csp-violation" ? violationSchema.safeParse(body).data : undefined;
    if (violation === undefined) return [];
    const { documentURL, effectiveDirective, blockedURL } = violation;
    return [{ documentUrl: documentURL, directive: effectiveDirective, blocked: blockedURL ?? "" }];
  });
}

/** Logs one line per request: its first violation, and the number of the others. */
function logViolations(c: AppContext, violations: readonly Violation[]): void {
  const own = [new URL(c.req.url).origin, c.get("shop").settings.siteOrigin];
  const [first, ...others] = violations.filter((violation) => isOurs(violation, own));
  if (first === undefined) return;
  logEvent("warn", "csp.report", {
    requestId: c.get("requestId"),
    directive: formatDirective(first.directive),
    blocked: formatBlocked(first.blocked),
    page: formatPage(new URL(first.documentUrl).pathname),
    ...(others.length === 0 ? {} : { others: others.length }),
  });
}

/** Whether a violation is on our page and not caused by a browser extension. */
function isOurs({ documentUrl, blocked }: Violation, own: readonly (string | null)[]): boolean {
  const url = URL.parse(documentUrl);
  return url !== null && own.includes(url.origin) && !/^[a-z-]*extension\b/.test(blocked);
}

function formatDirective(directive: string): string {
  return /^[a-z-]+/.exec(directive)?.[0].slice(0, FIELD_MAX_LENGTH) ?? "unknown";
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
