import type { Step, Story } from "./story.ts";

/** Tells one step of a story in plain words. */

export function tellStep(step: Step): string {
  switch (step.do) {
    case "open":
      return `The checkout of a ${step.bought} is opened in tab ${step.tab + 1}.`;
    case "press":
      return `${step.by} presses 'Betaal' in tab ${step.tab + 1}${step.isHasty ? ", whatever it says" : ""}: ${tellPlan(step.plan)}.`;
    case "close":
      return `Tab ${step.tab + 1} is closed.`;
    case "reload":
      return `Tab ${step.tab + 1} is loaded again.`;
    case "look":
      return `Tab ${step.tab + 1}: ${step.how}.`;
    case "connection":
      return `The browser's connection is ${step.is} for ${tellTime(step.forMs)}.`;
    case "stripe":
      return `Stripe's next ${step.times} answers to the shop: ${step.mode}.`;
    case "kv away":
      return `KV ${step.calls === "writes" ? "takes no writes" : "is away"} for ${tellTime(step.forMs)}.`;
    case "ledger away":
      return `The ledger ${LEDGER_AWAY[step.calls]} for ${tellTime(step.forMs)}.`;
    case "workflows away":
      return `No Workflow can be started for ${tellTime(step.forMs)}.`;
    case "mail fails":
      return `The mail service answers ${step.code} for ${tellTime(step.forMs)}.`;
    case "webhooks":
      if (step.copies === 0) return "From now on events are lost.";
      return `From now on events come after ${tellTime(step.lateMs)} and up to ${tellTime(step.shuffleMs)} more, ${step.copies} times.`;
    case "hosted":
      return `Somebody buys ${step.product} in flow ${step.flow} by the hosted link${step.later === null ? "" : `, and the bank answers after ${tellTime(step.later.afterMs)}: ${step.later.status}`}.`;
    case "refund":
      return `The owner pays back ${step.cents === null ? "all" : `${step.cents} cents`} of payment ${step.which + 1} from the end${step.returnedMs === null ? "" : `, and the bank returns it after ${tellTime(step.returnedMs)}`}.`;
    case "dispute":
      return `A dispute of payment ${step.which + 1} from the end is ${step.status}${step.ends === null ? "" : `, and an hour later ${step.ends}`}.`;
    case "cancel":
      return `The owner cancels payment ${step.which + 1} from the end.`;
    case "withdraw":
      return `By the link of payment ${step.which + 1} from the end ${step.by} withdraws and clicks ${step.clicks} times, ${tellTime(step.apartMs)} apart.`;
    case "answer":
      return `The owner answers the withdrawals of payment ${step.which + 1} from the end: ${step.answer}.`;
    case "delivery":
      return `The giver of gift ${step.which + 1} from the end ${tellWanted(step)}${tellTimes(step.clicks, step.apartMs)}.`;
    case "invoice":
      return `A company asks for the invoice of payment ${step.which + 1} from the end${step.isOther ? ", under another name" : ""}${tellTimes(step.clicks, step.apartMs)}.`;
    case "links": {
      const typed = step.isCapital ? ", in capitals" : "";
      return `Somebody asks for the links of ${step.whose === "nobody" ? "an address without orders" : step.whose}${typed}${tellTimes(step.times, step.apartMs)}.`;
    }
    case "order page":
      return `The buyer opens the page of payment ${step.which + 1} from the end.`;
    case "unwrap":
      return `The gift of payment ${step.which + 1} from the end is opened.`;
    case "resend":
      return `An operator makes the mails of payment ${step.which + 1} from the end due again.`;
    case "correct":
      return `An operator corrects the address of payment ${step.which + 1} from the end.`;
    case "erase":
      return `An operator erases what may be erased of ${step.whose}.`;
    case "events again":
      return `Stripe delivers all events of payment ${step.which + 1} from the end again.`;
    case "night fails":
      return `From now on each night fails at payment ${step.which + 1} from the end.`;
    case "revoke":
      return `An operator ${step.isRestored ? "restores" : "revokes"} the gift of payment ${step.which + 1} from the end.`;
    case "reconcile":
      return "An operator reconciles and writes.";
    default:
      return `The next ${step.count} steps of Workflows${step.of === "gifts" ? " that mail gifts" : ""}: ${MISHAPS[step.kind]}.`;
  }
}

const LEDGER_AWAY = { all: "is away", writes: "takes no writes", answers: "is not heard" } as const;
const MISHAPS = {
  cut: "cut off after their work was done",
  restart: "the instance begins again before them",
  dies: "the instance dies in their middle",
  doubled: "the instance begins again in their middle, and they go on",
} as const;

function tellPlan(plan: Extract<Step, { do: "press" }>["plan"]): string {
  if (plan.method === "card") {
    const { later } = plan as { later?: { status: string; afterMs: number } };
    return `card, ${plan.outcome}${later === undefined ? "" : `, then ${later.status} after ${tellTime(later.afterMs)}`}`;
  }
  const { decides, afterMs, isBack, later } = plan.bank;
  return `iDEAL, at the bank after ${tellTime(afterMs)} the payer ${decides}${later === undefined ? "" : `, then ${later.status} after ${tellTime(later.afterMs)}`}, and ${isBack ? "comes back" : "does not come back"}`;
}

function tellWanted({ wanted, to }: Extract<Step, { do: "delivery" }>): string {
  return wanted === "stop" ? "stops its delivery" : `wants it mailed ${wanted}, to the address at ${to}`;
}

function tellTimes(times: number, apartMs: number): string {
  return times === 1 ? "" : `, ${times} times, ${tellTime(apartMs)} apart`;
}

function tellTime(ms: number): string {
  if (ms >= 3_600_000) return `${ms / 3_600_000} h`;
  if (ms >= 60_000) return `${ms / 60_000} min`;
  return `${ms / 1_000} s`;
}

export function tellStory({ starts, kvLateMs, chance, steps }: Story): string {
  const lines = steps.map((step) => `  after ${tellTime(step.pauseMs).padEnd(6)} ${tellStep(step)}`);
  return [
    `It begins on ${starts}; a place of KV may be ${kvLateMs / 1_000} s behind; delays by ${chance}.`,
    ...lines,
  ].join("\n");
}

export function shortId(intentId: string): string {
  return `payment …${intentId.slice(-4)}`;
}
