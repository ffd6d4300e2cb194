import type { WaitingGift } from "../../gifts/day/gift-delivery.ts";
import type { Owner } from "../../ledger/compose.ts";
import { composeMail, type MailPart } from "../../server/mail/compose-mail.ts";
import { greet } from "../../server/mail/greeting-copy.ts";
import { callingName } from "../../server/mail/greeting-rules.ts";
import { traderLines } from "../../server/mail/trader-lines-copy.ts";
import type { Mail } from "../../server/mail.ts";
import { PRODUCTS } from "../../shared/courses.ts";
import { fillIn } from "../../shared/fill-in.ts";
import { DESK_WITHDRAWALS_PATH, deskWithdrawalPath } from "../../shared/paths.ts";
import { formatDay, formatMoment } from "../../shared/time.ts";
import type { Trader } from "../../shared/trader.ts";
import { WITHDRAWAL_COPY } from "./withdrawal-copy.ts";
import { sayGift, sayWithdrawal, tellWithdrawal } from "./withdrawal-facts-copy.ts";
import type { WithdrawalFacts } from "./withdrawal-rules.ts";
import type { Withdrawal } from "./withdrawals.ts";

const { mail, facts, byMail, done } = WITHDRAWAL_COPY;

/**
 * The receipt on a durable medium that the law requires: the declaration, and when it was received. A `facts` receipt
 * contains no typed text, because its reader may never have been here: it leads to all of it. `link`: the address of that
 * page; null if none can be made.
 */
export function composeReceipt(
  withdrawal: Withdrawal,
  trader: Trader,
  receipt: "full" | "facts",
  link: string | null,
): Mail {
  // The payment was not declared: their link said it.
  const { intentId: _, ...declared } = withdrawal;
  const { reference, name, email, receivedAt } = declared;
  const receivedOn = { receivedAt: formatMoment(receivedAt) };
  const content: MailPart[] =
    receipt === "full"
      ? [
          { text: greet(callingName(name)) },
          { text: fillIn(mail.received, receivedOn) },
          { quote: byMail.statement },
          { rows: rowsOf(declared) },
        ]
      : [
          { text: greet("") },
          { text: fillIn(mail.receivedFacts, receivedOn) },
          {
            rows: [
              [facts.reference, reference],
              [facts.receivedAt, formatMoment(receivedAt)],
              ...knownContracts(withdrawal.contract),
            ],
          },
          ...(link === null ? [{ text: mail.kept }] : [{ text: mail.linked }, { link: mail.link, href: link }]),
          { text: mail.notYou },
        ];
  return composeMail(email, mail.subject.replace("{reference}", reference), [
    { title: done.title },
    ...content,
    ...(withdrawal.isOpen ? [{ text: done.next }] : []),
    { lines: traderLines(trader) },
  ]);
}

/** The names of our products, the longest first: that of a bundle begins with the name of its first course. */
const NAMES = Object.values(PRODUCTS)
  .map(({ name }) => name)
  .sort((one, other) => other.length - one.length);

/** The parts of a typed contract that are safe to mail: names of our own products, and order numbers. */
function knownContracts(contract: string): readonly (readonly [string, string])[] {
  let text = contract.toLowerCase();
  const [number] = /\bvk-[a-z0-9]{10}\b/.exec(text) ?? [];
  const known = NAMES.filter((name) => {
    const rest = text.replaceAll(name.toLowerCase(), "");
    const isNamed = rest !== text;
    text = rest;
    return isNamed;
  });
  if (number !== undefined) known.push(number.toUpperCase());
  return known.length === 0 ? [] : [[facts.contract, known.join(", ")]];
}

export type ReceiptState = keyof typeof mail.noticeReceipt;

/** The owner's notice of a withdrawal. `day`: of the mail, `2026-07-14`. `gifts`: those that are still to be mailed. */
export function composeWithdrawalNotice(
  withdrawal: Withdrawal & WithdrawalFacts,
  { to, deskOrigin }: Owner,
  receipt: ReceiptState,
  day: string,
  gifts: readonly WaitingGift[],
): Mail {
  const { reference } = withdrawal;
  return composeMail(to, mail.noticeSubject.replace("{reference}", reference), [
    { title: mail.noticeTitle },
    { text: fillIn(mail.notice, { facts: tellWithdrawal(withdrawal, day) }) },
    ...gifts.map((gift) => ({ text: sayGift(gift) })),
    {
      rows: rowsOf(withdrawal).map(([label, text]) => [label, label === facts.email ? text : unlinked(text)] as const),
    },
    { text: mail.noticeReceipt[receipt] },
    ...(deskOrigin === null ? [] : [{ link: mail.noticeLink, href: `${deskOrigin}${deskWithdrawalPath(reference)}` }]),
  ]);
}

/** Of a day's withdrawals those that a digest shows, the gifts that are still to be mailed, and how many withdrawals there are. */
type Listed = {
  shown: readonly (WithdrawalFacts & Pick<Withdrawal, "reference" | "receipt">)[];
  gifts: readonly WaitingGift[];
  count: number;
};

/** The owner's digest of the withdrawals of a day without a notice of their own; `day` is `2026-11-22`, in UTC. */
export function composeWithdrawalDigest(
  { shown, gifts, count: all }: Listed,
  day: string,
  { to, deskOrigin }: Owner,
): Mail {
  const count = String(all);
  const more = all - shown.length;
  return composeMail(to, fillIn(mail.digestSubject, { count }), [
    { title: mail.digestTitle },
    { text: fillIn(mail.digest, { count, day: formatDay(day) }) },
    {
      lines: [
        ...shown.map((one) => `${one.reference}: ${sayWithdrawal(one)}; ${mail.digestReceipt[one.receipt]}`),
        ...(more === 0 ? [] : [fillIn(mail.digestMore, { count: more })]),
      ],
    },
    ...gifts.map((gift) => ({ text: sayGift(gift) })),
    ...(deskOrigin === null ? [] : [{ link: mail.digestLink, href: `${deskOrigin}${DESK_WITHDRAWALS_PATH}` }]),
  ]);
}

/** A stranger's text for the owner, in which no mail program finds an address to press. */
function unlinked(text: string): string {
  return text.replaceAll("://", ": //").replace(/(?<=[\p{L}\p{N}])\.(?=\p{L}{2})/gu, "[.]");
}

function rowsOf({ receivedAt, ...withdrawal }: Withdrawal): readonly (readonly [string, string])[] {
  const known = { ...withdrawal, receivedAt: formatMoment(receivedAt) };
  return (Object.keys(facts) as (keyof typeof facts)[]).flatMap((fact) => {
    const text = known[fact];
    return text === undefined ? [] : [[facts[fact], text] as const];
  });
}
