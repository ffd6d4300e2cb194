import { PATHS } from "../shared/paths.ts";
import type { ActPreview, ActRefusal, MakePreview } from "./act.ts";
import { actHref, filledForm, undoLink } from "./act-forms-handler.ts";
import { nameOfPreview, noteAct, readAct, readPreview, signPreview } from "./acts.ts";
import { ACT_FIELDS, ACTS, ACTS_COPY, type ActName } from "./acts-copy.ts";
import { previewConfirmation } from "./confirm-act-handler.ts";
import { type Desk, withFields } from "./desk.ts";
import { DESK_COPY, DESK_PATHS } from "./desk-copy.ts";
import type { Block, Screen } from "./desk-rules.ts";
import { previewErasure } from "./erase-act-handler.ts";
import { previewChange, previewRestore, previewStop, previewStopDelivery, previewTexts } from "./gift-acts-handler.ts";
import { previewInvoice, previewInvoiceMail } from "./invoice-acts-handler.ts";
import { previewNote } from "./note-act-handler.ts";
import { previewRefund } from "./refund-act-handler.ts";
import { previewRestored } from "./restored-act-handler.ts";
import { previewSettlement, previewUnsettlement } from "./settle-act-handler.ts";
import { previewTarget } from "./target-act-handler.ts";
import { previewAnswer, previewDismissal, previewReceipt, previewReopening } from "./withdrawal-acts-handler.ts";

/**
 * An act of the desk: a preview that says what, for whom, how much and in which shop, and one press that does it. The press
 * comes with the signature of all that was shown. If anything of it has changed, the new preview is shown instead.
 */

const MAKE: Readonly<Record<ActName, MakePreview>> = {
  refund: previewRefund,
  settle: previewSettlement,
  unsettle: previewUnsettlement,
  confirm: previewConfirmation,
  note: previewNote,
  invoice: previewInvoice,
  mailInvoices: previewInvoiceMail,
  receipt: previewReceipt,
  stopGift: previewStop,
  restoreGift: previewRestore,
  eraseGift: previewTexts,
  changeDelivery: previewChange,
  stopDelivery: previewStopDelivery,
  answer: previewAnswer,
  dismiss: previewDismissal,
  reopen: previewReopening,
  resendRestored: previewRestored,
  erase: previewErasure,
  target: previewTarget,
};
const NAMES = Object.keys(ACTS) as readonly ActName[];
/** What nobody can undo: money that went, data that are gone, mails that were read. */
const FINAL: ReadonlySet<ActName> = new Set(["refund", "erase", "eraseGift", "resendRestored"]);
const COPY = ACTS_COPY.preview;
/** Acts about no order, withdrawal or person. Any other without a field has lost it. */
const FIELDLESS: ReadonlySet<ActName> = new Set(["dismiss", "resendRestored"]);
/** What is no field of an act, but of its preview. */
const OWN_FIELDS: ReadonlySet<string> = new Set([ACT_FIELDS.token, ACT_FIELDS.again, ACT_FIELDS.pressed]);

/** The query parameter that names the act whose outcome a screen shows. */
export const DONE_PARAMETER = "gedaan";

/** The act of an address's last part. Null if there is none. */
export function actOf(path: string): ActName | null {
  return NAMES.find((name) => ACTS[name] === path) ?? null;
}

/** Whether a form asks for a preview, and confirms none. */
export function asksPreview({ visitor, params }: Desk): boolean {
  return visitor.mayAct && !params.has(ACT_FIELDS.token);
}

/**
 * `GET /beheer/doen/{act}`: its preview. 403 for a visitor who may only look, 409 for an act that cannot be done.
 * Rejects if the ledger is away.
 */
export async function showPreview(desk: Desk, name: ActName): Promise<{ screen: Screen; status: number }> {
  if (!desk.visitor.mayAct) return { screen: refusalScreen(COPY.looksOnly, PATHS.desk), status: 403 };
  // Access swallows the press of somebody whose time there is over, and asks for the same address again afterwards. A browser that
  // lost the answer to a press, which was done, asks for it too.
  const isPressed = desk.params.has(ACT_FIELDS.pressed);
  const preview = await makePreview(desk, name);
  if ("refusal" in preview) {
    const isLost = isPressed || (desk.params.size === 0 && !FIELDLESS.has(name));
    return { screen: isLost ? refusalScreen(COPY.lost, preview.back) : refusedAct(desk, name, preview), status: 409 };
  }
  const screen = await previewScreen(desk, name, preview);
  return { screen: isPressed ? { ...screen, notice: { text: COPY.lost, tone: "wait" } } : screen, status: 200 };
}

/**
 * `POST /beheer/doen/{act}` from a preview: does it, once. Returns the address that shows what became of it, or the screen that says
 * why nothing was done: 403 for a visitor who may only look, 409 if the act cannot be done or something has changed.
 * Rejects if the ledger is away: an act that was begun then stays `begun`.
 */
export async function confirmAct(
  desk: Desk,
  name: ActName,
): Promise<{ location: string } | { screen: Screen; status: number }> {
  const { shop, params, visitor } = desk;
  const { ledger } = shop;
  if (!visitor.mayAct) return { screen: refusalScreen(COPY.looksOnly, PATHS.desk), status: 403 };
  const token = params.get(ACT_FIELDS.token) ?? "";
  const known = nameOfPreview(token);
  const earlier = known === null ? null : await readAct(ledger, known);
  // A second press, or a reload of it: what it was about may be gone already.
  if (earlier !== null) return { location: `${PATHS.desk}${DESK_PATHS.acts}?${DONE_PARAMETER}=${earlier.id}` };
  const preview = await makePreview(desk, name);
  if ("refusal" in preview) return { screen: refusedAct(desk, name, preview), status: 409 };
  const id = await readPreview(shop, token, shownOf(desk, name, preview));
  const isTicked = preview.tick === undefined || params.get(ACT_FIELDS.again) !== null;
  if (id === null || !isTicked) {
    const screen = await previewScreen(desk, name, preview);
    return { screen: { ...screen, notice: { text: COPY.changed, tone: "wait" } }, status: 409 };
  }
  const { about, what, before, undo } = preview;
  await noteAct(desk, { act: name, about, what, before, undo }, preview.perform, preview.failed ?? COPY.failed, id);
  return { location: `${preview.back}${preview.back.includes("?") ? "&" : "?"}${DONE_PARAMETER}=${id}` };
}

/**
 * The preview of an act. One that takes another back has the fields that were written down with that one, and reads them again
 * at the press: an erasure may have taken them.
 */
async function makePreview(desk: Desk, name: ActName): Promise<ActPreview | ActRefusal> {
  const id = desk.params.get(ACT_FIELDS.undo);
  if (id === null) return MAKE[name](desk);
  const { undo, state } = (await readAct(desk.shop.ledger, id)) ?? {};
  if (undo?.act !== name || state !== "done") return { refusal: COPY.tooLate, back: `${PATHS.desk}${DESK_PATHS.acts}` };
  return MAKE[name](withFields(desk, undo.fields));
}

/**
 * What became of an act, for the screen that follows it, and the way back. Undefined if no act is named. Rejects if the ledger is away.
 */
export async function noticeOf({ shop: { ledger }, params, visitor }: Desk): Promise<Screen["notice"]> {
  const id = params.get(DONE_PARAMETER);
  const act = id === null ? null : await readAct(ledger, id);
  if (act === null) return undefined;
  const tone = { begun: "wait", done: "good", refused: "bad", unknown: "bad" } as const;
  const link = visitor.mayAct ? undoLink(act) : null;
  return { text: act.after ?? COPY.running, tone: tone[act.state], ...(link === null ? {} : { link }) };
}

/** All that was shown, and to whom, for the signature. A tick counts only as there or not: its words count minutes. */
function shownOf({ shop, visitor }: Desk, name: ActName, preview: ActPreview): unknown {
  const { environment } = shop.settings;
  const { facts, follows, tick, button, about, what, before, isLive } = preview;
  return [visitor.email, environment, name, about, what, before, facts, follows, tick !== undefined, button, isLive];
}

/** What the form of an act was sent with. */
function typedIn({ params }: Desk): Readonly<Record<string, string>> {
  return Object.fromEntries([...params].filter(([field]) => !OWN_FIELDS.has(field)));
}

async function previewScreen(desk: Desk, name: ActName, preview: ActPreview): Promise<Screen> {
  const { shop, query } = desk;
  const { title, facts, follows, tick, hidden, button, isLive, back, links = [] } = preview;
  const token = await signPreview(shop, shownOf(desk, name, preview));
  if (token === null) return refusalScreen(COPY.keyless, back);
  const fields = typedIn(desk);
  const environmentText = [
    DESK_COPY.header.shop(shop.settings.environment),
    ...(isLive === null ? [] : [isLive ? COPY.live : COPY.test]),
  ].join(", ");
  return {
    title,
    sections: [
      { blocks: [{ kind: "facts", rows: [...facts, [COPY.shop, environmentText]] }] },
      {
        title: COPY.follows,
        blocks: [
          { kind: "points", points: follows },
          {
            kind: "form",
            action: actHref(name, { ...query, [ACT_FIELDS.pressed]: "1" }),
            method: "post",
            hidden: { ...fields, ...hidden, [ACT_FIELDS.token]: token },
            fields: tick === undefined ? [] : [{ kind: "tick", name: ACT_FIELDS.again, label: tick }],
            button,
            look: FINAL.has(name) ? "final" : "strong",
          },
          { kind: "links", links: [...links, { text: COPY.back, href: back }] },
        ],
      },
    ],
  };
}

/** A refusal with the act's form as it was sent, to correct it. What takes another act back has none. */
function refusedAct(desk: Desk, name: ActName, { refusal, back }: ActRefusal): Screen {
  const isTyped = !desk.params.has(ACT_FIELDS.undo);
  return refusalScreen(refusal, back, isTyped ? filledForm(name, typedIn(desk), desk.shop.now) : null);
}

/** `again`: the form of what was refused. */
export function refusalScreen(text: string, back: string, again: Block | null = null): Screen {
  return {
    title: COPY.refused,
    sections: [
      {
        blocks: [
          { kind: "text", text, tone: "bad" },
          ...(again === null ? [] : [again]),
          { kind: "links", links: [{ text: COPY.backAgain, href: back }] },
        ],
      },
    ],
  };
}
