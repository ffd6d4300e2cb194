import { INTENT_ID } from "../shared/intent-id.ts";
import { PATHS } from "../shared/paths.ts";
import { formatMoment } from "../shared/time.ts";
import { capitalise } from "../ui/dutch-copy.ts";
import { actHref } from "./act-forms-handler.ts";
import { type ActRow, latestActs, toAct } from "./acts.ts";
import { ACT_FIELDS } from "./acts-copy.ts";
import type { Desk } from "./desk.ts";
import { DESK_COPY, DESK_PATHS } from "./desk-copy.ts";
import type { Item, Screen } from "./desk-rules.ts";
import { orderHref, withdrawalHref } from "./order-words-handler.ts";

/** `GET /beheer/gedaan`: who did what, and when, the newest first. */

const COPY = DESK_COPY.acts;
const MOST_ACTS = 100;

/** The screen of what an act is about. Null if it has none. */
function placeOf({ act, about }: ActRow): string | null {
  if (INTENT_ID.test(about)) return orderHref(about);
  if (about.startsWith("HR-")) return withdrawalHref(about);
  return act === "target"
    ? `${PATHS.desk}${DESK_PATHS.targets}?${new URLSearchParams({ [ACT_FIELDS.key]: about })}`
    : null;
}

/** The preview of the act that takes an act back. Null if none does. */
function undoOf({ act, about, before, state }: ActRow): string | null {
  if (state !== "done") return null;
  switch (act) {
    case "stopGift":
      return actHref("restoreGift", { [ACT_FIELDS.order]: about });
    case "restoreGift":
      return actHref("stopGift", { [ACT_FIELDS.order]: about });
    case "answer": {
      const earlier = Object.entries(DESK_COPY.withdrawals.answers).find(([, words]) => words === before);
      return actHref("answer", { [ACT_FIELDS.withdrawal]: about, [ACT_FIELDS.answer]: earlier?.[0] ?? "open" });
    }
    case "target":
      return before === "" ? null : actHref("target", { [ACT_FIELDS.key]: about, [ACT_FIELDS.url]: before });
    default:
      return null;
  }
}

export async function showActs({ shop: { ledger }, visitor }: Desk): Promise<Screen> {
  const [rows = []] = await ledger([latestActs(MOST_ACTS)]);
  /** What a later act has changed again. */
  const changed = new Set<string>();
  const items = rows.map(toAct).map((row): Item => {
    const { at, actor, what, before, after, state, about } = row;
    const [place, undo] = [placeOf(row), undoOf(row)];
    const isLast = undo !== null && !changed.has(about);
    if (undo !== null) changed.add(about);
    const title = capitalise(what);
    return {
      title: place === null ? title : { text: title, href: place },
      aside: COPY.states[state],
      ...(after === null ? {} : { said: after }),
      lines: [
        ...(before === "" ? [] : [COPY.before(before)]),
        `${formatMoment(at)} · ${actor}`,
        ...(isLast && visitor.mayAct ? [{ text: COPY.undo, href: undo }] : []),
      ],
      tone: state === "done" ? "good" : "bad",
    };
  });
  return { title: COPY.title, sections: [{ blocks: [{ kind: "list", items, empty: COPY.none }] }] };
}
