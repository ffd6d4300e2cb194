import { env } from "cloudflare:workers";
import { DEADLINE_MS } from "../../src/server/database.ts";
import type { Bindings } from "../../src/server/env.ts";
import * as ends from "./fault-outcomes.ts";
import type { RouteName } from "./fault-routes.ts";
import { AWAY, changed, skipWaits } from "./shop.ts";

/** The faults of the ledger (D1): rows of the table (faults.test.ts). No sale asks it, so none of them stops one. */

/** A ledger that does these calls, and whose answers to them are lost. */
function unheardOf(isLost: (call: number) => boolean): Bindings["DB"] {
  let calls = 0;
  skipWaits();
  return changed(env.DB, {
    batch: (real) => async (statements: unknown) => {
      const answer = await real(statements);
      calls += 1;
      if (isLost(calls)) throw new Error("D1_ERROR: Network connection lost.");
      return answer;
    },
  });
}

/** A ledger that answers nothing. */
const SILENT = {
  prepare: () => ({ bind: () => ({}) }),
  batch: () => new Promise(() => undefined),
} as unknown as Bindings["DB"];

/** The routes that ask the ledger. */
const ASK: readonly RouteName[] = [
  ...(["webhook", "mail", "giftSaleMail", "order", "giftOrder", "delivery", "giftMail", "bothOrder"] as const),
  ...(["withdrawal", "linksMail", "myCourse", "myOrders"] as const),
];

export const LEDGER_FAULTS: readonly ends.Fault[] = [
  { fault: "the database throws", bindings: () => ({ DB: AWAY }), outcomes: ends.LEDGER_AWAY },
  { fault: "the database is not bound", bindings: () => ({ DB: undefined }), outcomes: ends.LEDGER_AWAY },
  {
    fault: "the database does not answer",
    bindings: () => ({ DB: SILENT }),
    hurries: (ms) => ms === DEADLINE_MS,
    outcomes: ends.ledgerAway({ text: " after three seconds" }),
  },
  {
    fault: "an answer of the database is lost after its work was done",
    bindings: () => ({ DB: unheardOf((call) => call % 2 === 1) }),
    outcomes: ends.work(ASK, { text: "works: the same call is made again, and changes nothing more" }),
  },
  {
    fault: "all answers of the database are lost after its work was done",
    bindings: () => ({ DB: unheardOf(() => true) }),
    outcomes: {
      ...ends.LEDGER_AWAY,
      webhook: { ...ends.LEDGER_AWAY.webhook, text: "503, Stripe delivers again, and that changes nothing more" },
      withdrawal: {
        ...ends.LEDGER_AWAY.withdrawal,
        text: "503, the form keeps what was typed; it is recorded, and the next press shows that",
      },
      myCourse: { ...ends.LINKS_RETRY, text: "503, the form keeps what was typed; the mail comes all the same" },
    },
  },
];
