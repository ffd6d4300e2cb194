import { addressOf } from "../gifts/day/gift-delivery.ts";
import { paymentOfPlan } from "../ledger/erasure.ts";
import { formatOrderNumber } from "../ledger/order-rules.ts";
import { findPaymentsOf } from "../paying/money/payments-of.ts";
import { kvStoreOf } from "../server/kv-store.ts";
import { isEmailAddress } from "../shared/email-address.ts";
import { formatGiftCode } from "../shared/gift.ts";
import { deskWithdrawalPath, PATHS } from "../shared/paths.ts";
import { RETENTION } from "../shared/retention.ts";
import { formatMoment } from "../shared/time.ts";
import { readEmailText } from "../shared/typed-values.ts";
import { actHref } from "./act-forms-handler.ts";
import { ACT_FIELDS, ACTS_COPY } from "./acts-copy.ts";
import { type Desk, hasAddress } from "./desk.ts";
import { DESK_COPY, DESK_PATHS, euros } from "./desk-copy.ts";
import { type Block, type Screen, type Section, those } from "./desk-rules.ts";
import { orderCell, sayDelivery, sayProduct, sayState } from "./order-words-handler.ts";
import { findPerson, type Person, type PersonOrder } from "./person.ts";
import { stripeOrNull } from "./stripe-or-null.ts";

/** `/beheer/gegevens`: all that the shop has of an address (art. 15 GDPR), and the same as a text to send. */

const COPY = DESK_COPY.person;
/** The most withdrawals on the screen: anybody can fill in the form with this address. The copy has them all. */
export const MOST_SHOWN = 20;

/**
 * All that is known of an address. Without Stripe's part, and `isStripeAsked` is false, if Stripe does not answer.
 * Rejects if the ledger or KV is away.
 */
export async function askPerson(
  desk: Desk,
  email: string,
  most?: number,
): Promise<{ person: Person; isStripeAsked: boolean }> {
  const payments = await stripeOrNull(desk, "retrieve", ({ stripe, environment }) =>
    findPaymentsOf(stripe, email, environment, desk.shop.now),
  );
  const person = await findPerson(desk.shop.ledger, kvStoreOf(desk.shop.GIFTS), email, payments ?? [], most);
  return { person, isStripeAsked: payments !== null };
}

export function isUnknown({ orders, mentions, withdrawals, deliveries }: Person): boolean {
  return [orders, mentions, withdrawals, deliveries].every(({ length }) => length === 0);
}

export async function showPerson(desk: Desk): Promise<Screen> {
  const typed = desk.params.get(ACT_FIELDS.address) ?? "";
  const email = readEmailText(typed);
  const form: Section = {
    blocks: [
      {
        kind: "form",
        action: `${PATHS.desk}${DESK_PATHS.person}`,
        method: "post",
        fields: [
          {
            kind: "email",
            name: ACT_FIELDS.address,
            label: COPY.address,
            hint: COPY.hint,
            value: typed,
            required: true,
          },
        ],
        button: COPY.button,
      },
    ],
  };
  const screen = (...sections: readonly Section[]): Screen => ({ title: COPY.title, sections: [form, ...sections] });
  const say = (text: string, tone?: "bad"): Section => ({
    blocks: [{ kind: "text", text, ...(tone ? { tone } : {}) }],
  });
  if (typed === "") return screen();
  if (!isEmailAddress(email)) return screen(say(COPY.invalid, "bad"));
  const { person, isStripeAsked } = await askPerson(desk, email, MOST_SHOWN + 1);
  const warning = isStripeAsked ? [] : [say(COPY.withoutStripe, "bad")];
  if (isUnknown(person)) return screen(...warning, say(COPY.nothing), elsewhere());
  const copy = { text: COPY.copy, href: `${PATHS.desk}${DESK_PATHS.personCopy}?${new URLSearchParams(desk.query)}` };
  const erase = { text: COPY.erase, href: actHref("erase", desk.query) };
  const links = desk.visitor.mayAct ? [copy, erase] : [copy];
  const keyed = hasAddress(desk)
    ? { blocks: [{ kind: "links" as const, links }] }
    : say(ACTS_COPY.preview.keyless, "bad");
  const actions: readonly Section[] = isStripeAsked ? [keyed] : warning;
  const { withdrawals } = person;
  return screen(
    ...actions,
    ...personSections({ ...person, withdrawals: withdrawals.slice(0, MOST_SHOWN) }),
    ...(withdrawals.length > MOST_SHOWN ? [say(COPY.more)] : []),
    elsewhere(),
  );
}

function elsewhere(): Section {
  return { title: COPY.elsewhere, blocks: [{ kind: "points", points: COPY.elsewhereText(RETENTION.backupDays) }] };
}

/**
 * `GET /beheer/gegevens.txt`: a copy for the person. 400 if the address is none, 503 if Stripe does not answer: the
 * copy must be whole (art. 15 AVG).
 */
export async function sendPerson(desk: Desk): Promise<Response> {
  const email = readEmailText(desk.params.get(ACT_FIELDS.address) ?? "");
  if (!isEmailAddress(email)) return new Response(COPY.invalid, { status: 400 });
  const { person, isStripeAsked } = await askPerson(desk, email);
  if (!isStripeAsked) return new Response(DESK_COPY.trouble.stripe, { status: 503 });
  const text = [
    COPY.copyTitle(email, formatMoment(desk.shop.now.toISOString())),
    ...copySections(person, email).map(({ title, blocks }) => [title ?? "", ...blocks.flatMap(linesOf)].join("\n")),
  ].join("\n\n");
  return new Response(`${text}\n`, {
    headers: {
      "content-type": "text/plain; charset=utf-8",
      "content-disposition": 'attachment; filename="gegevens.txt"',
    },
  });
}

function linesOf(block: Block): readonly string[] {
  if (block.kind === "text") return [block.text];
  if (block.kind !== "facts") return [];
  return block.rows.flatMap(([label, value]) => {
    const cells = value === undefined || value === "" ? [] : Array.isArray(value) ? value : [value];
    return cells.map((cell) => `${label}: ${typeof cell === "string" ? cell : cell.text}`);
  });
}

/**
 * What the person gets: of somebody else's order only that the address stands in it. A gift may be a surprise, and with its number
 * anybody could withdraw. Nor who else has declared a withdrawal of theirs, and why.
 */
function copySections(person: Person, email: string): readonly Section[] {
  const withdrawals = person.withdrawals.map((one) =>
    one.email.toLowerCase() === email.toLowerCase() ? one : { ...one, name: "", email: "", reason: "" },
  );
  const isNamed = person.mentions.length + person.deliveries.length > 0;
  return [
    ...personSections({ ...person, withdrawals, mentions: [], deliveries: [] }),
    ...(isNamed ? [{ title: COPY.others, blocks: [{ kind: "text", text: COPY.othersText }] } satisfies Section] : []),
  ];
}

function personSections({ orders, gifts, mentions, withdrawals, mails, deliveries }: Person): readonly Section[] {
  const mailsOf = (name: string) =>
    mails.flatMap(({ kind, about, endedAt = "" }) =>
      about === name ? [`${DESK_COPY.mails.kinds[kind]}, ${formatMoment(endedAt)}`] : [],
    );
  return [
    ...orders.map((one) => orderSection(one, mailsOf(one.intentId), gifts.get(one.intentId))),
    ...withdrawals.map(
      ({ reference, receivedAt, name, contract, email, reason }): Section => ({
        title: `${DESK_COPY.withdrawals.one} ${reference}`,
        blocks: [
          {
            kind: "facts",
            rows: [
              [DESK_COPY.withdrawals.one, { text: reference, href: deskWithdrawalPath(reference) }],
              [DESK_COPY.withdrawals.received, formatMoment(receivedAt)],
              [DESK_COPY.withdrawals.name, name],
              [DESK_COPY.withdrawals.contract, contract],
              [DESK_COPY.withdrawals.email, email],
              [DESK_COPY.withdrawals.reason, reason],
              [COPY.mailed, mailsOf(reference)],
            ],
          },
        ],
      }),
    ),
    ...mentions.map((intentId) => lineSection(intentId, COPY.mention)),
    ...deliveries.map((plan) => lineSection(paymentOfPlan(plan), COPY.recipient)),
  ];
}

function lineSection(intentId: string, text: string): Section {
  return { title: formatOrderNumber(intentId), blocks: [{ kind: "text", text }] };
}

function orderSection(
  { intentId, order, delivery, payment, invoices }: PersonOrder,
  mailed: readonly string[],
  kept?: { code: string; message: string },
): Section {
  const words = DESK_COPY.order;
  const state =
    order === null || (payment !== null && payment.state !== "paid")
      ? COPY.payments[payment?.state ?? "ended"]
      : sayState(order);
  return {
    title: order === null ? formatOrderNumber(intentId) : sayProduct(order),
    blocks: [
      {
        kind: "facts",
        rows: [
          [words.number, orderCell(intentId)],
          [words.state, state],
          [COPY.day, order === null ? undefined : formatMoment(order.boughtAt)],
          [words.product, order === null ? undefined : sayProduct(order)],
          [words.amount, order === null ? undefined : euros(order.amountCents)],
          [words.repaid, order?.refundedCents ? euros(order.refundedCents) : undefined],
          [words.settled, order?.paidOtherwiseCents ? euros(order.paidOtherwiseCents) : undefined],
          [words.buyer, order?.buyerName],
          [words.email, order?.email],
          [words.account, order?.userId],
          [words.consent, order?.consentAt === undefined ? undefined : words.consentAt(formatMoment(order.consentAt))],
          [words.recipient, order?.gift?.recipient],
          [words.giver, order?.gift?.giver],
          [COPY.message, kept?.message],
          [words.note, order?.note],
          [words.code, kept === undefined ? undefined : formatGiftCode(kept.code)],
          [words.delivery, order?.gift === undefined ? undefined : sayDelivery(delivery)],
          [words.mailedTo, addressOf(delivery)],
          [
            COPY.mailed,
            [
              ...mailed,
              ...those(order?.emailChangedAt !== undefined && COPY.earlierMails(formatMoment(order.emailChangedAt))),
            ],
          ],
          [
            words.invoices,
            invoices.map(({ number, company, address, vatId }) =>
              [number, company, address, vatId].filter(Boolean).join(", "),
            ),
          ],
        ],
      },
    ],
  };
}
