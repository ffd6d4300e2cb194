import { INTERSTITIAL_KEYS, interstitialSchema, readInterstitialMap } from "../ledger/course-target.ts";
import { writeKv } from "../server/kv.ts";
import { PATHS } from "../shared/paths.ts";
import type { ActPreview, ActRefusal } from "./act.ts";
import { ACT_FIELDS, ACTS_COPY } from "./acts-copy.ts";
import type { Desk } from "./desk.ts";
import { DESK_COPY, DESK_PATHS } from "./desk-copy.ts";

/** Changes where buyers go after their payment. */

const COPY = ACTS_COPY.target;

export async function previewTarget({ env, params }: Desk): Promise<ActPreview | ActRefusal> {
  const back = `${PATHS.desk}${DESK_PATHS.targets}`;
  const key = INTERSTITIAL_KEYS.find((known) => known === params.get(ACT_FIELDS.key));
  if (key === undefined) return { refusal: COPY.unknownKey, back };
  const read = await readInterstitialMap(env.INTERSTITIALS);
  if (read.status === "unavailable") return { refusal: DESK_COPY.targets.unavailable, back };
  const entry = read.value[key];
  const checked = interstitialSchema.safeParse({ ...entry, target: (params.get(ACT_FIELDS.url) ?? "").trim() });
  if (!checked.success) return { refusal: COPY.invalid, back };
  const { target } = checked.data;
  const before = entry?.target ?? "";
  if (target === before) return { refusal: COPY.same, back };
  return {
    title: COPY.title,
    about: key,
    what: COPY.what(key),
    before,
    facts: [
      [COPY.after, target],
      [COPY.before, before === "" ? COPY.none : before],
      [COPY.key, key],
    ],
    follows: COPY.follows,
    links: [{ text: COPY.try, href: target }],
    button: COPY.button,
    isLive: null,
    back,
    async perform() {
      await writeKv(env.INTERSTITIALS, key, JSON.stringify(checked.data));
      return { state: "done", said: COPY.done };
    },
  };
}
