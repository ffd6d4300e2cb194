import { hasOfferEnded } from "../../src/server/env.ts";
import { errorMessage } from "../../src/server/log.ts";
import { FLOWS, IN_PRODUCT_FLOW, IN_PRODUCT_OFFER } from "../../src/shared/courses.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { type Finding, missing, ok } from "./findings.ts";
import { deployCommand, HOSTED_SALES, isOffered, type Site } from "./wishes.ts";

/** The live shop as visitors see it: whether the present wrangler.toml has been deployed. */

const TIMEOUT_MS = 10_000;

async function readPage(site: Site, path: string, fetchPage: typeof fetch): Promise<string | Finding> {
  const address = site.origin + path;
  const deploy = deployCommand(site);
  try {
    const response = await fetchPage(address, { redirect: "manual", signal: AbortSignal.timeout(TIMEOUT_MS) });
    const text = await response.text();
    return response.ok ? text : missing(`${address} answers ${response.status}`, deploy);
  } catch (error) {
    return missing(`${address} does not answer: ${errorMessage(error)}`, `${deploy}; then the domain's DNS`);
  }
}

/** The live pages that sell with payment links: the order page of each flow, and then our own checkout, for browsers without scripts. */
export type SellingPages = readonly (string | Finding)[];

export function readSellingPages(site: Site, fetchPage: typeof fetch): Promise<SellingPages> {
  const paths = FLOWS.map((flow) => (flow === "none" ? PATHS.order : `${PATHS.order}?flow=${flow}`));
  return Promise.all([...paths, PATHS.checkout].map((path) => readPage(site, path, fetchPage)));
}

/** What our own checkout sells with, for browsers without scripts; it keeps that after the offer. */
const OF_CHECKOUT = HOSTED_SALES.filter(
  ({ productId, flow }) => productId === IN_PRODUCT_OFFER.productId && flow === IN_PRODUCT_FLOW,
);

/** Asks the site for its health. The order page of each flow, and our own checkout, have to hold the links that the vars name. */
export async function checkLiveSite(
  site: Site,
  vars: Readonly<Record<string, unknown>>,
  pages: SellingPages,
  fetchPage: typeof fetch,
): Promise<readonly Finding[]> {
  const deploy = deployCommand(site);
  const health = await readPage(site, PATHS.health, fetchPage);
  if (typeof health !== "string") return [health];
  const findings = pages.flatMap((page, index): Finding[] => {
    if (typeof page !== "string") return [page];
    const flow = FLOWS[index];
    const isOver = flow !== undefined && flow !== "none" && hasOfferEnded(vars, new Date());
    const says = (name: string) =>
      isOver ? `still sells with ${name}, whose offer has ended` : `does not sell with ${name} of wrangler.toml yet`;
    return (flow === undefined ? OF_CHECKOUT : HOSTED_SALES.filter((sale) => sale.flow === flow))
      .filter((sale) => isOffered(sale, vars))
      .filter(({ varName }) => page.includes(String(vars[varName] || varName)) === isOver)
      .map(({ varName }) => missing(`the ${flow === undefined ? "checkout" : "order page"} ${says(varName)}`, deploy));
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
