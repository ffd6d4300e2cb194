import { WorkflowEntrypoint } from "cloudflare:workers";
import type { AfterSaleParams, AfterWithdrawalParams, Bindings } from "../env.ts";
import type { Step } from "./steps.ts";

/**
 * The classes that wrangler.toml names, which the Worker's entry has to export. What they do is read when an instance
 * runs: a visitor's isolate never needs it.
 */

/** What comes after a sale, its instance named after the payment; and after a refund or a dispute, named after that. */
export class AfterSale extends WorkflowEntrypoint<Bindings, AfterSaleParams> {
  override async run({ payload }: { payload: Readonly<AfterSaleParams> }, step: Step) {
    const { intentId, about } = payload;
    if (about === "money") {
      const { followMoney } = await import("./after-money.ts");
      return followMoney(this.env, intentId, step);
    }
    const { followSale } = await import("./after-sale.ts");
    return followSale(this.env, intentId, step);
  }
}

/** After a withdrawal was stored: its mails; the instance is named after the withdrawal, or the digest's after its day. */
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
