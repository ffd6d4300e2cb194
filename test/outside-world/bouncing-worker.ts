import type { SendEmail } from "@cloudflare/workers-types";
import type { Bindings } from "../../src/server/env.ts";
import shop, { Mailer as ShopMailer } from "../../src/worker.ts";
import { isBouncing } from "./bouncing.ts";

/**
 * The Worker of `npm start`: the shop's own, with a mail service that refuses some addresses, as Cloudflare's refuses what
 * bounced before (`E_RECIPIENT_SUPPRESSED`).
 */

export { Night } from "../../src/worker.ts";
export default shop;

export class Mailer extends ShopMailer {
  constructor(context: ConstructorParameters<typeof ShopMailer>[0], env: Bindings) {
    super(context, env.EMAIL === undefined ? env : Object.assign(Object.create(env), { EMAIL: bouncing(env.EMAIL) }));
  }
}

function bouncing(service: SendEmail): Pick<SendEmail, "send"> {
  const send = (mail: { to: string }) =>
    isBouncing(mail.to)
      ? Promise.reject(Object.assign(new Error("recipient is suppressed"), { code: "E_RECIPIENT_SUPPRESSED" }))
      : service.send(mail as never);
  return { send: send as SendEmail["send"] };
}
