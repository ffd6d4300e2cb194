import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readSecretKey } from "../../kv-seed/stripe-key.ts";
import { temporaryFolder } from "./tool.ts";

/** The key that the tool finds in the environment and in `.dev.vars` of a folder. */

const root = temporaryFolder();
const emptyFolder = async (name: string) => String(await mkdir(join(root, name), { recursive: true }));

test("Stripe's key comes from the environment, then from .dev.vars.<env>, and never from another environment's", async () => {
  const folder = await emptyFolder("stripe-key");
  expect(await readSecretKey("production", {}, folder)).toBeNull();
  await writeFile(join(folder, ".dev.vars"), 'STRIPE_SECRET_KEY="sk_test_a"\n');
  expect(await readSecretKey(undefined, {}, folder)).toBe("sk_test_a");
  await expect(readSecretKey("production", {}, folder)).rejects.toThrow(/\.dev\.vars is for .*\.dev\.vars\.production/);
  await writeFile(join(folder, ".dev.vars.production"), "STRIPE_SECRET_KEY=rk_live_b\n");
  expect(await readSecretKey("production", {}, folder)).toBe("rk_live_b");
  expect(await readSecretKey("production", { STRIPE_SECRET_KEY: "sk_live_c" }, folder)).toBe("sk_live_c");
  await expect(readSecretKey(undefined, { STRIPE_SECRET_KEY: "pk_live_c" }, folder)).rejects.toThrow("no secret key");
});
