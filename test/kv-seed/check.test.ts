import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { DATA_FOLDER, findErrors, listAllFiles, readDataFile } from "../../kv-seed/data-files.ts";
import { INTERSTITIAL_KEYS } from "../../src/ledger/course-target.ts";
import { noted, runTool, temporaryFolder } from "./tool.ts";

const folder = temporaryFolder();

async function checkFile(name: string, content: unknown, ...options: string[]) {
  const path = join(folder, name);
  await writeFile(path, typeof content === "string" ? content : JSON.stringify(content));
  return { path, ...(await runTool(["check", path, ...options])) };
}

describe("the files in kv-seed/", () => {
  test("every file passes the Worker's schemas without a remark", async () => {
    const files = await listAllFiles();
    expect(files.length).toBeGreaterThanOrEqual(2);
    for (const file of files) {
      const { entries, errors, warnings } = await readDataFile(file);
      expect([...errors, ...warnings]).toEqual([]);
      expect(entries.length).toBeGreaterThan(0);
    }
  });

  const keysOf = async (name: string, binding: "GIFTS" | "INTERSTITIALS") =>
    (await readDataFile({ path: join(DATA_FOLDER, name), binding, forRemote: false })).entries.map(({ key }) => key);

  test("no code is named after another course than the one that every gift is for", async () => {
    const others = /MARIFO|KVB2|VAARBEWIJS2|VHF/i;
    expect((await keysOf("gifts.json", "GIFTS")).filter((key) => others.test(key))).toEqual([]);
  });

  test("there is an entry for every key that a page reads", async () => {
    expect((await keysOf("interstitials.json", "INTERSTITIALS")).sort()).toEqual([...INTERSTITIAL_KEYS].sort());
  });

  test("check without files reports each of them and touches no KV", async () => {
    const run = await runTool(["check"], { stores: {} });
    expect(run.exitCode).toBe(0);
    expect(run.out).toContain(`kv-seed/interstitials.json: ${INTERSTITIAL_KEYS.length} entries, ok`);
    expect(run.out).toContain("kv-seed/gifts.json: 3 entries, ok");
    expect(run.notes).toBe("");
  });
});

describe("check names file, key and reason", () => {
  const target = "https://shop.example/cursus";

  test.each([
    ["an address that is not https", { target: "http://shop.example" }, "target: must be an https URL"],
    ["a script", { target: "javascript:alert(1)" }, "target: must be an https URL"],
    ["a missing target", { price: 39 }, "target: "],
    ["a field that nobody knows", { target, tarket: target }, "tarket"],
    ["a negative price", { target, price: -1 }, "price: "],
  ])("%s", async (_what, value, reason) => {
    const run = await checkFile("interstitials.json", [
      { key: "bridge-59incl-vb1", value: JSON.stringify(value) },
      { key: "bridge-39incl-vb1", value: JSON.stringify({ target }) },
    ]);
    expect(run.exitCode).toBe(1);
    const errors = run.notes.split("\n").filter((line) => line.startsWith("error"));
    expect(errors).toHaveLength(1);
    expect(errors[0]).toContain(`${run.path}: bridge-59incl-vb1: `);
    expect(errors[0]).toContain(reason);
  });

  test.each([
    ["a value that is not JSON", [{ key: "bridge-59incl-vb1", value: "{oops" }], "not JSON"],
    ["a value that was not made a string", [{ key: "bridge-59incl-vb1", value: { target } }], "as a JSON string"],
    ["a key twice", Array(2).fill({ key: "bridge-59incl-vb1", value: JSON.stringify({ target }) }), "twice"],
    ["a key in capitals", [{ key: "Bridge-59", value: JSON.stringify({ target }) }], "lower-case words"],
    ["an entry without a key", [{ value: "{}" }], "entry 1: key: "],
    ["a file that is no list", { key: "value" }, "must be a list"],
    ["a file that is no JSON", "[", "not JSON"],
  ])("%s", async (_what, content, reason) => {
    const run = await checkFile("interstitials.json", content);
    expect(run.exitCode).toBe(1);
    expect(run.notes).toContain(run.path);
    expect(run.notes).toContain(reason);
  });

  test("a file that is not there", async () => {
    expect(await runTool(["check", join(folder, "gifts-none.json")])).toEqual(noted(1, "no such file"));
  });

  test("a file name that says nothing", async () => {
    expect(await runTool(["check", join(folder, "data.json")])).toEqual(noted(2, "interstitials….json or gifts….json"));
  });

  test("warnings do not fail: a key no page reads, a price of another page, an offer without entry", async () => {
    const run = await checkFile("interstitials.json", [
      { key: "bridge-59incl-vb3", value: JSON.stringify({ target }) },
      { key: "bridge-39incl-vb1", value: JSON.stringify({ target, price: 49 }) },
    ]);
    expect(run.exitCode).toBe(0);
    expect(run.notes).toContain("bridge-59incl-vb3: no page reads this key");
    expect(run.notes).toContain("bridge-39incl-vb1: price is 49, but this page sells for 39");
    expect(run.notes).toContain("bridge-59incl-vb1: no entry");
  });

  test("--remote refuses addresses of this machine and placeholders", async () => {
    const content = [
      { key: "bridge-59incl-vb1", value: JSON.stringify({ target: "http://localhost:8788/x" }) },
      { key: "bridge-39incl-vb1", value: JSON.stringify({ target: "https://fill-in.invalid/x" }) },
    ];
    expect((await checkFile("interstitials.json", content)).exitCode).toBe(0);
    const run = await checkFile("interstitials.json", content, "--remote", "--env", "production");
    expect(run.exitCode).toBe(1);
    expect(run.notes).toContain("bridge-59incl-vb1: target: points at this machine");
    expect(run.notes).toContain("bridge-39incl-vb1: target: is still a placeholder");
  });
});

test("what stops a gift is checked by its own form, beside the gift's key", () => {
  const stop = JSON.stringify({ stopped: true, at: "2026-11-22T10:00:00.000Z" });
  const errors = (key: string, value = stop) => findErrors("GIFTS", { key, value }, true).join("; ");
  expect(errors("DEMOVAAR2026.operator")).toBe("");
  expect(errors("cadeau-sanne.refund")).toBe("");
  expect(errors("demovaar2026.operator")).toContain("DEMOVAAR2026");
  expect(errors("DEMOVAAR2026.operator", "{}")).toContain("stopped");
  expect(errors("DEMOVAAR2026.other")).toContain("key");
});

describe("gift keys", () => {
  const value = JSON.stringify({ recipient: "Sanne", giver: "Mark" });
  const errorsOf = (key: string) => findErrors("GIFTS", { key, value }, false).join();

  test("the stored form of a code and of a name are right", () => {
    expect(errorsOf("DEMOVAAR2026")).toBe("");
    expect(errorsOf("cadeau-sanne")).toBe("");
  });

  test("a code that a visitor could never open is an error that shows the right spelling", () => {
    expect(errorsOf("DEMO-VAAR-2026")).toContain("DEMOVAAR2026");
    expect(errorsOf("demovaar2026")).toContain("DEMOVAAR2026");
    expect(errorsOf("Cadeau-Sanne")).toContain("cadeau-sanne");
    expect(errorsOf("ABC")).toContain("4 to 64");
    expect(errorsOf("cadeau-")).toContain("must be letters");
  });

  test("a name that spells the address of another page is none", () => {
    expect(errorsOf("cadeau-geven")).toContain("/cadeau-geven");
    expect(errorsOf("cadeau-gevena")).toBe("");
  });
});

describe("what editors make of a file", () => {
  const content = JSON.stringify([{ key: "ABCD", value: JSON.stringify({ recipient: "Zoë", giver: "José" }) }]);
  const run = async (name: string, bytes: Uint8Array) => {
    const path = join(folder, name);
    await writeFile(path, bytes);
    return runTool(["check", path]);
  };

  test("a byte order mark before UTF-8 is no part of it", async () => {
    expect(await run("gifts-bom.json", Buffer.from(`\ufeff${content}`, "utf8"))).toMatchObject({ exitCode: 0 });
  });

  test.each(["latin1", "utf16le"] as const)("%s is refused, with what to do", async (encoding) => {
    const { exitCode, notes } = await run("gifts-other.json", Buffer.from(`\ufeff${content}`, encoding));
    expect(exitCode).toBe(1);
    expect(notes).toContain("save it again as UTF-8");
  });
});
