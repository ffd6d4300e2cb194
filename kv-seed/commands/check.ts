import type { Command } from "../command.ts";
import {
  type CheckedFile,
  chooseFiles,
  type DataFile,
  displayPath,
  formatFinding,
  listAllFiles,
  readDataFile,
} from "../data-files.ts";
import type { Terminal } from "../terminal.ts";

export const checkCommand: Command = {
  name: "check",
  usage: "[file...]",
  summary: "Check data files with the rules that the shop itself reads KV with",
  help: `Without files, checks every .json file in kv-seed/ and its folders. Touches no KV.
Each problem is one line: file, key, reason. Errors end with exit code 1; warnings do not.

With --remote (and always for files in kv-seed/<env>/), addresses on this machine are errors too.

  npm run kv -- check
  npm run kv -- check kv-seed/production/interstitials.json`,
  async run({ args, target, terminal }) {
    const files = args.length > 0 ? chooseFiles(args, target) : await listAllFiles();
    const checked = await readAndReport(files, terminal);
    if (checked === null) return 1;
    for (const { file, entries } of checked)
      terminal.out(`${displayPath(file.path)}: ${countEntries(entries.length)}, ok`);
    return 0;
  },
};

/** Reads files and prints their errors; null if there are any. */
export async function readAndReport(
  files: readonly DataFile[],
  terminal: Terminal,
): Promise<readonly CheckedFile[] | null> {
  const checked = await Promise.all(files.map(readDataFile));
  for (const { errors, warnings } of checked) {
    for (const finding of errors) terminal.note(`error    ${formatFinding(finding)}`);
    for (const finding of warnings) terminal.note(`warning  ${formatFinding(finding)}`);
  }
  return checked.some(({ errors }) => errors.length > 0) ? null : checked;
}

/** `1 entry`, `11 entries`. */
export function countEntries(count: number): string {
  return count === 1 ? "1 entry" : `${count} entries`;
}
