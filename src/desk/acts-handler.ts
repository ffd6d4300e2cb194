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
      title: `${what.charAt(0).toUpperCase()}${what.slice(1)}`,
      aside: COPY.states[state],
      ...(after === null ? {} : { said: after }),
      lines: [...(before === "" ? [] : [COPY.before(before)]), `${formatMoment(at)} · ${actor}`],
      tone: state === "done" ? "good" : "bad",
    }),
  );
  return { title: COPY.title, sections: [{ blocks: [{ kind: "list", items, empty: COPY.none }] }] };
}
