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

/**
 * Where the live shop sells with payment links: the order page of each flow, and our own checkout, for browsers without scripts, which
 * keeps its link after the offer.
 */
const SELLERS = [
  ...FLOWS.map((flow) => ({
    name: "order page",
    path: flow === "none" ? PATHS.order : `${PATHS.order}?flow=${flow}`,
    hasOffer: flow !== "none",
    sales: HOSTED_SALES.filter((sale) => sale.flow === flow),
  })),
  {
    name: "checkout",
    path: PATHS.checkout,
    hasOffer: false,
    sales: HOSTED_SALES.filter(
      ({ productId, flow }) => productId === IN_PRODUCT_OFFER.productId && flow === IN_PRODUCT_FLOW,
    ),
  },
] as const;

/** The page of each seller, or why it could not be read. */
export type SellingPages = readonly (string | Finding)[];

export function readSellingPages(site: Site, fetchPage: typeof fetch): Promise<SellingPages> {
  return Promise.all(SELLERS.map(({ path }) => readPage(site, path, fetchPage)));
}

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
  const findings = SELLERS.flatMap(({ name: seller, hasOffer, sales }, index): Finding[] => {
    const page = pages[index] ?? "";
    if (typeof page !== "string") return [page];
    const isOver = hasOffer && hasOfferEnded(vars, new Date());
    const says = (name: string) =>
      isOver ? `still sells with ${name}, whose offer has ended` : `does not sell with ${name} of wrangler.toml yet`;
    return sales
      .filter((sale) => isOffered(sale, vars))
      .filter(({ varName }) => page.includes(String(vars[varName] || varName)) === isOver)
      .map(({ varName }) => missing(`the ${seller} ${says(varName)}`, deploy));
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
