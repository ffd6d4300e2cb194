import { GIFT_KEEPER } from "../bought-gifts.ts";
import { type Changes, findChanges, formatChanges, type Keeper } from "../changes.ts";
import { type Command, type CommandContext, describeTarget } from "../command.ts";
import { chooseFiles, type FileBinding } from "../data-files.ts";
import type { KvStore } from "../wrangler.ts";
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
  =  a gift that was bought, or what stopped one: no file takes it away or sets it back

  npm run kv -- diff
  npm run kv -- diff --remote --env production kv-seed/production/interstitials.json`,
  run: async (context) => ((await showChanges(context)) === null ? 1 : 0),
};

const KEEPERS: Partial<Record<FileBinding, Keeper>> = { GIFTS: GIFT_KEEPER };

export type Plan = { binding: FileBinding; store: KvStore; changes: Changes };

/** Reads the files and shows their changes; null if one of them has an error. */
export async function showChanges({
  args,
  target,
  openStore,
  terminal,
}: CommandContext): Promise<readonly Plan[] | null> {
  const checked = await readAndReport(chooseFiles(args, target), terminal);
  if (checked === null) return null;
  const plans = await Promise.all(
    checked.map(async ({ file: { binding }, entries }) => {
      const store = openStore(binding);
      return { binding, store, changes: await findChanges(store, entries, KEEPERS[binding]) };
    }),
  );
  for (const { binding, changes } of plans) {
    terminal.out(`${binding} (${describeTarget(target)})`);
    for (const line of formatChanges(changes)) terminal.out(line);
  }
  return plans;
}
