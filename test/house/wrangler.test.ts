import { describe, expect, test } from "vitest";
import { unstable_readConfig as readConfig } from "wrangler";
import { KV_BINDINGS } from "../../kv-seed/wrangler.ts";
import packageFile from "../../package.json" with { type: "json" };
import { VAR_NAMES } from "../../src/server/env.ts";
import { LOCAL_ENVIRONMENT } from "../../src/shared/environment.ts";

/** wrangler.toml has a section for each shop: the local one, production and staging. What all need is in all. */
const local = readConfig({ config: "wrangler.toml" });
const production = readConfig({ config: "wrangler.toml", env: "production" });
const staging = readConfig({ config: "wrangler.toml", env: "staging" });
const SHOPS = { local, production, staging };
/** The shops at Cloudflare. */
const REAL = { production, staging };

/** wrangler's own types of these are `any`. */
type Namespace = { binding: string; id: string };
type Limit = { name: string; namespace_id: string; simple: { limit: number; period: number } };

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

describe("the environments", () => {
  test.each(Object.entries(SHOPS))("%s knows the vars that the Worker reads", (_name, { vars }) => {
    expect(Object.keys(vars)).toEqual(Object.keys(local.vars));
    expect(Object.keys(vars).toSorted()).toEqual(VAR_NAMES.toSorted());
  });

  test("mark their payments with their own name", () => {
    const marks = Object.values(SHOPS).map(({ vars }) => vars.ENVIRONMENT);
    expect(marks).toEqual([LOCAL_ENVIRONMENT, "production", "staging"]);
  });

  test("send mail alike, but staging to named addresses only", () => {
    expect(production.send_email).toEqual(local.send_email);
    expect(staging.send_email).toEqual(
      local.send_email.map((binding: object) => ({ ...binding, allowed_destination_addresses: [expect.any(String)] })),
    );
  });

  test("are Workers of their own, each built with its own vars", () => {
    expect(new Set(Object.values(REAL).map(({ name }) => name)).size).toBe(2);
    for (const [name, { build }] of Object.entries(REAL)) {
      expect(build.command).toBe(`${local.build.command} -- --env ${name}`);
      expect(build.watch_dir).toEqual(local.build.watch_dir);
    }
  });

  test("do their work at the same hours", () => {
    for (const { triggers } of Object.values(REAL)) expect(triggers).toEqual(local.triggers);
  });

  test("have KV namespaces of their own, with the same names", () => {
    const ids = Object.values(SHOPS).flatMap(({ kv_namespaces }) => {
      const namespaces: Namespace[] = kv_namespaces;
      expect(namespaces.map(({ binding }) => binding)).toEqual(KV_BINDINGS);
      return namespaces.map(({ id }) => id);
    });
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("have a ledger each, with the same migrations", () => {
    const ledgers = Object.values(SHOPS).map(({ d1_databases: databases }) => {
      expect(databases).toHaveLength(1);
      return databases[0];
    });
    expect(new Set(ledgers.map((ledger) => ledger?.database_id)).size).toBe(ledgers.length);
    expect(new Set(ledgers.map((ledger) => ledger?.database_name)).size).toBe(ledgers.length);
    for (const ledger of ledgers) {
      expect(ledger).toMatchObject({ binding: "DB", migrations_dir: "src/ledger/migrations" });
      // wrangler and the operators' tool agree on the table only by default.
      expect(ledger).not.toHaveProperty("migrations_table");
    }
  });

  test("have the same rate limits, each with counters of its own", () => {
    const limits = ({ ratelimits }: typeof local): Limit[] => ratelimits;
    const uncounted = (limit: Limit) => ({ ...limit, namespace_id: "" });
    for (const shop of Object.values(REAL)) expect(limits(shop).map(uncounted)).toEqual(limits(local).map(uncounted));
    const counters = Object.values(SHOPS)
      .flatMap(limits)
      .map(({ namespace_id }) => namespace_id);
    expect(new Set(counters).size).toBe(counters.length);
  });

  test("run the same Workflows, at Cloudflare each shop its own", () => {
    const flows = ({ workflows }: typeof local) => workflows as { name: string; binding: string; class_name: string }[];
    const unnamed = (shop: typeof local) => flows(shop).map((workflow) => ({ ...workflow, name: "" }));
    expect(flows(local).length).toBeGreaterThan(0);
    for (const shop of Object.values(REAL)) expect(unnamed(shop)).toEqual(unnamed(local));
    const names = Object.values(REAL).flatMap((shop) => flows(shop).map(({ name }) => name));
    expect(new Set(names).size).toBe(names.length);
  });

  test("a preview reaches nobody's data, money or mail, and a version has no public address of its own", () => {
    expect(local.previews).toEqual({ version_metadata: local.version_metadata });
    for (const shop of Object.values(REAL)) expect(shop).toMatchObject({ workers_dev: false, preview_urls: false });
  });

  test("limit the processor time of a request", () => {
    for (const { limits } of Object.values(REAL)) expect(limits).toEqual(local.limits);
    expect(local.limits?.cpu_ms).toBeGreaterThan(0);
  });

  test.each(Object.entries(SHOPS))(
    "%s: no log holds an address, which may be a gift's or name a payment's secret",
    (_name, { observability }) => {
      expect(observability).toMatchObject({
        enabled: true,
        redact_query_string: true,
        logs: { enabled: true, invocation_logs: false },
      });
    },
  );
});
