import type Stripe from "stripe";
import { dashboardPage, textField } from "../../src/server/stripe.ts";
import { LOCAL_ENVIRONMENT } from "../../src/shared/environment.ts";
import { describeStripeError } from "../stripe-errors.ts";
import { KEY_HELP, modeOfKey } from "../stripe-key.ts";
import type { Terminal } from "../terminal.ts";
import { type Account, completeAccount, findAccountTrouble, readAccount, type Step } from "./account.ts";
import { advice, type Finding, missing, ok } from "./findings.ts";
import { readSellingPages, type SellingPages } from "./live-site.ts";
import { deployCommand, HOSTED_SALES, isOffered, type Site } from "./wishes.ts";

/** The two uses of the Stripe account: finding what it lacks, and creating that. */

export type StripeConnection = { secretKey: string; stripe: Stripe };

type Vars = Readonly<Record<string, unknown>>;
type PlannedStep = { line: string; kind: "needed" | "tidy" };

/** The objects that the account lacks for this site. Rejects with any error that is not Stripe's. */
export async function checkStripe(
  connection: StripeConnection | null,
  site: Site,
  vars: Vars,
  pages: SellingPages,
): Promise<readonly Finding[]> {
  const command = `npm run go-live -- stripe --env ${site.environment}`;
  if (connection === null) return [missing("no secret key to look into the account with", KEY_HELP)];
  const { stripe, secretKey } = connection;
  const findings: Finding[] = [];
  const publishable = typeof vars.STRIPE_PUBLISHABLE_KEY === "string" ? vars.STRIPE_PUBLISHABLE_KEY : "";
  for (const [name, key] of [
    ["the secret key here", secretKey],
    ["STRIPE_PUBLISHABLE_KEY", publishable],
  ] as const) {
    if (modeOfKey(key) === "test") {
      findings.push(missing(`${name} is of test mode: nobody pays with it`, dashboardPage("apikeys")));
    }
  }
  try {
    findings.push(...(await checkCharges(stripe)));
    const account = await readAccount(stripe, site, pages);
    const { steps, links } = await rehearse(stripe, account, site, vars);
    findings.push(...lackingOf(steps, command));
    for (const sale of HOSTED_SALES) {
      const { varName } = sale;
      const url = links.get(varName);
      if (url === undefined || vars[varName] === url) continue;
      const fix = `${varName} = "${url}"\n${deployCommand(site)}`;
      findings.push(
        isOffered(sale, vars)
          ? missing(`${varName} is not the account's payment link`, fix)
          : advice(`${varName} is empty: KVB1 and KVB2 are not offered as one order`, fix),
      );
    }
    findings.push(...findAccountTrouble(account, site));
  } catch (error) {
    const reason = describeStripeError(error);
    if (reason === null) throw error;
    findings.push(missing("the account could not be read", reason));
  }
  const isWhole = findings.every(({ level }) => level !== "missing");
  return isWhole ? [WHOLE, ...findings] : findings;
}

/** What the Stripe of `npm start` lacks that a real account would need. Rejects with any error that is not Stripe's. */
export async function checkRehearsal(stripe: Stripe, site: Site, fetchPage: typeof fetch): Promise<readonly Finding[]> {
  try {
    const account = await readAccount(stripe, site, await readSellingPages(site, fetchPage));
    const { steps } = await rehearse(stripe, account, site, {});
    const findings = [...lackingOf(steps, "npm run go-live -- stripe --local"), ...findAccountTrouble(account, site)];
    return findings.some(({ level }) => level === "missing") ? findings : [WHOLE, ...findings];
  } catch (error) {
    const reason = describeStripeError(error);
    if (reason === null) throw error;
    return [missing(`the outside world does not answer: ${reason}`, "npm start, or another --outside-port")];
  }
}

const WHOLE = ok("the payment links, the webhook endpoint and the domain");

function lackingOf(steps: readonly PlannedStep[], command: string): readonly Finding[] {
  return steps.map(({ line, kind }) => (kind === "needed" ? missing : advice)(line, command));
}

/** Checks that the account may take payments. A key that may not read this is no reason to stop. */
async function checkCharges(stripe: Stripe): Promise<readonly Finding[]> {
  const page = dashboardPage("account/onboarding");
  try {
    const { charges_enabled: isOpen } = await stripe.accounts.retrieveCurrent();
    return isOpen ? [] : [missing("Stripe does not let this account take payments yet", `finish ${page}`)];
  } catch (error) {
    if (textField(error, "type") !== "StripePermissionError") throw error;
    return [advice("this key may not see whether the account takes payments", `look at ${page}`)];
  }
}

/**
 * Shows every change, asks, makes them, and prints the values for wrangler.toml. Returns the exit code. Rejects with
 * Stripe's error; if changes were begun, it has said how many were made.
 */
export async function setUpStripe(
  connection: StripeConnection | null,
  site: Site,
  vars: Vars,
  isSure: boolean,
  { terminal, fetchPage = fetch }: { terminal: Terminal; fetchPage?: typeof fetch },
): Promise<number> {
  if (connection === null) {
    terminal.note(`No secret key: ${KEY_HELP}`);
    return 1;
  }
  const { stripe, secretKey } = connection;
  const mode = modeOfKey(secretKey) === "live" ? "LIVE mode" : "test mode";
  const pages = await readSellingPages(site, fetchPage);
  const account = await readAccount(stripe, site, pages);
  const { steps } = await rehearse(stripe, account, site, vars);
  if (steps.length === 0) {
    terminal.out(`Nothing to change in the Stripe account (${mode}).`);
  } else {
    terminal.out(`In the Stripe account (${mode}):`);
    for (const { line } of steps) terminal.out(`  ${line}`);
    if (!isSure && terminal.confirm === undefined) {
      terminal.note("Nobody is here to ask, and nothing was changed. Use --yes to go ahead.");
      return 1;
    }
    if (!isSure && !(await terminal.confirm?.(`Make these ${steps.length} changes in ${mode}?`))) {
      terminal.note("Nothing was changed.");
      return 1;
    }
  }
  let done = 0;
  const perform: Step = async (line, change) => {
    try {
      const result = await change();
      done += 1;
      terminal.note(`done ${done}/${steps.length}  ${line.split("\n", 1)[0]}`);
      return result;
    } catch (error) {
      terminal.note(`Stopped at: ${line}\n${done} of ${steps.length} changes were made. Run this again to go on.`);
      throw error;
    }
  };
  const { links, leftOn, webhookSecret } = await completeAccount(stripe, account, site, vars, perform);
  if (site.environment === LOCAL_ENVIRONMENT) {
    terminal.out("\nA rehearsal: nothing of it goes into wrangler.toml. Then: npm run go-live -- check --local");
    return 0;
  }
  printVars(links, vars, site, terminal);
  if (leftOn.length > 0) {
    const unread = pages.flatMap((page) => (typeof page === "string" ? [] : [page.what]));
    const why =
      unread.length === 0
        ? "sells with them. Run this again once it is deployed:"
        : `may sell with them:\n  ${unread.join("\n  ")}\nRun this again once that is mended:`;
    terminal.out(`\nLeft on, because the live shop ${why}`);
    for (const url of leftOn) terminal.out(`  ${url}`);
  }
  if (webhookSecret !== undefined) {
    terminal.out(
      "\nThe webhook's secret, which Stripe tells only now. Paste it when this asks for it:\n" +
        `  npx wrangler secret put STRIPE_WEBHOOK_SECRET --env ${site.environment}\n  ${webhookSecret}`,
    );
  }
  terminal.out(`\nThen: ${deployCommand(site)}, and npm run go-live -- check --env ${site.environment}`);
  return 0;
}

function printVars(links: ReadonlyMap<string, string>, vars: Vars, { environment }: Site, terminal: Terminal): void {
  const isIn = [...links].every(([name, url]) => vars[name] === url);
  const where = `[env.${environment}.vars] of wrangler.toml`;
  terminal.out(isIn ? `\n${where} has all ${links.size} links.` : `\nPut these into ${where}:`);
  if (!isIn) for (const [name, url] of links) terminal.out(`${name} = "${url}"`);
}

/** The steps that would be taken; nothing is changed. */
async function rehearse(stripe: Stripe, account: Account, site: Site, vars: Vars) {
  const steps: PlannedStep[] = [];
  const note: Step = async (line, _perform, kind = "needed") => {
    steps.push({ line, kind });
    return undefined;
  };
  const { links } = await completeAccount(stripe, account, site, vars, note);
  return { steps, links };
}
