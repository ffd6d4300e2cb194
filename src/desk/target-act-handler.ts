import {
  INTERSTITIAL_KEYS,
  type InterstitialEntry,
  interstitialSchema,
  readInterstitialMap,
} from "../ledger/course-target.ts";
import { writeKv } from "../server/kv.ts";
import { PATHS } from "../shared/paths.ts";
import { type ActRefusal, type Asked, defineAct } from "./act.ts";
import { noteAct } from "./acts.ts";
import { ACT_FIELDS, ACTS_COPY } from "./acts-copy.ts";
import type { Desk } from "./desk.ts";
import { DESK_COPY, DESK_PATHS } from "./desk-copy.ts";
import { otherPricesOf, sayKey } from "./targets-handler.ts";

/** Changes where buyers go after their payment. */

const COPY = ACTS_COPY.target;

export const previewTarget = defineAct(COPY, askedTarget, async (desk, { entries, key, target }) => {
  const before = (one: string) => entries[one]?.target ?? "";
  /** Each has its own line, so that each can go back to what it was. */
  const lineOf = (about: string) => ({
    about,
    what: COPY.what(sayKey(about)),
    before: before(about),
    undo:
      before(about) === ""
        ? undefined
        : { act: "target", fields: { [ACT_FIELDS.key]: about, [ACT_FIELDS.url]: before(about) } },
  });
  const others = desk.params.has(ACT_FIELDS.others) ? otherPricesOf(key) : [];
  // KV may still have what stood before a change, so nothing that is taken back is the same.
  const isUndo = desk.params.has(ACT_FIELDS.undo);
  const [first, ...more] = [key, ...others].filter((one) => isUndo || before(one) !== target);
  if (first === undefined) return COPY.same;
  return {
    ...lineOf(first),
    facts: [
      [COPY.key, [first, ...more].map(sayKey)],
      [COPY.after, target],
      [COPY.before, [...new Set([first, ...more].map((one) => before(one) || COPY.none))]],
    ],
    links: [{ text: COPY.try, href: target }],
    async perform() {
      const write = (one: string) => writeKv(desk.shop.INTERSTITIALS, one, JSON.stringify({ ...entries[one], target }));
      await write(first);
      let isWhole = true;
      for (const one of more) {
        const perform = async () => {
          await write(one);
          return { state: "done", said: COPY.done } as const;
        };
        const isDone = await noteAct(desk, { act: "target", ...lineOf(one) }, perform, ACTS_COPY.preview.failed);
        isWhole &&= isDone;
      }
      return isWhole ? { state: "done", said: COPY.done } : { state: "unknown", said: COPY.partly };
    },
  };
});

type AskedTarget = Asked & { key: string; target: string; entries: Readonly<Record<string, InterstitialEntry>> };

async function askedTarget({ shop, params }: Desk): Promise<AskedTarget | ActRefusal> {
  const back = `${PATHS.desk}${DESK_PATHS.targets}`;
  const key = INTERSTITIAL_KEYS.find((known) => known === params.get(ACT_FIELDS.key));
  if (key === undefined) return { refusal: COPY.unknownKey, back };
  const read = await readInterstitialMap(shop.INTERSTITIALS);
  if (read.status === "unavailable") return { refusal: DESK_COPY.targets.unavailable, back };
  const checked = interstitialSchema.safeParse({
    ...read.value[key],
    target: (params.get(ACT_FIELDS.url) ?? "").trim(),
  });
  if (!checked.success) return { refusal: COPY.invalid, back };
  return { key, entries: read.value, target: checked.data.target, about: key, back, facts: [] };
}
