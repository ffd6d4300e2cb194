import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { REPORT } from "./pictures.ts";

/** The folder of differences is empty before the pictures are taken; afterwards it is named if it is not. */
export default function setup(): () => void {
  rmSync(REPORT, { recursive: true, force: true });
  mkdirSync(REPORT, { recursive: true });
  return () => {
    const { length } = readdirSync(REPORT);
    if (length > 0) console.log(`${length} screens do not look as approved; before, after and difference: ${REPORT}`);
  };
}
