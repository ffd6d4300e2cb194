import type { PlantedFault } from "./bundle.ts";
import { GIVEN_FOR_TOMORROW, ORDINARY } from "./found-stories.ts";
import type { Story } from "./story.ts";

/**
 * Mistakes that the shop once had, or could have. Each is put into a copy of the shop, and the simulator must find it.
 * If a text here has changed in the source, change it here too.
 */

/**
 * `finds`: the simulator's message about it. `seed`: a seed whose sales find it, as most do; 1 unless given. `story`: the
 * one that finds it, where random sales hardly do.
 */
export type Planted = {
  name: string;
  finds: RegExp;
  seed?: number;
  story?: Story;
  edits: readonly Omit<PlantedFault, "name">[];
};

const edit = (file: string, before: string, after: string) => ({ file, before, after });

export const PLANTED_FAULTS: readonly Planted[] = [
  {
    name: "whoever opens the checkout is led to the payment that somebody else left behind",
    finds: /is led to/,
    edits: [
      edit(
        "client/checkout/machine.ts",
        "if (isMine(payment)) leavePage(payment);\n    else passOver(payment, state);",
        "leavePage(payment);",
      ),
    ],
  },
  {
    name: "two gifts in two tabs are one payment",
    finds: /confirmed as a gift|two payments/,
    edits: [
      edit(
        "src/paying/payment-rules.ts",
        '[productId, priceCents, ...(giftDigest === null ? [] : [giftDigest])].join(".")',
        '[productId, priceCents, ...(giftDigest === null ? [] : ["gift"])].join(".")',
      ),
      edit(
        "src/paying/payments.ts",
        'return metadata.contents?.split(".")[2] === (await digestOfWish(details.gift))',
        "return true",
      ),
    ],
  },
  {
    name: "a second click on a withdrawal ends in 'not received'",
    finds: /a withdrawal is answered 503/,
    edits: [
      edit(
        "src/orders/withdrawal/withdrawals.ts",
        "\n  WHERE NOT EXISTS (SELECT 1 FROM withdrawals WHERE intent_id = ?9 AND mailbox = ?7)\n  ON CONFLICT DO NOTHING`;",
        "`;",
      ),
    ],
  },
  {
    name: "each click on a withdrawal is another withdrawal",
    finds: /withdrawn from twice/,
    edits: [
      edit(
        "src/orders/withdrawal/withdrawals.ts",
        "[form.id, form.madeAt, fields, intentId]",
        "[form.id, Date.now(), fields, intentId]",
      ),
      edit(
        "src/orders/withdrawal/withdrawals.ts",
        "\n  WHERE NOT EXISTS (SELECT 1 FROM withdrawals WHERE intent_id = ?9 AND mailbox = ?7)",
        " WHERE true",
      ),
    ],
  },
  {
    name: "the mail and the order's page lead to different courses",
    finds: /leads to/,
    edits: [
      edit(
        "src/orders/sale-mails-steps.ts",
        "await findCourseLinks(env.INTERSTITIALS, order)",
        'await findCourseLinks(env.INTERSTITIALS, { ...order, source: "hosted" })',
      ),
    ],
  },
  {
    name: "a refund that the bank returned stays a refund",
    finds: /cents went back/,
    edits: [edit("src/paying/webhook/order-events.ts", '["failed", "canceled"]', "[]")],
  },
  {
    name: "a sale of which all went back is confirmed",
    finds: /after all of it went back/,
    seed: 2,
    edits: [edit("src/orders/sale-mails-steps.ts", 'if (isRepaid(order)) return { withheld: "repaid" };', "")],
  },
  {
    name: "the confirmation is named after the moment of the event, so a hosted sale is confirmed twice",
    finds: /is confirmed 2 times/,
    edits: [
      edit(
        "src/paying/webhook/payment-record.ts",
        "SELECT 'confirmation', intent_id, ifnull(email_corrected_at, ''),",
        "SELECT 'confirmation', intent_id, ?2,",
      ),
      edit(
        "src/orders/sale-mails-steps.ts",
        'if (emailCorrectedAt !== version) return { withheld: "superseded" };',
        "",
      ),
    ],
  },
  {
    name: "the return page says paid while the bank is still at it",
    finds: /paid, and (it is not|none is)|handed over/,
    edits: [
      edit(
        "src/paying/payments.ts",
        "const state = stateOfIntent(status);",
        'const state = stateOfIntent(status === "processing" ? "succeeded" : status);',
      ),
    ],
  },
  {
    name: "a payment is made without an idempotency key",
    finds: /two payments/,
    edits: [
      edit(
        "src/paying/visit-payments.ts",
        "      { idempotencyKey: idempotencyKey(payment, access.environment) },\n",
        "      { idempotencyKey: idempotencyKey({ ...payment, visitKey: crypto.randomUUID() }, access.environment) },\n",
      ),
    ],
  },
  {
    name: "the event that comes last is believed",
    finds: /the order of/,
    // Others find it first by the operator's `reconcile`, or by an event that the schema refuses.
    seed: 8,
    edits: [
      edit(
        "src/paying/webhook/order-events.ts",
        "return report(event, intent.id, source, isPaid",
        'return report(event, intent.id, "intent", isPaid',
      ),
      edit(
        "src/ledger/orders.ts",
        "(ifnull(excluded.refunded_cents, 0), excluded.event_at, excluded.event_id)\n    >= (ifnull(refunded_cents, 0), event_at, event_id)",
        "true",
      ),
    ],
  },
  {
    name: "a lost answer is taken for a refusal",
    finds: /is not paid, and it is/,
    edits: [
      edit(
        "client/checkout/machine.ts",
        'else if (answer.status === "unsure") {',
        'else if (answer.status === "unsure") {\n      if (answer.trouble.kind !== "restarted") return unlock({ kind: "refused", message: null, isDeclined: false });',
      ),
    ],
  },
  {
    name: "the webhook says received although nothing is written",
    finds: /minutes after it could have|the order of|after all of it went back/,
    edits: [
      edit(
        "src/paying/webhook/stripe-webhook-handler.ts",
        'logEvent("error", "webhook.postponed", { ...names, reason: errorMessage(error) });\n    return unavailable(c);',
        'logEvent("error", "webhook.postponed", { ...names, reason: errorMessage(error) });\n    return c.json({ received: true }, 200, apiHeaders());',
      ),
    ],
  },
  {
    name: "what the mail service answered goes into the log whole",
    finds: /a log line holds/,
    edits: [edit("src/server/mail.ts", "const reason = mailErrorCode(error);", "const reason = String(error);")],
  },
  {
    name: "a day's quota that is used up counts as a refusal of the address",
    finds: /never confirmed|asks for links and has orders gets no mail/,
    edits: [edit("src/server/mail.ts", 'E_DAILY_LIMIT_EXCEEDED: "quota"', 'E_DAILY_LIMIT_EXCEEDED: "address"')],
  },
  {
    name: "an order's page may be kept by a shared cache",
    finds: /shared cache/,
    edits: [
      edit(
        "src/server/http/render.tsx",
        'cache: "private", headers: { ...KEYED_PAGE_HEADERS, ...retry }',
        'cache: "shared", headers: retry',
      ),
    ],
  },
  {
    name: "each click on a withdrawal mails a receipt",
    finds: /has \d receipts/,
    edits: [
      edit(
        "src/orders/withdrawal/withdrawals.ts",
        "`INSERT INTO mails (kind, about, due_at)\n  SELECT 'receipt', reference, ?2",
        "`INSERT INTO mails (kind, about, version, due_at)\n  SELECT 'receipt', reference, ?2, ?2",
      ),
    ],
  },
  {
    name: "an order's page says that nothing was paid until KV shows the payment",
    finds: /the order's page says that/,
    edits: [
      edit(
        "src/orders/order-copy.ts",
        'text: "Meestal staat je bestelling hier binnen een minuut.',
        'text: "Er is niets afgeschreven.',
      ),
    ],
  },
  {
    name: "money that goes back stops no gift's mail",
    finds: /the gift of .* is mailed after/,
    edits: [
      edit("src/paying/webhook/payment-record.ts", "    ...stopRepaidDelivery(intentId, at),\n", ""),
      edit("src/gifts/day/mail-gift-steps.ts", 'if (isRepaid(order)) return { stoppedBy: "money" };', ""),
      edit("src/gifts/day/mail-gift-steps.ts", 'if (stop === "stopped") return { stoppedBy: "shop" };', ""),
    ],
  },
  {
    name: "a withdrawal leaves the gift's mail as it is",
    finds: /is mailed after its giver withdrew/,
    edits: [
      edit(
        "src/orders/withdrawal/withdrawals.ts",
        "...(intentId === null ? [] : stopWithdrawnDelivery(intentId, at)),",
        "...[stopWithdrawnDelivery].slice(1).map(() => sql(reference)),",
      ),
      edit("src/gifts/day/mail-gift-steps.ts", 'if (isWithdrawn(order)) return { stoppedBy: "withdrawal" };', ""),
    ],
  },
  {
    name: "a recipient's address stays in the draft that the checkout kept",
    finds: /the recipient's address of .* is (still kept|kept for ever)/,
    edits: [
      edit(
        "src/gifts/day/gift-delivery.ts",
        "AND EXISTS (SELECT 1 FROM deliveries WHERE intent_id = ?1 AND state <> 'awaited')",
        "AND EXISTS (SELECT 1 FROM deliveries WHERE intent_id = ?1 AND state = 'awaited')",
      ),
    ],
  },
  {
    name: "gifts are mailed at eight by the clock of winter",
    finds: /is mailed 60 minutes late/,
    edits: [
      edit(
        "src/shared/time.ts",
        "return new Date(2 * guess.getTime() - shown.getTime());",
        "return new Date(guess.getTime() - 3_600_000 + 0 * shown.getTime());",
      ),
    ],
  },
  {
    name: "the giver does not hear that the gift went",
    finds: /never hears that the gift went/,
    edits: [
      edit(
        "src/gifts/day/mail-gift-steps.ts",
        "await ledger([oweMail(report, held.sendAt, held.address), endDelivery(",
        "await ledger([endDelivery(",
      ),
    ],
  },
  {
    name: "the giver's mail is owed after the gift's end, and not with it",
    finds: /never hears that the gift went/,
    story: {
      ...ORDINARY,
      chance: 3,
      steps: [...GIVEN_FOR_TOMORROW, { pauseMs: 8_000, do: "mishap", kind: "dies", of: "gifts", count: 3 }],
    },
    edits: [
      edit(
        "src/gifts/day/mail-gift-steps.ts",
        "await ledger([oweMail(report, held.sendAt, held.address), endDelivery(intentId, claim, end, at)]);",
        "await ledger([endDelivery(intentId, claim, end, at)]);\n  await ledger([oweMail(report, held.sendAt, held.address)]);",
      ),
    ],
  },
  {
    name: "links are mailed to the address that was typed",
    finds: /links are mailed to an address that no order has/,
    edits: [
      edit(
        "src/orders/my-course/link-requests.ts",
        "const window = String(",
        "Object.assign(globalThis, { typed: email });\n    const window = String(",
      ),
      edit(
        "src/orders/my-course/links-mail-steps.ts",
        "orders[0]?.email ?? email",
        'String(Reflect.get(globalThis, "typed"))',
      ),
    ],
  },
  {
    name: "each question for links is a mail",
    finds: /links are mailed \d+ times/,
    edits: [
      edit(
        "src/orders/my-course/link-requests.ts",
        "String(Math.floor(now.getTime() / 1000 / LINKS_WINDOW_S))",
        "String(Math.floor(now.getTime() / LINKS_WINDOW_S))",
      ),
    ],
  },
  {
    name: "whoever asks for links reads whether there are orders",
    finds: /differs by address/,
    edits: [
      edit(
        "src/orders/my-course/link-requests.ts",
        "return due.map(toMail);",
        "return due.length === 0 ? null : due.map(toMail);",
      ),
    ],
  },
  {
    name: "a won dispute stays open",
    finds: /says that its dispute is \w+, and Stripe won/,
    edits: [
      edit(
        "src/ledger/orders.ts",
        "SET stage = max(stage, excluded.stage)",
        "SET stage = max(stage, excluded.stage % 4)",
      ),
    ],
  },
  {
    name: "two visits have one idempotency key",
    finds: /all that a sale needs is there|and nothing fails/,
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is a piece of source
    edits: [edit("src/paying/visit-payments.ts", "${gift}${visitKey}`", "${gift}`")],
  },
  {
    name: "a hosted sale whose buyer waived nothing has a waiver",
    finds: /has the consent/,
    edits: [
      edit("src/paying/webhook/order-events.ts", "...(isAgreed ? consentIn(", "...(isAgreed || event ? consentIn("),
    ],
  },
  {
    name: "nobody takes over the claim of a mail whose holder has died",
    finds: /is still sending/,
    edits: [edit("src/ledger/mails.ts", "(claimed_until <= ?6 OR claim = ?4)", "(claimed_until > ?6 AND claim = ?4)")],
  },
  {
    name: "nobody takes over the claim of a gift whose holder has died",
    finds: /is still sending|is never mailed/,
    edits: [
      edit(
        "src/gifts/day/gift-delivery.ts",
        "claimed_until <= ?5 OR claim = ?3)",
        "(claimed_until > ?5 AND claim = ?3))",
      ),
    ],
  },
  {
    name: "a claim has no lease: whoever comes takes the mail over at once",
    finds: /nobody holds a row|is confirmed 2 times|is told \d times|has \d receipts|links are mailed \d+ times/,
    edits: [edit("src/ledger/mails.ts", "(claimed_until <= ?6 OR claim = ?4)", "(claimed_until <> ?6 OR claim = ?4)")],
  },
  {
    name: "no night compares with Stripe",
    finds: /no night finds/,
    edits: [
      edit(
        "src/upkeep/night-steps.ts",
        "for (const { event } of missing) {",
        "for (const { event } of missing.slice(1e9)) {",
      ),
    ],
  },
  {
    name: "the return page asks the ledger",
    finds: /asks the ledger/,
    edits: [
      edit(
        "src/paying/return/payment-return-handler.tsx",
        "const state = await asked;",
        'await c.env.DB.batch([c.env.DB.prepare("SELECT 1")]);\n  const state = await asked;',
      ),
    ],
  },
  {
    name: "a refund makes no credit note",
    finds: /the invoices of .* come to/,
    edits: [edit("src/paying/webhook/payment-record.ts", "    creditRefunded(intentId, now),\n", "")],
  },
  {
    name: "a corrected invoice has no new one after its credit note",
    finds: /and no invoice after it|come to/,
    edits: [
      edit(
        "src/ledger/invoices.ts",
        "FROM next, net, latest WHERE kind = 'correction'`;",
        "FROM next, net, latest WHERE kind = 'none'`;",
      ),
    ],
  },
];
