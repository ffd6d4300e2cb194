import { env } from "cloudflare:workers";
import { beforeEach, expect, test, vi } from "vitest";
import { oweMail } from "../../src/ledger/mails.ts";
import { createFormName, readFormName } from "../../src/orders/withdrawal/form-name.ts";
import { WITHDRAWAL_COPY as COPY } from "../../src/orders/withdrawal/withdrawal-copy.ts";
import { composeReceipt } from "../../src/orders/withdrawal/withdrawal-mail.ts";
import {
  FIRST_RECEIPTS_A_DAY,
  NOTICES_A_DAY,
  RECEIPTS_A_DAY,
  RECEIPTS_A_DAY_TO_ONE,
  recordWithdrawal,
  type Withdrawal,
  type WithdrawalOutcome,
} from "../../src/orders/withdrawal/withdrawals.ts";
import { sql } from "../../src/server/database.ts";
import type { Bindings } from "../../src/server/env.ts";
import { openShop } from "../../src/server/shop.ts";
import type { MailKind } from "../../src/shared/mail-kind.ts";
import { receiptPath } from "../../src/shared/paths.ts";
import { sendMail } from "../../src/upkeep/send-mail-steps.ts";
import { now } from "../clock.ts";
import { all, texts, visibleText } from "./document.ts";
import { emptyLedger, keepOrder, rowsOf, run } from "./ledger-rows.ts";
import { inTurn } from "./limits.ts";
import { collectLogs } from "./logs.ts";
import { type MailWorld, runMails } from "./mail-steps.ts";
import { paidOrder } from "./paid-order.ts";
import { askWith, ORDER_KEYS, pageOf, shopOf } from "./shop.ts";
import { createIdleWorkflow, type Instance } from "./workflows.ts";

/** The mails after a withdrawal: the receipt to the buyer, and what the owner is told. */

collectLogs();

const INTENT = "pi_3QxYzAbCdEfGhIjKlMnOpQr";
const BUYER = "jan@example.nl";
const OWNER = "baas@example.nl";
const NOW = new Date("2026-07-01T22:10:00Z");
const SHOP = "https://winkel.example";
const LINK = `${SHOP}${receiptPath(`1.HR-AAAA-BBBB-CCCC.${"A".repeat(43)}`)}`;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const TEXTS = { name: "Jan <b>de</b> Vries", contract: "Klein Vaarbewijs 1 $& {reference}" };
const FIELDS = { ...TEXTS, email: BUYER, reason: "Ik vaar\nniet meer." };
const ADDRESSES = { MAIL_FROM: "Winkel <winkel@example.nl>", MAIL_OWNER: OWNER };

/** Withdraws now by the order's own link, or without one. */
async function withdraw(changes: Partial<typeof FIELDS> = {}, intentId: string | null = INTENT): Promise<Withdrawal> {
  const outcome = await press({ ...FIELDS, ...changes }, intentId);
  if (outcome.status !== "recorded") throw new Error("not recorded");
  return outcome.withdrawal;
}
const openForm = () => createFormName(shopOf());
/** Presses the button of a form, by default of a new one. */
async function press(fields: typeof FIELDS, intentId: string | null, name?: string): Promise<WithdrawalOutcome> {
  const form = await readFormName(shopOf(), name ?? (await openForm()));
  if (form === null) throw new Error("the form's name does not read");
  return recordWithdrawal(shopOf({ MAILER: createIdleWorkflow(started) }), { form, fields, intentId });
}
let started: Instance[] = [];
const withdrawMany = (count: number, name: string) =>
  Promise.all(Array.from({ length: count }, (_, n) => withdraw({ email: `${name}${n}@example.nl` }, null)));

const follow = ({ bindings = {}, ...world }: MailWorld & { about: string }) =>
  runMails(world.about, { ...world, bindings: { ...ADDRESSES, ...bindings } as Partial<Bindings> });

/** Sends one mail once, at this moment; the clock stands there then. */
async function sendOnce(kind: MailKind, about: string, { version = "", EMAIL = {} as object, at = now() } = {}) {
  vi.setSystemTime(at);
  const bindings = { ...env, ...ADDRESSES, MAILER: createIdleWorkflow(), EMAIL } as unknown as Bindings;
  return sendMail(openShop(bindings), { kind, about, version });
}

const refusing = (code: string) => ({ send: () => Promise.reject(Object.assign(new Error("bounced"), { code })) });

const mailsAbout = (about: string) =>
  rowsOf("SELECT kind, version, state, detail FROM mails WHERE about = ?1 ORDER BY kind, version", about);

beforeEach(async () => {
  vi.setSystemTime(NOW);
  await emptyLedger();
  await keepOrder(paidOrder({ intentId: INTENT, email: BUYER }));
});

test("the receipt says what was declared and when it was received, by the buyers' clock", async () => {
  const { reference } = await withdraw();
  const receipt = (await follow({ about: reference })).mails.find(({ to }) => to === BUYER);
  expect(receipt?.from).toEqual({ name: "Winkel", email: "winkel@example.nl" });
  expect(receipt?.subject).toBe(`Ontvangstbevestiging van je herroeping (${reference})`);
  const contract = "Overeenkomst: Klein Vaarbewijs 1 $& {reference}";
  // No name has such signs: it is told, and not greeted.
  const facts = ["2 juli 2026 om 00:10", `Kenmerk: ${reference}`, contract, "Reden: Ik vaar\nniet meer."];
  for (const text of ["Hallo,", ...facts]) expect(receipt?.text).toContain(text);
  // Its reader declared no payment.
  expect(receipt?.text).not.toContain("pi_");
});

const ACCESS = { ACCESS_TEAM_DOMAIN: "https://vaarkoers.cloudflareaccess.example", ACCESS_AUD: "a".repeat(64) };
const DESK = { ...ACCESS, SITE_ORIGIN: SHOP } as never;

test("the owner is told, with the payment and its screen at the desk", async () => {
  const { reference } = await withdraw({ reason: "Klik www.evil.example/beheer of https://evil.example" });
  const notice = (await follow({ about: reference, bindings: DESK })).mails.find(({ to }) => to === OWNER);
  const said = "bewezen door de link van de bestelling; recht tot en met 16 juli 2026.";
  for (const text of [
    // What a stranger wrote is no link.
    "Reden: Klik www[.]evil[.]example/beheer of https: //evil[.]example",
    ...[`Betaling: ${INTENT}`, `${SHOP}/beheer/herroepingen/${reference}`, COPY.mail.noticeReceipt.full],
    `Dit is zo: ${said} De laatste dag om terug te betalen is 16 juli 2026.`,
  ])
    expect(notice?.text).toContain(text);
});

test("the owner is told at the trader's address, if it has no other, and not, if nobody is to be told", async () => {
  for (const [more, state] of [[{}, "sent"] as const, [{ TRADER_EMAIL: undefined }, "withheld"] as const]) {
    const { reference } = await withdraw({}, null);
    const { mails } = await follow({ about: reference, bindings: { MAIL_OWNER: "", ...more } as Partial<Bindings> });
    expect(mails.map(({ to }) => to)).toEqual(state === "sent" ? [BUYER, env.TRADER_EMAIL] : [BUYER]);
    expect(await mailsAbout(reference)).toContainEqual(expect.objectContaining({ kind: "withdrawal-notice", state }));
  }
});

test("a receipt that cannot be sent for a week is given up, and the owner, who was told, hears of it", async () => {
  const { reference } = await withdraw();
  const at = new Date(NOW.getTime() + 7 * DAY_MS);
  expect(await sendOnce("receipt", reference, { EMAIL: refusing("E_DELIVERY_FAILED"), at })).toBe("failed");
  const { mails } = await follow({ about: reference });
  expect(mails.map(({ to }) => to)).toEqual([OWNER, OWNER]);
  expect(mails.filter(({ text }) => text.includes(COPY.mail.noticeReceipt.failed))).toHaveLength(1);
});

test("a receipt that cannot be sent because its address was struck off is not tried again; the owner's second mail says so", async () => {
  const { reference } = await withdraw();
  await sendOnce("withdrawal-notice", reference, { EMAIL: { send: async () => undefined } });
  const send = (_atMs: number, to: string) => {
    if (to === BUYER) throw Object.assign(new Error("bounced"), { code: "E_RECIPIENT_SUPPRESSED" });
  };
  const { mails } = await follow({ about: reference, send });
  expect(mails.map(({ to }) => to)).toEqual([OWNER]);
  expect(mails[0]?.text).toContain(COPY.mail.noticeReceipt.refused);
  expect(await mailsAbout(reference)).toEqual([
    { kind: "receipt", version: "", state: "refused", detail: "full" },
    { kind: "withdrawal-notice", version: "", state: "sent", detail: null },
    { kind: "withdrawal-notice", version: "later", state: "sent", detail: null },
  ]);
});

test("a receipt that cannot be sent is not told of by a mail of its own, if the withdrawal was not: anybody could cause hundreds", async () => {
  const others = await withdrawMany(NOTICES_A_DAY, "a");
  expect(others.map(({ notice }) => notice)).toEqual(Array(NOTICES_A_DAY).fill("now"));
  const { reference, notice } = await withdraw({ email: "slachtoffer@example.nl" }, null);
  expect(notice).toBe("digest");
  expect(await sendOnce("receipt", reference, { EMAIL: refusing("E_RECIPIENT_SUPPRESSED") })).toBe("refused");
  expect(await mailsAbout(reference)).toEqual([{ kind: "receipt", version: "", state: "refused", detail: "facts" }]);
  // The rest of the day's is in one mail, the next morning; the next day counts from zero.
  expect(await mailsAbout("2026-07-01")).toMatchObject([{ kind: "digest", state: "due" }]);
  vi.setSystemTime("2026-07-02T22:10:00Z");
  expect((await withdraw({ email: "b@example.nl" }, null)).notice).toBe("now");
});

test("whoever was erased since gets no receipt", async () => {
  const { reference } = await withdraw();
  await run(sql("UPDATE withdrawals SET email = '' WHERE reference = ?1", reference));
  const { mails } = await follow({ about: reference });
  expect(mails.map(({ to }) => to)).toEqual([OWNER]);
  const withheld = { kind: "receipt", version: "", state: "withheld", detail: "erased" };
  expect(await mailsAbout(reference)).toContainEqual(withheld);
});

const HOSTILE: Withdrawal = {
  reference: "HR-AAAA-BBBB-CCCC",
  receivedAt: NOW.toISOString(),
  isProven: false,
  receipt: "facts",
  notice: "now",
  name: "Uw bank www.boze-site.example",
  contract: "Klik op https://boze-site.example KLEIN VAARBEWIJS 2 vk-1a2b3c4d5e of verlies alles",
  email: "slachtoffer@example.nl",
  reason: "Betaal nu op boze-site.example",
  intentId: "pi_1",
};

test("a receipt to an address that no order proves says when, under which reference, and only facts that we know: no typed text", () => {
  const { text, html, subject } = composeReceipt(HOSTILE, {}, "facts", LINK);
  for (const body of [text, html]) {
    for (const fact of ["HR-AAAA-BBBB-CCCC", "2 juli 2026 om 00:10", "Klein Vaarbewijs 2, VK-1A2B3C4D5E"])
      expect(body).toContain(fact);
    expect(subject + body).not.toMatch(/boze|bank|klik|alles|betaal nu|slachtoffer|pi_1/i);
  }
  // The one link leads to all of it, in the shop.
  expect(html.match(/<a [^>]*href="[^"]*"/g)).toEqual([expect.stringContaining(`href="${LINK}"`)]);
  const unlinked = composeReceipt(HOSTILE, {}, "facts", null);
  expect(unlinked.text).toContain(COPY.mail.kept);
  expect(unlinked.text + unlinked.html).not.toMatch(/<a |ontvangst=/);
});

test("a receipt to an address that no order proves leads to all that was declared, with its time, for whoever has the mail", async () => {
  const { reference } = await withdraw({ email: "slachtoffer@example.nl" });
  const { mails } = await follow({ about: reference, bindings: { ...ORDER_KEYS, SITE_ORIGIN: SHOP } });
  const receipt = mails.find(({ to }) => to === "slachtoffer@example.nl");
  expect(receipt?.text).not.toMatch(/Vries|niet meer/);
  expect(mails.find(({ to }) => to === OWNER)?.text).toContain(COPY.mail.noticeReceipt.facts);
  const link = new RegExp(`^${SHOP}(/herroepen\\?ontvangst=\\S+)$`, "m").exec(receipt?.text ?? "")?.[1] ?? "";
  const page = await pageOf(askWith(ORDER_KEYS, link));
  const facts = [reference, "2 juli 2026 om 00:10", FIELDS.name, FIELDS.contract];
  expect(texts(page, ".facts dd")).toEqual([...facts, "slachtoffer@example.nl", "Ik vaar niet meer."]);
  // No form, nothing that was typed is a link, and the order of the payment stays unknown to a stranger.
  expect([all(page, "main form, main a"), visibleText(page).includes(COPY.done.byMail)]).toEqual([[], true]);
  expect(page.toString()).not.toContain(INTENT);
});

test.each([
  ["Klein Vaarbewijs 1 en 2, VK-1A2B3C4D5E", "Klein Vaarbewijs 1 en 2, VK-1A2B3C4D5E"],
  ["mijn cursus klein vaarbewijs 1 van mei", "Klein Vaarbewijs 1"],
  ["Klein Vaarbewijs 1 en Klein Vaarbewijs 2", "Klein Vaarbewijs 1, Klein Vaarbewijs 2"],
  ["Marifonie en Klein Vaarbewijs 1 en 2", "Klein Vaarbewijs 1 en 2, Marifonie"],
])(
  "a receipt to an address that no order proves: of facts names what '%s' means, and not one course of two",
  (contract, named) => {
    const { text } = composeReceipt({ ...HOSTILE, contract }, {}, "facts", LINK);
    expect(text).toContain(`${COPY.facts.contract}: ${named}\n`);
  },
);

test("a receipt to an address that no order proves: held back, it is not owed, and the owner is told how to send it; as an operator asks for it, it goes in full", async () => {
  const { reference } = await withdraw({}, null);
  await run(
    sql("UPDATE withdrawals SET receipt = 'held' WHERE reference = ?1", reference),
    sql("DELETE FROM mails WHERE kind = 'receipt'"),
  );
  const { mails } = await follow({ about: reference });
  expect(mails.map(({ to }) => to)).toEqual([OWNER]);
  expect(mails[0]?.text).toContain(COPY.mail.noticeReceipt.held);
  const at = now().toISOString();
  await run(oweMail({ kind: "receipt", about: reference, version: at }, at));
  const asked = await follow({ about: reference });
  expect(asked.mails.map(({ to }) => to)).toEqual([BUYER]);
  expect(asked.mails[0]?.text).toContain("Reden: Ik vaar\nniet meer.");
  expect(await mailsAbout(reference)).toContainEqual({ kind: "receipt", version: at, state: "sent", detail: "full" });
});

test("the digest tells the owner the next morning of each withdrawal of the day that had no notice, and of no other", async () => {
  vi.setSystemTime("2026-11-21T20:00:00Z");
  const dayBefore = await withdrawMany(NOTICES_A_DAY + 1, "b");
  vi.setSystemTime("2026-11-22T20:00:00Z");
  const ofDay = [];
  for (let n = 0; n < NOTICES_A_DAY + 2; n += 1) {
    ofDay.push(await withdraw({ email: n < 6 ? BUYER : `a${n}@example.nl` }, null));
  }
  const [held, facts] = [await withdraw({}, null), ofDay.at(-1)];
  vi.setSystemTime("2026-11-23T05:30:00Z");
  // The clock stood still in the evening: its mail goes now, too.
  const mails = (await follow({ about: "2026-11-22" })).mails.filter(({ subject }) => !subject.includes("Vandaag"));
  const { to, subject, atMs, text = "" } = mails[0] ?? {};
  const title = "[local] Herroepingen van gisteren: 3 zonder eigen bericht";
  expect([mails.length, to, subject, atMs]).toEqual([1, OWNER, title, HOUR_MS / 2]);
  const late =
    "het adres van de bestelling is getypt, en dat kan iedereen; te laat: het recht was er tot en met 16 juli 2026";
  expect(text).toContain(`${held.reference}: niet bewezen: ${late}; nog geen bevestiging`);
  const unfound = "er is geen bestelling gevonden; recht onbekend: geen bestelling";
  expect(text).toContain(`${facts?.reference}: niet bewezen: ${unfound}; bevestiging met kenmerk en tijdstip`);
  for (const { reference, notice } of [...dayBefore, ...ofDay]) {
    const isOfDay = notice === "digest" && !dayBefore.some((other) => other.reference === reference);
    expect(text.includes(reference), reference).toBe(isOfDay);
  }
});

/** How many mails the form may cause: receipts to one mailbox and to all, and notices to the owner. */
/** What the press is answered about its receipt, and when the owner is told. */
async function mailingOf(email = BUYER, intentId: string | null = null, name?: string): Promise<[string, string]> {
  const outcome = await press({ ...FIELDS, email }, intentId, name);
  return outcome.status === "recorded" ? [outcome.receipt, outcome.withdrawal.notice] : [outcome.status, ""];
}
const receiptOf = async (...pressed: Parameters<typeof mailingOf>) => (await mailingOf(...pressed))[0];

const countMails = async (kind: string) => (await rowsOf("SELECT about FROM mails WHERE kind = ?1", kind)).length;

test("receipts to one mailbox are five a day, under whatever address, and the rest is held; the next day counts from zero", async () => {
  const spellings = ["jan.p@gmail.com", "JanP@Gmail.com", "janp+1@gmail.com", "janp+2@gmail.com"];
  const receipts = [];
  for (const email of [...spellings, "janp@gmail.com", "janp+3@gmail.com", "j.a.n.p@gmail.com"])
    receipts.push(await receiptOf(email));
  expect(receipts).toEqual([...Array(RECEIPTS_A_DAY_TO_ONE).fill("facts"), "held", "held"]);
  expect(await countMails("receipt")).toBe(RECEIPTS_A_DAY_TO_ONE);
  // Other visitors get their receipts.
  expect(await receiptOf("piet@example.nl")).toBe("facts");
  vi.setSystemTime("2026-07-02T00:00:00Z");
  expect(await receiptOf("janp@gmail.com")).toBe("facts");
});

test("receipts to one mailbox count by the day of the press: forms that were opened before midnight come too late for that day's count", async () => {
  vi.setSystemTime("2026-11-22T23:50:00Z");
  await inTurn(RECEIPTS_A_DAY_TO_ONE, () => receiptOf());
  const names = await inTurn(RECEIPTS_A_DAY_TO_ONE + 1, openForm);
  vi.setSystemTime("2026-11-23T00:10:00Z");
  const [first] = names;
  expect(await receiptOf(BUYER, null, first)).toBe("facts");
  await inTurn(RECEIPTS_A_DAY_TO_ONE - 1, () => receiptOf());
  for (const name of names.slice(1)) expect(await receiptOf(BUYER, null, name)).toBe("held");
});

test("receipts to one mailbox of forms that were stored up stay held, however much later they are pressed, and none goes to a victim", async () => {
  const names = await inTurn(RECEIPTS_A_DAY_TO_ONE + 3, openForm);
  const unpressed = await inTurn(3, openForm);
  for (const name of names) await receiptOf(BUYER, null, name);
  const before = [await countMails("receipt"), await countMails("withdrawal-notice")];
  for (const days of [1, 3, 6]) {
    vi.setSystemTime(NOW.getTime() + days * DAY_MS);
    // The platform has forgotten the names of its instances.
    started = [];
    for (const name of names.slice(RECEIPTS_A_DAY_TO_ONE)) {
      expect(await receiptOf(BUYER, null, name)).toBe("held");
    }
    for (const name of unpressed) expect(await receiptOf(BUYER, null, name)).toBe("expired");
    expect(started.filter(({ id }) => id.startsWith("receipt"))).toEqual([]);
    expect([await countMails("receipt"), await countMails("withdrawal-notice")]).toEqual(before);
  }
  // What was held then counts for no later day.
  expect(await receiptOf()).toBe("facts");
});

test("receipts to strangers are fifty a day beyond each one's first; who proves the order gets the receipt all the same", async () => {
  await keepOrder(paidOrder({ intentId: "pi_limits", email: "noor@example.nl" }));
  // What is held does not count: one mailbox cannot use up what is left for others.
  const own = await Promise.all(Array.from({ length: RECEIPTS_A_DAY_TO_ONE + 3 }, () => receiptOf()));
  expect(own.filter((receipt) => receipt === "facts")).toHaveLength(RECEIPTS_A_DAY_TO_ONE);
  const others = Array.from({ length: RECEIPTS_A_DAY - RECEIPTS_A_DAY_TO_ONE + 4 }, (_, n) => `a${n}@example.nl`);
  const receipts = await Promise.all(others.map((email) => receiptOf(email)));
  expect(new Set(receipts)).toEqual(new Set(["facts"]));
  expect(await receiptOf("a0@example.nl")).toBe("held");
  expect(await receiptOf("noor@example.nl")).toBe("facts");
  expect(await receiptOf("noor@example.nl")).toBe("held");
  expect(await mailingOf("noor@example.nl", "pi_limits")).toEqual(["full", "now"]);
  expect(await countMails("receipt")).toBe(RECEIPTS_A_DAY_TO_ONE + others.length + 2);
});

test("receipts to strangers end at 250 a day, first ones too: nobody can mail a thousand addresses here", async () => {
  await keepOrder(paidOrder({ intentId: "pi_limits", email: "noor@example.nl" }));
  const receipts: string[] = [];
  for (let n = 0; n < FIRST_RECEIPTS_A_DAY + 5; n += 1) receipts.push(await receiptOf(`a${n}@example.nl`));
  expect(receipts.filter((receipt) => receipt === "facts")).toHaveLength(FIRST_RECEIPTS_A_DAY);
  expect(receipts.slice(FIRST_RECEIPTS_A_DAY)).toEqual(Array(5).fill("held"));
  // Who proves the order is not held back by them.
  expect(await receiptOf("noor@example.nl", "pi_limits")).toBe("full");
  vi.setSystemTime("2026-07-02T00:00:00Z");
  expect(await receiptOf("b@example.nl")).toBe("facts");
});

const NOOR = "noor@example.nl";
const keep = (intentId: string) => keepOrder(paidOrder({ intentId, email: "Noor@Example.nl" }));

test.each([
  ["its link and its address, in any case", "NOOR@example.nl", "pi_proof", "full"],
  ["its link, and another address", "slachtoffer@example.nl", "pi_proof", "facts"],
  ["its link, and a label of its address", "noor+x@example.nl", "pi_proof", "facts"],
  ["the link of an order that is not there", NOOR, "pi_other", "facts"],
  ["its address alone", NOOR, null, "facts"],
] as const)("who proves the order: %s", async (_name, email, intentId, receipt) => {
  await keep("pi_proof");
  expect(await mailingOf(email, intentId)).toEqual([receipt, "now"]);
  const [row] = await rowsOf("SELECT is_proven FROM withdrawals");
  expect(row).toEqual({ is_proven: receipt === "full" ? 1 : 0 });
});

test("who proves the order is held back by no stranger, and the owner hears of it at once", async () => {
  const ids = Array.from({ length: RECEIPTS_A_DAY_TO_ONE + 1 }, (_, n) => `pi_proof${n}`);
  for (const intentId of ids) await keep(intentId);
  for (let n = 0; n < NOTICES_A_DAY + 2; n += 1) await receiptOf(NOOR);
  const [first = "", ...others] = ids;
  expect(await mailingOf(NOOR, first)).toEqual(["full", "now"]);
  const mailings = [];
  for (const intentId of others) mailings.push(await mailingOf(NOOR, intentId));
  expect(mailings).toEqual([...Array(RECEIPTS_A_DAY_TO_ONE - 1).fill(["full", "now"]), ["held", "now"]]);
});
