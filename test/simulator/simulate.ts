import { spawnSync } from "node:child_process";
import { buildSimulator } from "./bundle.ts";

/** `npm run simulate -- --sales 2000 --seed 1`: bundles the shop with its simulator, and runs it. Needs a build. */

const script = await buildSimulator();
const { status } = spawnSync(process.execPath, [script, ...process.argv.slice(2)], { stdio: "inherit" });
process.exitCode = status ?? 1;
