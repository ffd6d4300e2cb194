import type { KvStore } from "../../src/server/kv-store.ts";
import { GIFT_KEEPER } from "../bought-gifts.ts";
import { type Changes, deleteKeys, findChanges, formatChanges, isEmpty, type Keeper, putEntries } from "../changes.ts";
import { askIfRemote, type Command, type CommandContext, describeTarget } from "../command.ts";
import { chooseFiles } from "../data-files.ts";
import type { KvBinding } from "../wrangler.ts";
import { countEntries, readAndReport } from "./check.ts";

export const pushCommand: Command = {
  name: "push",
  usage: "[file...] [--dry-run | --yes | --keep]",
  summary: "Write files to KV: only what changed; asks before it removes anything, and with --remote before anything",
  help: `Checks the files, shows what changes and writes it. A file that is not right stops everything. Without files:
kv-seed/interstitials.json and kv-seed/gifts.json, or with --remote --env NAME the same two in kv-seed/NAME/.

  +  only in the file: it is added
  ~  in both, but different: it is replaced (each field: in KV -> in the file)
  -  only in KV: it is removed, after asking
  =  a gift that was bought, or what stopped one: no file takes it away or sets it back

With --remote it asks before it adds or replaces anything. Keys that are in KV but not in the file are removed after you said yes.
Answering no to that keeps them and does the rest.
Gifts made with \`npm run kv -- gift\` are in KV only, until you \`pull\` them: name interstitials.json alone, or use
--keep, when you don't mean to touch them. Gifts that were bought, and what stopped a gift, are never removed: an old file
knows nothing of them. What stopped a gift is replaced only by a later word.

  --dry-run   show what would change, and change nothing
  --yes       write and remove without asking (for scripts)
  --keep      never remove, only add and change; also with --yes

Without a terminal and without one of these, a push that would remove something, or that would change the real shop, stops before
it writes.
When a write fails half-way, KV is read again and every key that did or did not go is named.

  npm run kv -- push --dry-run
  npm run kv -- push --remote --env production kv-seed/production/interstitials.json`,
  async run(context) {
    const { values, target, terminal } = context;
    const plans = await showChanges(context);
    if (plans === null) return 1;
    if (values["dry-run"] === true || plans.every(({ changes }) => isEmpty(changes))) return 0;

    const count = (kind: "added" | "changed") => plans.reduce((sum, { changes }) => sum + changes[kind].length, 0);
    const [added, changed] = [count("added"), count("changed")];
    if (added + changed > 0) {
      const act = `Add ${countEntries(added)} and replace ${countEntries(changed)}`;
      if ((await askIfRemote(context, act, NOTHING)) !== "yes") return 1;
    }
    const removals = plans.reduce((sum, { changes }) => sum + changes.removed.length, 0);
    let remove = values.yes === true && values.keep !== true;
    if (removals > 0 && !remove && values.keep !== true) {
      if (terminal.confirm === undefined) {
        terminal.note(
          `This would remove ${countEntries(removals)} from KV and nobody is here to ask. ${NOTHING}\n` +
            "Use --yes to remove, or --keep to only add and change.",
        );
        return 1;
      }
      remove = await terminal.confirm(
        `Remove ${countEntries(removals)} marked with - from KV (${describeTarget(target)})?`,
      );
      if (!remove) terminal.note("Keeping them; the rest goes ahead.");
    }

    for (const { binding, store, changes } of plans) {
      const entries = [...changes.added, ...changes.changed.map(({ after }) => after)];
      const written = await putEntries(store, entries, terminal, "written");
      if (!written.ok) {
        terminal.note(`Stopped at ${binding}: nothing was removed from it, and what comes after it is as it was.`);
        return 1;
      }
      const gone = remove ? await deleteKeys(store, changes.removed, terminal) : null;
      if (gone?.ok === false) {
        for (const key of written.went) terminal.note(`  written: ${key}`);
        return 1;
      }
      terminal.out(`${binding}: ${written.went.length} written, ${gone?.went.length ?? 0} removed`);
    }
    return 0;
  },
};

const NOTHING = "Nothing was written.";

const KEEPERS: Partial<Record<KvBinding, Keeper>> = { GIFTS: GIFT_KEEPER };

type Plan = { binding: KvBinding; store: KvStore; changes: Changes };

/** Reads the files and shows their changes; null if one of them has an error. */
async function showChanges({ args, target, openStore, terminal }: CommandContext): Promise<readonly Plan[] | null> {
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
