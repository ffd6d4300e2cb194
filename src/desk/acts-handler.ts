import { INTENT_ID } from "../shared/intent-id.ts";
import { deskOrderPath, deskWithdrawalPath, PATHS } from "../shared/paths.ts";
import { formatMoment } from "../shared/time.ts";
import { capitalise } from "../ui/dutch-copy.ts";
import { undoLink } from "./act-forms-handler.ts";
import { type ActRow, selectLatestActs, toAct } from "./acts.ts";
import { ACT_FIELDS, type ActName } from "./acts-copy.ts";
import type { Desk } from "./desk.ts";
import { DESK_COPY, DESK_PATHS } from "./desk-copy.ts";
import { type Block, type Item, type Screen, those } from "./desk-rules.ts";

/** `GET /beheer/gedaan`: who did what, and when, the newest first. */

const COPY = DESK_COPY.acts;
const MOST_ACTS = 100;
/** How many newer ones stand on the screens before. */
const FIRST_PARAMETER = "na";

function placeOf({ act, about }: ActRow): string | null {
  if (INTENT_ID.test(about)) return deskOrderPath(about);
  if (about.startsWith("HR-")) return deskWithdrawalPath(about);
  return act === "target"
    ? `${PATHS.desk}${DESK_PATHS.targets}?${new URLSearchParams({ [ACT_FIELDS.key]: about })}`
    : null;
}

/** Acts that change the same: only the last of them can be taken back. */
const SAME: Readonly<Record<string, ActName>> = {
  unsettle: "settle",
  restoreGift: "stopGift",
  stopDelivery: "changeDelivery",
  reopen: "dismiss",
};

export async function showActs({ shop: { ledger }, visitor, params }: Desk): Promise<Screen> {
  const first = Number(/^\d{1,5}$/.exec(params.get(FIRST_PARAMETER) ?? "")?.[0] ?? 0);
  const end = first + MOST_ACTS;
  // With those of the screens before: they say what can be taken back.
  const [rows = []] = await ledger([selectLatestActs(end + 1)]);
  /** What a later act has changed again. */
  const changed = new Set<string>();
  const items = rows.map(toAct).map((row): Item => {
    const { at, actor, act, what, before, after, state, about } = row;
    const [place, undo, same] = [placeOf(row), undoLink(row), `${SAME[act] ?? act} ${about}`];
    const isLast = undo !== null && !changed.has(same);
    if (undo !== null) changed.add(same);
    const title = capitalise(what);
    return {
      title: place === null ? title : { text: title, href: place },
      aside: COPY.states[state],
      ...(after === undefined ? {} : { said: after }),
      lines: [
        ...(before === "" ? [] : [COPY.before(before)]),
        `${formatMoment(at)} · ${actor}`,
        ...(isLast && visitor.mayAct ? [undo] : []),
      ],
      tone: state === "done" ? "good" : "bad",
    };
  });
  const older = { text: COPY.older, href: `${PATHS.desk}${DESK_PATHS.acts}?${FIRST_PARAMETER}=${end}` };
  const blocks = those<Block>(
    { kind: "list", items: items.slice(first, end), empty: COPY.none },
    items.length > end && { kind: "links", links: [older] },
  );
  return { title: COPY.title, sections: [{ blocks }] };
}
