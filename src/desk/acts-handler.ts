import { formatMoment } from "../shared/time.ts";
import { latestActs, toAct } from "./acts.ts";
import type { Desk } from "./desk.ts";
import { DESK_COPY } from "./desk-copy.ts";
import type { Item, Screen } from "./desk-rules.ts";

/** `GET /beheer/gedaan`: who did what, and when, the newest first. */

const COPY = DESK_COPY.acts;
const MOST_ACTS = 100;

export async function showActs({ ledger }: Desk): Promise<Screen> {
  const [rows = []] = await ledger([latestActs(MOST_ACTS)]);
  const items = rows.map(toAct).map(
    ({ at, actor, what, before, after, state }): Item => ({
      title: what,
      aside: COPY.states[state],
      lines: [
        `${formatMoment(at)} · ${actor}`,
        ...(before === "" ? [] : [COPY.before(before)]),
        ...(after === null ? [] : [COPY.after(after)]),
      ],
      tone: state === "done" ? "good" : "bad",
    }),
  );
  return { title: COPY.title, sections: [{ blocks: [{ kind: "list", items, empty: COPY.none }] }] };
}
