import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import { type KvEntry, storedEntry } from "../../src/server/kv-store.ts";
import { printable } from "../../src/shared/printable.ts";
import { type Command, describeTarget } from "../command.ts";
import { chooseFiles, displayPath, findErrors, isNeverInFile, writeDataFile } from "../data-files.ts";
import { countEntries } from "./check.ts";

export const pullCommand: Command = {
  name: "pull",
  usage: "[file...]",
  summary: "Write what is in KV to files, sorted by key",
  help: `Replaces the files with what KV holds now; use git to see what is different. Without files: kv-seed/interstitials.json
and kv-seed/gifts.json, or with --remote --env NAME the same two in kv-seed/NAME/.

Gifts of real people hold names and messages: don't commit them. Those of a gift that was bought are in no file.
Entries that the shop cannot read are written as they are and named, so that you can repair and push them.

  npm run kv -- pull
  npm run kv -- pull --remote --env production kv-seed/production/interstitials.json`,
  async run({ args, target, openStore, terminal }) {
    for (const { path, binding, forRemote } of chooseFiles(args, target)) {
      const store = openStore(binding);
      const keys = (await store.list()).filter(({ name }) => binding !== "GIFTS" || !isNeverInFile(name));
      if (keys.length > 100) terminal.note(`${binding}: reading ${keys.length} entries ...`);
      const values = await store.get(keys.map((key) => key.name));
      const entries: KvEntry[] = [];
      for (const key of keys) {
        const value = values.get(key.name);
        // Removed between the two reads.
        if (value === undefined) continue;
        const entry = storedEntry(key, value);
        entries.push(entry);
        for (const reason of findErrors(binding, entry, forRemote)) {
          terminal.note(`warning  ${binding}: ${printable(entry.key)}: ${reason}`);
        }
      }
      await mkdir(dirname(path), { recursive: true });
      await writeDataFile(path, entries);
      terminal.out(`${displayPath(path)}: ${countEntries(entries.length)} from ${binding} (${describeTarget(target)})`);
    }
    return 0;
  },
};
