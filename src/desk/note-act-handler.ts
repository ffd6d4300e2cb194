import { sql } from "../server/database.ts";
import { cleanText } from "../shared/typed-text.ts";
import { defineAct } from "./act.ts";
import { ACT_FIELDS, ACTS_COPY } from "./acts-copy.ts";
import { askedAnyOrder } from "./asked-order-handler.ts";

const COPY = ACTS_COPY.note;
/** The longest note, UTF-16 units. */
const NOTE_MAX_LENGTH = 1000;

/** Writes down what the owner wants to remember of an order; an empty text takes it away. */
export const previewNote = defineAct(COPY, askedAnyOrder, async ({ shop, params }, { order, number }) => {
  const note = cleanText(params.get(ACT_FIELDS.note) ?? "");
  const { intentId, note: before = "" } = order;
  if (order.erasedAt !== undefined) return ACTS_COPY.confirm.refusals.erased;
  if (note === before) return COPY.same;
  if (note.length > NOTE_MAX_LENGTH) return COPY.tooLong(NOTE_MAX_LENGTH);
  return {
    what: (note === "" ? COPY.removed : COPY.what)(number),
    before: "",
    undo: { act: "note", fields: { [ACT_FIELDS.order]: intentId, [ACT_FIELDS.note]: before } },
    facts: [
      [COPY.becomes, note === "" ? COPY.none : note],
      [COPY.now, before === "" ? COPY.none : before],
    ],
    async perform() {
      await shop.ledger([
        note === ""
          ? sql("DELETE FROM notes WHERE intent_id = ?1", intentId)
          : sql(
              "INSERT OR REPLACE INTO notes (intent_id, text, at) VALUES (?1, ?2, ?3)",
              intentId,
              note,
              shop.now.toISOString(),
            ),
      ]);
      return { state: "done", said: COPY.done };
    },
  };
});
