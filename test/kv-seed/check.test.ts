import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { chooseFiles, DATA_FOLDER, readDataFile } from "../../kv-seed/data-files.ts";
import { INTERSTITIAL_KEYS } from "../../src/ledger/course-target.ts";
import { reading, runTool, temporaryFolder } from "./tool.ts";

const folder = temporaryFolder();

test("every file in kv-seed/ passes the Worker's schemas without a remark", async () => {
  const run = await runTool(["check"], { stores: {} });
  expect(run).toMatchObject({ exitCode: 0, notes: "" });
  expect(run.out).toContain(`kv-seed/interstitials.json: ${INTERSTITIAL_KEYS.length} entries, ok`);
  expect(run.out).toContain("kv-seed/gifts.json: 3 entries, ok");
  const ofEnvironment = chooseFiles([join(DATA_FOLDER, "production/gifts.json")], { remote: false });
  expect(ofEnvironment).toMatchObject([{ forRemote: true }]);
});

test("no gift is named after a course that it is not for", async () => {
  const path = join(DATA_FOLDER, "gifts.json");
  const { entries } = await readDataFile({ path, binding: "GIFTS", forRemote: false });
  expect(entries.map(({ key }) => key).join()).not.toMatch(/MARIFO|KVB2|VAARBEWIJS2|VHF/i);
});

const target = "https://shop.example/cursus";
const HERE = "http://localhost:8788/x";
const [KEY, OTHER] = ["bridge-59incl-vb1", "bridge-39incl-vb1"];
const pages = (values: Readonly<Record<string, unknown>>) =>
  Object.entries(values).map(([key, value]) => ({ key, value: JSON.stringify(value) }));
const gifts = (...keys: readonly string[]) =>
  pages(Object.fromEntries(keys.map((key) => [key, { recipient: "Sanne", giver: "Mark", activationUrl: HERE }])));
const GIFT = JSON.stringify(gifts("ABCD"));
const stop = JSON.stringify({ stopped: true, at: "2026-11-22T10:00:00.000Z" });

const stops = (...keys: readonly string[]) => keys.map((key) => ({ key, value: stop }));
const UNOPENED = gifts("DEMO-VAAR-2026", "demovaar2026", "Cadeau-Sanne", "ABC", "cadeau-");
const NO_STOPS = [
  ...stops("demovaar2026.operator", "DEMOVAAR2026.other"),
  { key: "DEMOVAAR2026.operator", value: "{}" },
];
const NAMELESS = [...pages({ ABCD: {} }), { key: "EFGH", value: "{}", metadata: { intentId: "pi_1" } }];
const UNFIT = pages({
  [KEY]: { target: HERE },
  [OTHER]: { target: "https://fill-in.invalid/x" },
  "bridge-19incl-vb1": { target: "https://localhost/x" },
});

test.each<[string, unknown, string?, ...string[]]>([
  ["an address that is not https", pages({ [KEY]: { target: "http://shop.example" }, [OTHER]: { target } })],
  ["a script", pages({ [KEY]: { target: "javascript:alert(1)" } })],
  ["a missing target", pages({ [KEY]: { price: 39 } })],
  ["a field that nobody knows", pages({ [KEY]: { target, tarket: target } })],
  ["a negative price", pages({ [KEY]: { target, price: -1 } })],
  ["a value that is not JSON", [{ key: KEY, value: "{oops" }]],
  ["a value that was not made a string", [{ key: KEY, value: { target } }]],
  ["a key twice", [...pages({ [KEY]: { target } }), ...pages({ [KEY]: { target } })]],
  ["a key in capitals", pages({ "Bridge-59": { target } })],
  ["an entry without a key and a value", [{}]],
  ["a file that is no list", { key: "value" }],
  ["a file that is no JSON", "["],
  ["such a file beside a right one", "[", "interstitials", join(DATA_FOLDER, "gifts.json")],
  ["a key no page reads", pages({ "bridge-59incl-vb3": { target } })],
  ["a page's own target beside that of its course", pages({ "bridge-*-vb1": { target }, [KEY]: { target } })],
  ["a price of another page", pages({ [OTHER]: { target, price: 49 } })],
  ["an address of this machine", pages({ [KEY]: { target: HERE } })],
  ["such addresses, and placeholders, for the real shop", UNFIT, "interstitials", "--remote", "--env", "production"],
  ["right keys of gifts", gifts("DEMOVAAR2026", "cadeau-sanne", "cadeau-gevena"), "gifts"],
  ["gifts without names, one of them bought", NAMELESS, "gifts"],
  ["keys that no visitor could open, of this machine", UNOPENED, "gifts", "--remote", "--env", "production"],
  ["a name that spells the address of another page", gifts("cadeau-geven"), "gifts"],
  ["what stops a gift", stops("DEMOVAAR2026.operator", "cadeau-sanne.refund"), "gifts"],
  ["what stops no gift", NO_STOPS, "gifts"],
  ["a byte order mark before UTF-8", Buffer.from(`\ufeff${GIFT}`), "gifts"],
  ["Latin-1", Buffer.from(GIFT.replace("Sanne", "Zoë"), "latin1"), "gifts"],
  ["UTF-16", Buffer.from(`\ufeff${GIFT}`, "utf16le"), "gifts"],
  ["a file that is not there", null, "gifts-none"],
  ["a file name that says nothing", [], "data"],
])("check of %s", async (_title, content, name = "interstitials", ...options) => {
  const path = join(folder, `${name}.json`);
  const isText = typeof content === "string" || content instanceof Uint8Array;
  if (content !== null) await writeFile(path, isText ? content : JSON.stringify(content));
  const run = await runTool(["check", path, ...options]);
  // Each file of pages lacks most of them.
  if (name === "interstitials") expect(run.notes).toMatch(/no entry: a buyer who comes here|not JSON|must be a list/);
  run.said = run.said.replaceAll(/^! warning .*: no entry: .*\n?/gm, "");
  expect(reading(run)).toMatchSnapshot();
});
