import type { PlantedFault } from "./bundle.ts";

/**
 * Mistakes that the shop once had, or could have. Each is put into a copy of the shop, and the simulator must find it.
 * If a text here has changed in the source, change it here too.
 */

/** `finds`: the simulator's message about it. `seed`: a seed whose sales find it, as most do; 1 unless given. */
export type Planted = { name: string; finds: RegExp; seed?: number; edits: readonly Omit<PlantedFault, "name">[] };

const edit = (file: string, before: string, after: string) => ({ file, before, after });

export const PLANTED_FAULTS: readonly Planted[] = [
  {
    name: "whoever opens the checkout is led to the payment that somebody else left behind",
    finds: /is led to/,
    edits: [
      edit(
        "client/checkout/machine.ts",
        "if (isMine(payment)) leave(payment);\n    else pass(payment, state);",
        "leave(payment);",
      ),
    ],
  },
  {
    name: "two gifts in two tabs are one payment",
    finds: /confirmed as a gift|two payments/,
    edits: [
      edit(
        "src/shared/payment.ts",
        '[productId, priceCents, ...(giftDigest === null ? [] : [giftDigest])].join(".")',
        '[productId, priceCents, ...(giftDigest === null ? [] : ["gift"])].join(".")',
      ),
      edit(
        "src/services/stripe.ts",
        'return metadata.contents?.split(".")[2] === (await digestOfWish(details.gift))',
        "return true",
      ),
    ],
  },
  {
    name: "a second click on a withdrawal ends in 'not received'",
    finds: /is answered 503/,
    edits: [
      edit("src/services/kv.ts", "const WRITE_TRIES = 4;", "const WRITE_TRIES = 1;"),
      edit("src/services/withdrawals.ts", "if (isTooSoon(error) && ", "if (false as boolean && "),
    ],
  },
  {
    name: "the mail and the order's page lead to different courses",
    finds: /leads to/,
    edits: [
      edit(
        "src/workflows/after-sale.ts",
        "await findCourseLinks(env.INTERSTITIALS, order)",
        'await findCourseLinks(env.INTERSTITIALS, { ...order, source: "hosted" })',
      ),
    ],
  },
  {
    name: "a refund that the bank returned stays a refund",
    finds: /cents went back/,
    edits: [edit("src/services/order-events.ts", '["failed", "canceled"]', "[]")],
  },
  {
    name: "a sale of which all went back is confirmed",
    finds: /after all of it went back/,
    edits: [edit("src/workflows/after-sale.ts", "if (isRepaid(order)) {", "if (false as boolean) {")],
  },
  {
    name: "reconcile leaves a gift alive whose money went back",
    finds: /the gift of/,
    seed: 4,
    edits: [edit("kv-seed/commands/reconcile.ts", "if (moved.length === 0) return [];", "return [];")],
  },
  {
    name: "the work after a sale is named after the event, so a hosted sale is confirmed twice",
    finds: /is confirmed 2 times/,
    edits: [
      edit(
        "src/handlers/stripe-webhook.ts",
        "await startOnce(c.env.AFTER_SALE, intentId, { intentId })",
        "await startOnce(c.env.AFTER_SALE, event.id, { intentId })",
      ),
    ],
  },
  {
    name: "the return page says paid while the bank is still at it",
    finds: /paid, and (it is not|none is)|handed over/,
    edits: [
      edit(
        "src/services/stripe.ts",
        "const state = stateOfIntent(status);",
        'const state = stateOfIntent(status === "processing" ? "succeeded" : status);',
      ),
    ],
  },
  {
    name: "a gift is settled by what one place of KV shows at once",
    finds: /the gift of/,
    seed: 3,
    edits: [edit("src/workflows/after-money.ts", 'shows it", EVERY_PLACE_SHOWS_IT', 'shows it", "1 second"')],
  },
  {
    name: "a payment is made without an idempotency key",
    finds: /two payments/,
    edits: [
      edit(
        "src/services/visit-payments.ts",
        "      { idempotencyKey: idempotencyKey(payment, access.environment) },\n",
        "      { idempotencyKey: idempotencyKey({ ...payment, visitKey: crypto.randomUUID() }, access.environment) },\n",
      ),
    ],
  },
  {
    name: "the event that comes last is believed",
    finds: /the order of/,
    edits: [edit("src/services/orders.ts", 'status === "paid" ? intentId', "status !== undefined ? intentId")],
  },
  {
    name: "a lost answer is taken for a refusal",
    finds: /is not paid, and it is/,
    edits: [
      edit(
        "client/checkout/machine.ts",
        'else if (answer.status === "unsure") {',
        'else if (answer.status === "unsure") {\n      if (answer.trouble.kind !== "restarted") return unlock({ kind: "refused", message: null });',
      ),
    ],
  },
  {
    name: "the webhook says received before anything is written",
    finds: /the order of/,
    edits: [
      edit(
        "src/handlers/stripe-webhook.ts",
        '    logEvent("error", "kv.unavailable", { requestId, namespace: "ORDERS", reason: errorMessage(error) });\n    return apiError(c, "unavailable", { "retry-after": "5" });',
        '    logEvent("error", "kv.unavailable", { requestId, namespace: "ORDERS", reason: errorMessage(error) });\n    return c.json({ received: true }, 200, apiHeaders());',
      ),
    ],
  },
  {
    name: "what the mail service answered goes into the log whole",
    finds: /a log line holds/,
    edits: [edit("src/services/mail.ts", "const reason = mailErrorCode(error);", "const reason = String(error);")],
  },
  {
    name: "a day's quota that is used up counts as a refusal of the address",
    finds: /never confirmed/,
    edits: [edit("src/services/mail.ts", 'E_DAILY_LIMIT_EXCEEDED: "quota"', 'E_DAILY_LIMIT_EXCEEDED: "address"')],
  },
  {
    name: "an order's page may be kept by a shared cache",
    finds: /shared cache/,
    edits: [
      edit(
        "src/response/render.tsx",
        'cache: "private", headers: { ...KEYED_PAGE_HEADERS, ...retry }',
        'cache: "shared", headers: retry',
      ),
    ],
  },
  {
    name: "each click on a withdrawal mails a receipt",
    finds: /has \d receipts|times of the withdrawal/,
    edits: [
      edit(
        "src/services/withdrawals.ts",
        "await startOnce(env.AFTER_WITHDRAWAL, reference, ",
        // biome-ignore lint/suspicious/noTemplateCurlyInString: it is a piece of source
        "await startOnce(env.AFTER_WITHDRAWAL, `${reference}-${Date.now()}`, ",
      ),
    ],
  },
  {
    name: "an order's page says that nothing was paid until KV shows the payment",
    finds: /the order's page says that/,
    edits: [
      edit(
        "src/content/order-status.ts",
        'text: "Meestal staat je bestelling hier binnen een minuut.',
        'text: "Er is niets afgeschreven.',
      ),
    ],
  },
  {
    name: "money that goes back stops no gift's mail",
    finds: /the gift of .* is mailed after/,
    edits: [
      edit(
        "src/workflows/after-money.ts",
        "if (read.value.gift !== undefined && isRepaid(read.value)) {",
        "if (false as boolean) {",
      ),
      edit("src/workflows/deliver-gift.ts", 'if (isRepaid(order)) return "stopped";', ""),
      edit("src/workflows/deliver-gift.ts", 'if (stop === "stopped") return "stopped";', ""),
    ],
  },
  {
    name: "a withdrawal leaves the gift's mail as it is",
    finds: /is mailed after its giver withdrew/,
    edits: [edit("src/services/withdrawals.ts", 'await stopDelivery(env, intentId, "withdrawal", at);', "")],
  },
  {
    name: "a recipient's address is not forgotten after the mail",
    finds: /the recipient's address of .* is (still kept|kept for ever)/,
    edits: [
      edit(
        "src/workflows/deliver-gift.ts",
        "() => forgetAddresses(env, intentId, plan)",
        "async () => String(forgetAddresses)",
      ),
    ],
  },
  {
    name: "gifts are mailed at eight by the clock of winter",
    finds: /is mailed 60 minutes late/,
    edits: [edit("src/shared/gift-delivery.ts", "(hour - DELIVERY_HOUR) * 60 * MINUTE_MS", "60 * MINUTE_MS")],
  },
  {
    name: "the giver does not hear that the gift went",
    finds: /never hears that the gift went/,
    edits: [
      edit(
        "src/workflows/deliver-gift.ts",
        'work.push(step.do("tell the giver", FOR_A_DAY, () => tellGiver(env, intentId, plan, kind)));',
        "",
      ),
    ],
  },
  {
    name: "links are mailed to the address that was typed",
    finds: /links are mailed to an address that no order has/,
    edits: [
      edit(
        "src/services/link-requests.ts",
        "const buyer = await buyerHash(readTokenKeys(env), email);",
        "const buyer = await buyerHash(readTokenKeys(env), email);\n    Object.assign(globalThis, { typed: email });",
      ),
      edit(
        "src/workflows/after-link-request.ts",
        "const to = orders[0]?.email;",
        'const to = orders[0] && String(Reflect.get(globalThis, "typed"));',
      ),
    ],
  },
  {
    name: "each question for links is a mail",
    finds: /links are mailed \d+ times/,
    edits: [
      // biome-ignore lint/suspicious/noTemplateCurlyInString: it is a piece of source
      edit("src/services/link-requests.ts", "`links-${window}-${buyer}`", "`links-${Date.now() + window}-${buyer}`"),
    ],
  },
  {
    name: "whoever asks for links reads whether there are orders",
    finds: /differs by address/,
    edits: [
      edit(
        "src/services/link-requests.ts",
        'return "asked";',
        // biome-ignore lint/suspicious/noTemplateCurlyInString: it is a piece of source
        'return (await listNames(env.ORDERS, `buyer:${buyer}:`)).length === 0 ? "unavailable" : "asked";',
      ),
    ],
  },
];
