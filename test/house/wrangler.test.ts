import { describe, expect, test } from "vitest";
import { unstable_readConfig as readConfig } from "wrangler";
import packageFile from "../../package.json" with { type: "json" };
import { VAR_NAMES } from "../../src/server/env.ts";
import { LOCAL_ENVIRONMENT } from "../../src/shared/environment.ts";

/** wrangler.toml has a section for the local shop and one for production. Settings that both need are in both. */
const local = readConfig({ config: "wrangler.toml" });
const production = readConfig({ config: "wrangler.toml", env: "production" });

type Limit = { name: string; namespace_id: string; simple: { limit: number; period: number } };

test.each(["deploy", "upload"] as const)(
  "npm run %s gives the database its migrations before the new version",
  (name) => {
    const steps = packageFile.scripts[name].split(" && ");
    expect(steps.indexOf("npm run migrate")).toBe(steps.length - 2);
    expect(steps.at(-1)).toMatch(/^wrangler .*--env production$/);
    expect(packageFile.scripts.migrate).toBe("wrangler d1 migrations apply DB --env production --remote");
  },
);

describe("the two environments", () => {
  test("know the same vars, which are those that the Worker reads", () => {
    expect(Object.keys(production.vars)).toEqual(Object.keys(local.vars));
    expect(Object.keys(local.vars).toSorted()).toEqual(VAR_NAMES.toSorted());
  });

  test("mark their payments with their own name", () => {
    expect([local.vars.ENVIRONMENT, production.vars.ENVIRONMENT]).toEqual([LOCAL_ENVIRONMENT, "production"]);
  });

  test("start the same Workflows and send mail alike", () => {
    expect(local.workflows.length).toBeGreaterThan(0);
    expect(production.workflows).toEqual(local.workflows);
    expect(production.send_email).toEqual(local.send_email);
  });

  test("have a ledger each, with the same migrations", () => {
    const ledgers = [local, production].map(({ d1_databases: databases }) => {
      expect(databases).toHaveLength(1);
      return databases[0];
    });
    const [{ database_id: localId } = {}, { database_id: productionId } = {}] = ledgers;
    expect(localId).not.toBe(productionId);
    for (const ledger of ledgers) {
      expect(ledger).toMatchObject({ binding: "DB", migrations_dir: "src/ledger/migrations" });
      // wrangler and the operators' tool agree on the table only by default.
      expect(ledger).not.toHaveProperty("migrations_table");
    }
  });

  test("have the same rate limits, each with counters of its own", () => {
    const limits = ({ ratelimits }: typeof local): Limit[] => ratelimits;
    const uncounted = (limit: Limit) => ({ ...limit, namespace_id: "" });
    expect(limits(production).map(uncounted)).toEqual(limits(local).map(uncounted));
    const counters = [...limits(local), ...limits(production)].map(({ namespace_id }) => namespace_id);
    expect(new Set(counters).size).toBe(counters.length);
  });

  test("run the same Workflows", () => {
    const classes = ({ workflows }: typeof local) =>
      (workflows as { binding: string; class_name: string }[]).map((workflow) => [
        workflow.binding,
        workflow.class_name,
      ]);
    expect(classes(local).length).toBeGreaterThan(0);
    expect(classes(production)).toEqual(classes(local));
  });

  test("a preview reaches nobody's data, money or mail, and a version has no public address of its own", () => {
    expect(local.previews).toEqual({ version_metadata: local.version_metadata });
    expect(production).toMatchObject({ workers_dev: false, preview_urls: false });
  });

  test("both limit the processor time of a request", () => {
    expect(production.limits).toEqual(local.limits);
    expect(local.limits?.cpu_ms).toBeGreaterThan(0);
  });

  test.each([
    ["local", local],
    ["production", production],
  ])("%s: no log holds an address, which may be a gift's or name a payment's secret", (_name, { observability }) => {
    expect(observability).toMatchObject({
      enabled: true,
      redact_query_string: true,
      logs: { enabled: true, invocation_logs: false },
    });
  });
});
