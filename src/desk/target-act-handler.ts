import {
  INTERSTITIAL_KEYS,
  type InterstitialEntry,
  interstitialSchema,
  readInterstitialMap,
} from "../ledger/course-target.ts";
import { writeKv } from "../server/kv.ts";
import { PATHS } from "../shared/paths.ts";
import { type ActRefusal, type Asked, defineAct } from "./act.ts";
import { ACT_FIELDS, ACTS_COPY } from "./acts-copy.ts";
import type { Desk } from "./desk.ts";
import { DESK_COPY, DESK_PATHS } from "./desk-copy.ts";

/** Changes where buyers go after their payment. */

const COPY = ACTS_COPY.target;

export const previewTarget = defineAct(COPY, askedTarget, async ({ shop }, { entry, key, target }) => {
  const before = entry?.target ?? "";
  if (target === before) return COPY.same;
  return {
    what: COPY.what(key),
    before,
    facts: [
      [COPY.after, target],
      [COPY.before, before === "" ? COPY.none : before],
    ],
    links: [{ text: COPY.try, href: target }],
    async perform() {
      await writeKv(shop.INTERSTITIALS, key, JSON.stringify({ ...entry, target }));
      return { state: "done", said: COPY.done };
    },
  };
});

type AskedTarget = Asked & { key: string; target: string; entry: InterstitialEntry | undefined };

async function askedTarget({ shop, params }: Desk): Promise<AskedTarget | ActRefusal> {
  const back = `${PATHS.desk}${DESK_PATHS.targets}`;
  const key = INTERSTITIAL_KEYS.find((known) => known === params.get(ACT_FIELDS.key));
  if (key === undefined) return { refusal: COPY.unknownKey, back };
  const read = await readInterstitialMap(shop.INTERSTITIALS);
  if (read.status === "unavailable") return { refusal: DESK_COPY.targets.unavailable, back };
  const entry = read.value[key];
  const checked = interstitialSchema.safeParse({ ...entry, target: (params.get(ACT_FIELDS.url) ?? "").trim() });
  if (!checked.success) return { refusal: COPY.invalid, back };
  return { key, entry, target: checked.data.target, about: key, back, facts: [[COPY.key, key]] };
}
