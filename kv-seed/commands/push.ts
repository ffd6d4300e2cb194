import { deleteKeys, findChanges, formatChanges, isEmpty, putEntries, reportFailure } from "../changes.ts";
import { type Command, describeTarget } from "../command.ts";
import { chooseFiles } from "../data-files.ts";
import { countEntries, readAndReport } from "./check.ts";

export const pushCommand: Command = {
  name: "push",
  usage: "[file...] [--yes | --keep]",
  summary: "Write files to KV: only what changed; asks before it removes anything",
  help: `Checks the files, shows what changes (as diff does) and writes it. A file that is not right stops everything.

Keys that are in KV but not in the file are removed after you said yes. Answering no keeps them and does the rest.
Gifts made with \`npm run kv -- gift\` are in KV only, until you \`pull\` them: name interstitials.json alone, or use
--keep, when you don't mean to touch them.

  --yes    remove without asking (for scripts)
  --keep   never remove, only add and change

Without a terminal and without one of these, a push that would remove something stops before it writes.
When a write fails half-way, KV is read again and every key that did or did not go is named.

  npm run kv -- push
  npm run kv -- push --remote --env production kv-seed/production/interstitials.json`,
  options: { yes: { type: "boolean" }, keep: { type: "boolean" } },
  async run({ args, values, target, openStore, terminal }) {
    const checked = await readAndReport(chooseFiles(args, target), terminal);
    if (checked === null) return 1;
    const plans = await Promise.all(
      checked.map(async ({ file, entries }) => {
        const store = openStore(file.binding);
        return { binding: file.binding, store, changes: await findChanges(store, entries) };
      }),
    );
    for (const { binding, changes } of plans) {
      terminal.out(`${binding} (${describeTarget(target)})`);
      for (const line of formatChanges(changes)) terminal.out(line);
    }
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
      const written = await putEntries(store, entries, terminal);
      if (!written.ok) {
        reportFailure(written, "written", terminal);
        terminal.note(`Stopped at ${binding}: nothing was removed from it, and what comes after it is as it was.`);
        return 1;
      }
      const gone = remove ? await deleteKeys(store, changes.removed, terminal) : null;
      if (gone !== null && !gone.ok) {
        for (const key of written.went) terminal.note(`  written: ${key}`);
        reportFailure(gone, "removed", terminal);
        return 1;
      }
      terminal.out(`${binding}: ${written.went.length} written, ${gone?.went.length ?? 0} removed`);
    }
    return 0;
  },
};
