import { resendRestored } from "../orders/resend.ts";
import { countRestored } from "../orders/unsent-mails.ts";
import { PATHS } from "../shared/paths.ts";
import { formatMoment } from "../shared/time.ts";
import { type ActRefusal, type Asked, defineAct } from "./act.ts";
import { ACTS_COPY } from "./acts-copy.ts";
import type { Desk } from "./desk.ts";
import { DESK_COPY } from "./desk-copy.ts";

const COPY = ACTS_COPY.resendRestored;

/** Makes all mails due that were withheld after a restore. */
export const previewRestored = defineAct(COPY, askedRestored, async ({ shop: { ledger, now } }, { count }) => ({
  what: COPY.what(count),
  before: "",
  tick: COPY.tick,
  button: COPY.button(count),
  async perform() {
    await ledger([resendRestored(now)]);
    return { state: "done", said: COPY.done(count) };
  },
}));

async function askedRestored({ shop: { ledger } }: Desk): Promise<(Asked & { count: number }) | ActRefusal> {
  const { kinds, count, since } = await countRestored(ledger);
  if (since === undefined) return { refusal: COPY.nothing, back: PATHS.desk };
  return {
    count,
    about: since,
    back: PATHS.desk,
    facts: [
      [COPY.since, formatMoment(since)],
      ...kinds.map((of) => [DESK_COPY.mails.kinds[of.kind], String(of.count)] as const),
    ],
  };
}
