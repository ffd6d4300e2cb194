import { hasOfferEnded } from "../../src/server/env.ts";
import { errorMessage } from "../../src/server/log.ts";
import { FLOWS } from "../../src/shared/courses.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { type Finding, missing, ok } from "./findings.ts";
import { deployCommand, HOSTED_SALES, isOffered, type Site } from "./wishes.ts";

/** The live shop as visitors see it: whether the present wrangler.toml has been deployed. */

const TIMEOUT_MS = 10_000;

/** Asks the site for its health and for the order page of each flow, which has to hold the links that the vars name. */
export async function checkLiveSite(
  site: Site,
  vars: Readonly<Record<string, unknown>>,
  fetchPage: typeof fetch,
): Promise<readonly Finding[]> {
  const deploy = deployCommand(site);
  async function readPage(path: string): Promise<string | Finding> {
    const address = site.origin + path;
    try {
      const response = await fetchPage(address, { redirect: "manual", signal: AbortSignal.timeout(TIMEOUT_MS) });
      const text = await response.text();
      return response.ok ? text : missing(`${address} answers ${response.status}`, deploy);
    } catch (error) {
      return missing(`${address} does not answer: ${errorMessage(error)}`, `${deploy}; then the domain's DNS`);
    }
  }

  const health = await readPage(PATHS.health);
  if (typeof health !== "string") return [health];
  const pages = await Promise.all(
    FLOWS.map((flow) => readPage(flow === "none" ? PATHS.order : `${PATHS.order}?flow=${flow}`)),
  );
  const findings = FLOWS.flatMap((flow, index): Finding[] => {
    const page = pages[index] ?? "";
    if (typeof page !== "string") return [page];
    const isOver = flow !== "none" && hasOfferEnded(vars, new Date());
    const says = (name: string) =>
      isOver ? `still sells with ${name}, whose offer has ended` : `does not sell with ${name} of wrangler.toml yet`;
    return HOSTED_SALES.filter((sale) => sale.flow === flow && isOffered(sale, vars))
      .filter(({ varName }) => page.includes(String(vars[varName] || varName)) === isOver)
      .map(({ varName }) => missing(`the order page ${says(varName)}`, deploy));
  });
  const plain = await checkPlainHttp(site, fetchPage);
  if (plain !== null) findings.push(plain);
  return findings.length > 0 ? findings : [ok(`${site.origin} answers, and sells with these links`)];
}

/** Checks that http redirects to https, where a browser can pay. Null if so, or if no http address answers. */
async function checkPlainHttp(site: Site, fetchPage: typeof fetch): Promise<Finding | null> {
  const { origin } = site;
  if (!origin.startsWith("https:")) return null;
  const address = `${origin.replace("https:", "http:")}/`;
  let response: Response;
  try {
    response = await fetchPage(address, { redirect: "manual", signal: AbortSignal.timeout(TIMEOUT_MS) });
  } catch {
    return null;
  }
  if ([301, 308].includes(response.status) && response.headers.get("location") === `${origin}/`) return null;
  const found = `${response.status} ${response.headers.get("location") ?? ""}`.trim();
  return missing(
    `${address} answers ${found}, not with ${origin}/`,
    `${deployCommand(site)}; then 'Always Use HTTPS' at Cloudflare`,
  );
}
