import { findChanges, formatChanges } from "../changes.ts";
import { type Command, describeTarget } from "../command.ts";
import { chooseFiles } from "../data-files.ts";
import { readAndReport } from "./check.ts";

export const diffCommand: Command = {
  name: "diff",
  usage: "[file...]",
  summary: "Show what push would change",
  help: `Compares files with KV and changes nothing. Without files: kv-seed/interstitials.json and kv-seed/gifts.json,
or with --remote --env NAME the same two in kv-seed/NAME/.

  +  only in the file: push adds it
  ~  in both, but different: push replaces it (each field: in KV -> in the file)
  -  only in KV: push removes it, after asking

  npm run kv -- diff
  npm run kv -- diff --remote --env production kv-seed/production/interstitials.json`,
  options: {},
  async run({ args, target, openStore, terminal }) {
    const checked = await readAndReport(chooseFiles(args, target), terminal);
    if (checked === null) return 1;
    const all = await Promise.all(
      checked.map(async ({ file, entries }) => ({
        file,
        changes: await findChanges(openStore(file.binding), entries),
      })),
    );
    for (const { file, changes } of all) {
      terminal.out(`${file.binding} (${describeTarget(target)})`);
      for (const line of formatChanges(changes)) terminal.out(line);
    }
    return 0;
  },
};
