import { resolve } from "node:path";
import { cloudflareTest } from "@cloudflare/vitest-plugin";
import { defineConfig } from "vitest/config";

const ROOT = resolve(import.meta.dirname, "..");

export default defineConfig({
  root: ROOT,
  test: {
    // Two cores; each file that runs at the same time has a shop and a browser of its own (browser/global-setup.ts).
    maxWorkers: 2,
    projects: [
      {
        root: ROOT,
        plugins: [
          cloudflareTest({
            main: resolve(ROOT, "test/unbuilt-worker.ts"),
            wrangler: { configPath: resolve(ROOT, "wrangler.toml") },
          }),
        ],
        define: { "process.env.NODE_ENV": JSON.stringify("production") },
        // The production JSX runtime, as in the deployed bundle.
        oxc: { jsx: { runtime: "automatic", development: false } },
        test: { name: "worker", include: ["test/worker/**/*.test.{ts,tsx}"], sequence: { groupOrder: 0 } },
      },
      {
        root: ROOT,
        test: {
          name: "node",
          include: ["test/house/**/*.test.ts", "test/kv-seed/**/*.test.ts", "test/outside-world/**/*.test.ts"],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          // Beside the tests of the Worker: these mostly wait.
          sequence: { groupOrder: 0 },
        },
      },
      {
        root: ROOT,
        test: {
          name: "browser",
          include: ["test/browser/**/*.test.ts"],
          globalSetup: ["test/browser/global-setup.ts"],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
