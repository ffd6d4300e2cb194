import { WorkflowEntrypoint } from "cloudflare:workers";
import type { AfterLinkRequestParams, AfterSaleParams, AfterWithdrawalParams, Bindings } from "../env.ts";
import type { Step } from "./steps.ts";

/**
 * The classes that wrangler.toml names; the Worker's entry must export them. Their code is imported when an instance
 * runs, because an isolate that serves visitors does not need it.
 */

/**
 * Runs after a sale, named after the payment; after a refund or a dispute, named after that; and on a gift's day or
 * after its stop, named after that plan.
 */
export class AfterSale extends WorkflowEntrypoint<Bindings, AfterSaleParams> {
  override async run({ payload }: { payload: Readonly<AfterSaleParams> }, step: Step) {
    if ("plan" in payload) {
      const { deliverGift, forgetGift } = await import("./deliver-gift.ts");
      return payload.about === "forget" ? forgetGift(this.env, payload, step) : deliverGift(this.env, payload, step);
    }
    const { intentId, about, correctedAt } = payload;
    if (about === "money") {
      const { followMoney } = await import("./after-money.ts");
      return followMoney(this.env, intentId, step);
    }
    const { followSale } = await import("./after-sale.ts");
    return followSale(this.env, intentId, step, correctedAt);
  }
}

/**
 * Runs after a withdrawal is stored and sends its mails, named after the withdrawal; for a digest it is named after the
 * day.
 */
export class AfterWithdrawal extends WorkflowEntrypoint<Bindings, AfterWithdrawalParams> {
  override async run(
    { payload, timestamp }: { payload: Readonly<AfterWithdrawalParams>; timestamp: Date },
    step: Step,
  ) {
    const { mailDigest, mailWithdrawal } = await import("./after-withdrawal.ts");
    if ("digestOf" in payload) return mailDigest(this.env, payload.digestOf, step);
    return mailWithdrawal(this.env, payload, timestamp, step);
  }
}

/** Runs after a request for links, and mails them if the address has orders. `timestamp`: the time of the request. */
export class AfterLinkRequest extends WorkflowEntrypoint<Bindings, AfterLinkRequestParams> {
  override async run(
    { payload, timestamp }: { payload: Readonly<AfterLinkRequestParams>; timestamp: Date },
    step: Step,
  ) {
    const { mailLinks } = await import("./after-link-request.ts");
    return mailLinks(this.env, payload.buyer, timestamp, step);
  }
}
