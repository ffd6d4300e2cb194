import { expect, test } from "vitest";
import { unstable_readConfig as readConfig } from "wrangler";
import { KV_BINDINGS, readWranglerConfig } from "../../kv-seed/wrangler.ts";
import packageFile from "../../package.json" with { type: "json" };
import { VAR_NAMES } from "../../src/server/env.ts";
import { LOCAL_ENVIRONMENT } from "../../src/shared/environment.ts";

/** wrangler.toml has a section for each shop: the local one, production and staging. What all need is in all. */
const local = readConfig({ config: "wrangler.toml" });
const production = readConfig({ config: "wrangler.toml", env: "production" });
const staging = readConfig({ config: "wrangler.toml", env: "staging" });
const SHOPS = { local, production, staging };

type Config = typeof local;
/** What each shop has for itself: ids of namespaces, database and counters, and names. */
const OWN = ["id", "database_id", "database_name", "namespace_id"];
const PARTS = ["triggers", "kv_namespaces", "d1_databases", "ratelimits", "limits", "observability"] as const;
/** The parts that all have, without what shops may not share; and that. */
const partsOf = (config: Config) => {
  const own: string[] = [];
  const parts = PARTS.map((part) => config[part]);
  const setApart = (name: string, value: unknown) => (OWN.includes(name) ? void own.push(`${name} ${value}`) : value);
  return { shared: JSON.parse(JSON.stringify(parts, setApart)), own };
};
const workflowsOf = ({ workflows }: Config) => workflows as { name: string; binding: string; class_name: string }[];

test.each(["deploy", "upload"] as const)(
  "npm run %s gives the database its migrations before the new version",
  (name) => {
    const steps = packageFile.scripts[name].split(" && ");
    expect(steps.indexOf("npm run migrate")).toBe(steps.length - 2);
    expect(steps.at(-1)).toMatch(/^wrangler .*--env \$\{CLOUDFLARE_ENV:-production\}$/);
  },
);

test("what is deployed is production, unless staging is named, and all steps are of the same shop", () => {
  const { "deploy:staging": deployStaging, ...scripts } = packageFile.scripts;
  expect(deployStaging).toBe("CLOUDFLARE_ENV=staging npm run deploy");
  expect(scripts.migrate).toMatch(/^wrangler d1 migrations apply DB --env \S+ --remote$/);
  const named = Object.values(scripts).flatMap((script) => script.match(/--env \S+/g) ?? []);
  expect(named).toHaveLength(4);
  for (const words of named) expect(words).toMatch(/^--env \$\{CLOUDFLARE_ENV:-production\}$/);
});

test.each(Object.entries(SHOPS))("%s has all that the Worker reads, and logs no address", (name, config) => {
  expect(Object.keys(config.vars)).toEqual(Object.keys(local.vars));
  expect(Object.keys(config.vars).toSorted()).toEqual(VAR_NAMES.toSorted());
  expect(config.vars.ENVIRONMENT).toBe(name === "local" ? LOCAL_ENVIRONMENT : name);
  expect(config.kv_namespaces.map(({ binding }: { binding: string }) => binding)).toEqual(KV_BINDINGS);
  // wrangler and the operators' tool agree on the table of migrations only by default.
  const own = { database_id: expect.any(String), database_name: expect.any(String) };
  expect(config.d1_databases).toEqual([{ binding: "DB", migrations_dir: "src/ledger/migrations", ...own }]);
  expect(config.limits?.cpu_ms).toBeGreaterThanOrEqual(1_000);
  // An address may be a gift's, or name a payment's secret.
  const logs = { enabled: true, invocation_logs: false };
  expect(config.observability).toMatchObject({ enabled: true, head_sampling_rate: 1, redact_query_string: true, logs });
});

test("the shops have the same hours, bindings, limits and Workflows, and each its own data, counters and Worker", async () => {
  const unnamed = (config: Config) => workflowsOf(config).map((workflow) => ({ ...workflow, name: "" }));
  expect(workflowsOf(local).length).toBeGreaterThan(0);
  for (const [name, config] of Object.entries({ production, staging })) {
    expect(partsOf(config).shared).toEqual(partsOf(local).shared);
    expect(unnamed(config)).toEqual(unnamed(local));
    expect(config.build.command).toBe(`${local.build.command} -- --env ${name}`);
    expect(config.build.watch_dir).toEqual(local.build.watch_dir);
    expect(config.vars.STRIPE_JS_URL).toBe("https://js.stripe.com/endive/stripe.js");
    // A version has no public address of its own.
    expect(config).toMatchObject({ workers_dev: false, preview_urls: false });
  }
  expect(await readWranglerConfig({ remote: false })).toMatchObject({ workersDev: true, previewUrls: true });
  const own = Object.values(SHOPS).flatMap((config) => partsOf(config).own);
  expect(own.length).toBeGreaterThan(20);
  expect(new Set(own).size).toBe(own.length);
  const names = [production, staging].flatMap((config) => [
    config.name,
    ...workflowsOf(config).map(({ name }) => name),
  ]);
  expect(new Set(names).size).toBe(names.length);
});

test("all send mail alike, but staging to named addresses only; a preview reaches nobody's data, money or mail", () => {
  expect(production.send_email).toEqual(local.send_email);
  const allowed_destination_addresses = [expect.any(String)];
  expect(staging.send_email).toEqual(local.send_email.map((to: object) => ({ ...to, allowed_destination_addresses })));
  expect(local.previews).toEqual({ version_metadata: local.version_metadata });
});
