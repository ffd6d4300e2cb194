import { deleteKeys, isEmpty, putEntries } from "../changes.ts";
import { type Command, describeTarget } from "../command.ts";
import { countEntries } from "./check.ts";
import { showChanges } from "./diff.ts";

export const pushCommand: Command = {
  name: "push",
  usage: "[file...] [--yes | --keep]",
  summary: "Write files to KV: only what changed; asks before it removes anything",
  help: `Checks the files, shows what changes (as diff does) and writes it. A file that is not right stops everything.

Keys that are in KV but not in the file are removed after you said yes. Answering no keeps them and does the rest.
Gifts made with \`npm run kv -- gift\` are in KV only, until you \`pull\` them: name interstitials.json alone, or use
--keep, when you don't mean to touch them. Gifts that were bought, and what stopped a gift, are never removed: an old file
knows nothing of them. What stopped a gift is replaced only by a later word.

  --yes    remove without asking (for scripts)
  --keep   never remove, only add and change

Without a terminal and without one of these, a push that would remove something stops before it writes.
When a write fails half-way, KV is read again and every key that did or did not go is named.

  npm run kv -- push
  npm run kv -- push --remote --env production kv-seed/production/interstitials.json`,
  async run(context) {
    const { values, target, terminal } = context;
    const plans = await showChanges(context);
    if (plans === null) return 1;
    if (plans.every(({ changes }) => isEmpty(changes))) return 0;

    const removals = plans.reduce((sum, { changes }) => sum + changes.removed.length, 0);
    let remove = values.yes === true;
    if (removals > 0 && !remove && values.keep !== true) {
      if (terminal.confirm === undefined) {
        terminal.note(
          `This would remove ${countEntries(removals)} from KV and nobody is here to ask. Nothing was written.\n` +
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
