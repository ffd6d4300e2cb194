import * as z from "zod";
import { type Bindings, readConfigProblems } from "../../src/server/env.ts";
import { errorMessage } from "../../src/server/log.ts";
import { PATHS } from "../../src/shared/paths.ts";
import type { WranglerConfig } from "../wrangler.ts";
import { advice, type Finding, missing, ok } from "./findings.ts";
import { deployCommand, type Site } from "./wishes.ts";

/** The owner's desk: Cloudflare Access in front of it. It is the only surface for orders, refunds and withdrawals. */

const TIMEOUT_MS = 10_000;
const MANUAL = "kv-seed/cloudflare.md, The owner's desk";

export const DESK_VARS = /^(ACCESS_\w+|DESK_EDITORS)$/;

const keySetSchema = z.object({ keys: z.array(z.looseObject({ kid: z.string(), kty: z.literal("RSA") })).min(1) });

/**
 * Checks the desk of a site: its vars, the keys of Access, and as a visitor who has not signed in, that the desk cannot be
 * reached without signing in.
 */
export async function checkDesk(
  { vars, workersDev, previewUrls }: WranglerConfig,
  site: Site,
  fetchPage: typeof fetch,
): Promise<readonly Finding[]> {
  const { origin } = site;
  const { ACCESS_TEAM_DOMAIN: team, ACCESS_AUD: audience } = vars;
  const isEmpty = (value: unknown) => value === undefined || value === "";
  if (isEmpty(team) && isEmpty(audience))
    return [missing("no desk: nobody can look after orders, refunds and withdrawals", MANUAL)];
  if (readConfigProblems({ ...vars } as Bindings).some(({ name }) => DESK_VARS.test(name))) {
    return [missing("the desk cannot be checked yet", "fill in ACCESS_TEAM_DOMAIN, ACCESS_AUD and DESK_EDITORS first")];
  }
  const ask = (address: string) => fetchPage(address, { redirect: "manual", signal: AbortSignal.timeout(TIMEOUT_MS) });
  const findings: Finding[] = [await checkKeys(String(team), ask)];
  // An application for `beheer/*` alone would leave out the first.
  for (const path of [PATHS.desk, `${PATHS.desk}/x`]) findings.push(await checkGate(site, path, String(team), ask));
  if (isEmpty(vars.DESK_EDITORS)) {
    findings.push(missing("DESK_EDITORS is empty: nobody may act at the desk", "name addresses in wrangler.toml"));
  }
  if ((workersDev && !new URL(origin).hostname.endsWith(".workers.dev")) || previewUrls) {
    const what = "the shop also has addresses at workers.dev, where Access is not in front of the desk";
    const fix = `workers_dev = false and preview_urls = false in wrangler.toml, then ${deployCommand(site)}`;
    findings.push(advice(what, fix));
  }
  return findings;
}

type Ask = (address: string) => Promise<Response>;

/** Checks that the Worker can verify whom Access lets in. */
async function checkKeys(team: string, ask: Ask): Promise<Finding> {
  const address = `${team}/cdn-cgi/access/certs`;
  const fix = `ACCESS_TEAM_DOMAIN must be the team's domain, https://NAME.cloudflareaccess.com: ${MANUAL}`;
  try {
    const response = await ask(address);
    if (!response.ok) return missing(`${address} answers ${response.status}: nobody gets to the desk`, fix);
    const { success } = keySetSchema.safeParse(await response.json().catch(() => null));
    return success ? ok(`${address} has keys`) : missing(`${address} has no keys: nobody gets to the desk`, fix);
  } catch (error) {
    return missing(`${address} does not answer: ${errorMessage(error)}`, fix);
  }
}

/** Checks that somebody who has not signed in is led to the team's domain. */
async function checkGate(site: Site, path: string, team: string, ask: Ask): Promise<Finding> {
  const address = site.origin + path;
  let response: Response;
  try {
    response = await ask(address);
  } catch (error) {
    return missing(`${address} does not answer: ${errorMessage(error)}`, deployCommand(site));
  }
  const { status } = response;
  const location = URL.parse(response.headers.get("location") ?? "", address);
  if (status >= 300 && status < 400 && location !== null) {
    const isLogin = location.origin === team && location.pathname.startsWith("/cdn-cgi/access/login");
    if (isLogin) return ok(`${address} asks everybody to sign in`);
    const where = location.origin === team ? location.href : location.origin;
    return missing(`${address} leads to ${where}, not to the login of ${team}: nobody gets to the desk`, MANUAL);
  }
  if (response.ok) {
    const fix = `npx wrangler rollback, now; then ${MANUAL}`;
    return missing(`${address} answers ${status} without signing in: the desk is open to everybody`, fix);
  }
  if (status === 404) {
    const fix = `make an Access application for this path, or correct its path: ${MANUAL}`;
    return missing(`${address} answers 404: Access is not in front of it, and nobody gets to the desk`, fix);
  }
  return missing(`${address} answers ${status}, and does not lead to ${team}`, MANUAL);
}
