import { env } from "cloudflare:workers";
import { beforeEach, expect, test, vi } from "vitest";
import { oweMail } from "../../src/ledger/mails.ts";
import { createFormName, readFormName } from "../../src/orders/withdrawal/form-name.ts";
import { WITHDRAWAL_COPY as COPY } from "../../src/orders/withdrawal/withdrawal-copy.ts";
import { composeReceipt } from "../../src/orders/withdrawal/withdrawal-mail.ts";
import {
  NOTICES_A_DAY,
  recordWithdrawal,
  type Withdrawal,
  type WithdrawalOutcome,
} from "../../src/orders/withdrawal/withdrawals.ts";
import { sql } from "../../src/server/database.ts";
import type { Bindings } from "../../src/server/env.ts";
import { openShop } from "../../src/server/shop.ts";
import type { MailKind } from "../../src/shared/mail-kind.ts";
import { sendMail } from "../../src/upkeep/send-mail-steps.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, now, passTime } from "../clock.ts";
import { WITHDRAWAL } from "../mail-samples.ts";
import { eachRow } from "../table.ts";
import { all, texts, visibleText } from "./document.ts";
import { emptyLedger, keepOrder, paidOrder, rowsOf, run } from "./ledger-rows.ts";
import { inTurn } from "./limits.ts";
import { type MailRun, type MailWorld, refuseAddress, refuseMail, runMails } from "./mail-steps.ts";
import { askWith, pageOf, shopOf } from "./shop.ts";
import { createIdleWorkflow, type Instance } from "./workflows.ts";

/** The mails after a withdrawal: the receipt to the buyer, and what the owner is told. */

const INTENT = "pi_3QxYzAbCdEfGhIjKlMnOpQr";
const BUYER = "jan@example.nl";
const OWNER = "baas@example.nl";
const NOW = new Date("2026-07-01T22:10:00Z");
const SHOP = "https://winkel.example";
const TEXTS = { name: "Jan <b>de</b> Vries", contract: "Klein Vaarbewijs 1 $& {reference}" };
const FIELDS = { ...TEXTS, email: BUYER, reason: "Ik vaar\nniet meer." };
const ADDRESSES = { MAIL_FROM: "Winkel <winkel@example.nl>", MAIL_OWNER: OWNER };

/** Withdraws now by the order's own link, or without one. */
type Typed = Partial<typeof FIELDS>;
async function withdraw(changes: Typed = {}, intentId: string | null = INTENT, name?: string): Promise<Withdrawal> {
  const outcome = await press({ ...FIELDS, ...changes }, intentId, name);
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

/** Mails as they are read. A reference is random. */
const told = ({ mails }: MailRun) =>
  mails
    .map(({ from, to, subject, text }) => `${JSON.stringify(from)} ${to}\n${subject}\n\n${text}`)
    .join("\n\n")
    .replaceAll(/HR(-[0-9A-Z]{4}){3}/g, "HR-\u2026");
const ACCESS = { ACCESS_TEAM_DOMAIN: "https://vaarkoers.cloudflareaccess.example", ACCESS_AUD: "a".repeat(64) };

test("the receipt says what was declared and when it was received, by the buyers' clock; the owner is told, with the payment and its screen at the desk", async () => {
  const { reference } = await withdraw();
  expect(
    told(await follow({ about: reference, bindings: { ...ACCESS, SITE_ORIGIN: SHOP } as never })),
  ).toMatchSnapshot();
});

test("the owner is told at the trader's address, if it has no other, and not, if nobody is to be told", async () => {
  for (const [more, state] of [[{}, "sent"] as const, [{ TRADER_EMAIL: undefined }, "withheld"] as const]) {
    const { reference } = await withdraw({}, null);
    const { mails } = await follow({ about: reference, bindings: { MAIL_OWNER: "", ...more } as Partial<Bindings> });
    expect(mails.map(({ to }) => to)).toEqual(state === "sent" ? [env.TRADER_EMAIL, BUYER] : [BUYER]);
    expect(await mailsAbout(reference)).toContainEqual(expect.objectContaining({ kind: "withdrawal-notice", state }));
  }
});

test("a receipt that cannot be sent for weeks is given up, and the owner hears of it, and that the day to repay has passed", async () => {
  const { reference } = await withdraw();
  const at = new Date(NOW.getTime() + 21 * DAY_MS);
  expect(await sendOnce("receipt", reference, { EMAIL: refusing("E_DELIVERY_FAILED"), at })).toBe("failed");
  const { mails } = await follow({ about: reference });
  expect(mails.map(({ to, text }) => text.includes("was 16 juli 2026") && to)).toEqual([OWNER, OWNER]);
  expect(mails.filter(({ text }) => text.includes(COPY.mail.noticeReceipt.failed))).toHaveLength(1);
});

test("a receipt that cannot be sent because its address was struck off is not tried again; the owner's second mail says so", async () => {
  const { reference } = await withdraw();
  await run(sql("UPDATE withdrawals SET notice = 'digest'"));
  await sendOnce("withdrawal-notice", reference, { EMAIL: { send: async () => undefined } });
  await run(oweMail({ kind: "receipt", about: reference, version: "2" }, NOW.toISOString()));
  const { mails } = await follow({ about: reference, ...refuseAddress(BUYER) });
  expect(mails.map(({ to }) => to)).toEqual([OWNER]);
  expect(mails[0]?.text).toContain("is niet verstuurd: de maildienst weigert dit e-mailadres.");
  expect(await mailsAbout(reference)).toEqual([
    ...["", "2"].map((version) => ({ kind: "receipt", version, state: "refused", detail: "full" })),
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

test("a receipt to an address that no order proves leads to all that was declared, with its time, for whoever has the mail", async () => {
  const { reference } = await withdraw({ email: "slachtoffer@example.nl" });
  const { mails } = await follow({ about: reference, bindings: { SITE_ORIGIN: SHOP } });
  const receipt = mails.find(({ to }) => to === "slachtoffer@example.nl");
  expect(receipt?.text).not.toMatch(/Vries|niet meer/);
  expect(mails.find(({ to }) => to === OWNER)?.text).toContain(COPY.mail.noticeReceipt.facts);
  const link = new RegExp(`^${SHOP}(/herroepen\\?ontvangst=\\S+)$`, "m").exec(receipt?.text ?? "")?.[1] ?? "";
  const page = await pageOf(askWith({}, link));
  const facts = [reference, "2 juli 2026 om 00:10", FIELDS.name, FIELDS.contract];
  expect(texts(page, ".facts dd")).toEqual([...facts, "slachtoffer@example.nl", "Ik vaar niet meer."]);
  // No form, nothing that was typed is a link, and the order of the payment stays unknown to a stranger.
  expect([all(page, "main form, main a"), visibleText(page).includes(COPY.done.byMail)]).toEqual([[], true]);
  expect(page.toString()).not.toContain(INTENT);
  // Nor do they read there who proves it later.
  await withdraw();
  expect(visibleText(await pageOf(askWith({}, link)))).not.toMatch(/@example/);
});

test.each([
  ["Klein Vaarbewijs 1 en 2, VK-1A2B3C4D5E", "Klein Vaarbewijs 1 en 2, VK-1A2B3C4D5E"],
  ["mijn cursus klein vaarbewijs 1 van mei", "Klein Vaarbewijs 1"],
  ["Klein Vaarbewijs 1 en Klein Vaarbewijs 2", "Klein Vaarbewijs 1, Klein Vaarbewijs 2"],
  ["Marifonie en Klein Vaarbewijs 1 en 2", "Klein Vaarbewijs 1 en 2, Marifonie"],
])(
  "a receipt to an address that no order proves: of facts names what '%s' means, and not one course of two",
  (contract, named) => {
    // What else it says: house/mails.test.ts.
    const { text } = composeReceipt({ ...WITHDRAWAL, contract, isOpen: false }, {}, "facts", null);
    expect(text).not.toContain(COPY.done.next);
    for (const said of [`${COPY.facts.contract}: ${named}\n`, COPY.mail.kept]) expect(text).toContain(said);
    expect(text).not.toContain("ontvangst=");
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
  const asReceipt = { kind: "receipt", about: reference, version: at } as const;
  await run(sql("UPDATE withdrawals SET is_proven = 1"), oweMail({ ...asReceipt, kind: "withdrawal-notice" }, at));
  expect((await follow({ about: reference })).mails[0]?.text).toContain(COPY.mail.noticeReceipt.held);
  // One with the facts alone may have gone.
  await run(sql("UPDATE withdrawals SET receipt = 'facts'"), oweMail(asReceipt, at));
  const asked = await follow({ about: reference });
  expect(asked.mails.map(({ to }) => to)).toEqual([BUYER]);
  expect(asked.mails[0]?.text).toContain("Reden: Ik vaar\n  niet meer.");
  expect(await mailsAbout(reference)).toContainEqual({ kind: "receipt", version: at, state: "sent", detail: "full" });
  // Of several the owner hears of the one that could not go.
  await run(oweMail({ ...asReceipt, version: now(1).toISOString() }, at));
  const [second] = (await follow({ about: reference, ...refuseAddress(BUYER) })).mails;
  expect([second?.to, second?.text.includes(COPY.mail.noticeReceipt.refused)]).toEqual([OWNER, true]);
});

test.each([
  ["jan+klas@example.nl", "unproven", 1],
  ["jan@exmaple.nl", "unproven", 0],
  ["jan@exmaple.nl", "resent", 0],
  ["jan@exmaple.nl", "resent", 1],
] as const)(
  "a receipt that was lost, or went to %s, goes once more, in full, for each new form of who proves the order, five a day; the owner is told once: %s",
  async (email, first, told) => {
    const { reference } = await withdraw({ email });
    const [label, form] = [email.replace("@", "+x@"), await openForm()];
    const held = "UPDATE mails SET state = 'sending', claim = 'c', claimed_until = '2027' WHERE kind = 'receipt' OR ?1";
    if (first === "unproven" && told) await follow({ about: reference, forMs: 0 });
    // The owner's notice waits.
    else if (first === "unproven") await sendOnce("receipt", reference, { EMAIL: { send: async () => undefined } });
    // Whoever was sending it has died.
    else await run(sql(held, told));
    expect(await mailingOf(label, INTENT)).toEqual([first, "now"]);
    const later = (ms: number, to: string) => void (ms === 0 && to === BUYER && refuseMail("E_DELIVERY_FAILED"));
    const notices: boolean[] = [];
    const sent = await inTurn(9, async (n) => {
      if (n === 4) await withdraw();
      passTime(n < 8 ? 1 : DAY_MS);
      await withdraw({ email: "dief@example.nl" });
      const fields = { ...FIELDS, email: n === 1 ? label : BUYER, ...(n === 5 && { reason: "Anders" }) };
      const outcome = await press(fields, INTENT, n === 2 || n === 3 ? form : undefined);
      const { mails } = await follow({ about: reference, send: later, forMs: MINUTE_MS });
      notices.push(
        ...mails.flatMap(({ to, text }) => (to === OWNER ? text.includes(COPY.mail.noticeReceipt.full) : [])),
      );
      const wholes = mails.flatMap(({ to, text }) => (to === BUYER ? text.includes("niet meer.") : []));
      return [outcome.status === "recorded" && outcome.receipt, ...wholes];
    });
    expect(notices).toEqual([true]);
    expect(await rowsOf("SELECT version FROM mails WHERE version = 'proven'")).toHaveLength(told);
    expect(sent.join(" ")).toBe("full,true earlier full,true full full,true resent,true earlier earlier full,true");
    expect(await rowsOf("SELECT * FROM withdrawals WHERE is_proven")).toMatchObject([{ reference, email: BUYER }]);
  },
);

test("the digest tells the owner the next morning of each withdrawal of the day that had no notice, and of no other", async () => {
  vi.setSystemTime("2026-11-21T20:00:00Z");
  const dayBefore = await withdrawMany(NOTICES_A_DAY + 1, "b");
  // The day is that of the press, whenever the form was opened.
  vi.setSystemTime("2026-11-21T23:50:00Z");
  const forms = await inTurn(NOTICES_A_DAY + 2, openForm);
  vi.setSystemTime("2026-11-22T00:10:00Z");
  const ofDay = [];
  for (let n = 0; n < NOTICES_A_DAY + 2; n += 1) {
    ofDay.push(await withdraw({ email: n < 6 ? BUYER : `a${n}@example.nl` }, null, forms[n]));
  }
  const [held, facts] = [await withdraw({}, null), ofDay.at(-1)];
  vi.setSystemTime("2026-11-23T05:30:00Z");
  // The trader's address is enough.
  const { mails } = await follow({ about: "2026-11-22", bindings: { MAIL_OWNER: "" } as Partial<Bindings> });
  const { to, subject, atMs, text = "" } = mails[0] ?? {};
  const title = "[local] Herroepingen van gisteren: 3 zonder eigen bericht";
  expect([mails.length, to, subject, atMs]).toEqual([1, env.TRADER_EMAIL, title, HOUR_MS / 2]);
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

/** What the press is answered about its receipt, and when the owner is told. */
async function mailingOf(email: string, intentId: string | null, name?: string): Promise<[string, string]> {
  const outcome = await press({ ...FIELDS, email }, intentId, name);
  return outcome.status === "recorded" ? [outcome.receipt, outcome.withdrawal.notice] : [outcome.status, ""];
}

const NOOR = "noor@example.nl";
/** An order of then is meant by nothing that is typed before. */
const NEXT_YEAR = "2027-01-01T00:00:00.000Z";
const keep = (intentId: string) => keepOrder(paidOrder({ intentId, email: "Noor@Example.nl" }));

test.each([
  ["its link and its address, in any case", "NOOR@example.nl", "pi_proof", "full"],
  ["its link, and another address", "slachtoffer@example.nl", "pi_proof", "facts"],
  ["its link, and a label of its address", "noor+x@example.nl", "pi_proof", "facts"],
  ["the link of an order that is not there", NOOR, "pi_other", "facts"],
  ["the link of one that is heard of after the receipt", NOOR, "pi_late", "facts"],
  ["its address alone", NOOR, null, "facts"],
] as const)("who proves the order: %s", async (_name, email, intentId, receipt) => {
  await keep("pi_proof");
  expect(await mailingOf(email, intentId)).toEqual([receipt, "now"]);
  const [{ reference, ...row } = {}] = await rowsOf("SELECT reference, is_proven FROM withdrawals");
  expect(row).toEqual({ is_proven: receipt === "full" ? 1 : 0 });
  const send = () => sendOnce("receipt", String(reference), { EMAIL: { send: async () => undefined } });
  if (intentId === "pi_late") await send();
  for (const id of ["pi_other", "pi_late"]) await keep(id);
  if (intentId !== "pi_late") await send();
  const detail = intentId === "pi_other" ? "full" : receipt;
  expect(await mailsAbout(String(reference))).toContainEqual(expect.objectContaining({ state: "sent", detail }));
  const said = COPY.mail.noticeReceipt[intentId === "pi_late" ? "late" : detail];
  expect((await follow({ about: String(reference) })).mails.map(({ text }) => text.includes(said))).toEqual([true]);
});

/**
 * Presses of the form: how many, of which address, and what each is answered. `each`: another address each time. `linked`: by the link of
 * an order of that address. `opened`: of the next of the forms that were opened; `again`: of the last that were pressed.
 */
eachRow(`
    # To one mailbox five a day, under whatever address; other visitors get theirs
    the fifth is the last | 1 jan.p@gmail.com facts, 1 JanP@Gmail.com facts, 1 janp+1@gmail.com facts, 1 janp+2@gmail.com facts, 1 janp@gmail.com facts, 1 janp+3@gmail.com held, 1 j.a.n.p@gmail.com held, 1 piet facts, at 2026-07-02T00:00, 1 janp@gmail.com facts | 7 receipts, 9 notices
    at its other domain too | 5 janp@googlemail.com facts, 1 j.anp@googlemail.com held | 5 receipts, 6 notices
    by the day of the press, whenever its form was opened | at 2026-11-22T23:50, 5 jan facts, 6 forms, at 2026-11-23T00:10, 1 jan facts opened, 4 jan facts, 5 jan held opened | 10 receipts, 15 notices
    what was held stays so, however often and late it is pressed | 8 forms, 5 jan facts opened, 3 jan held opened, 3 forms, at 2026-07-02T22:10, 3 jan held again, 1 jan expired opened, at 2026-07-04T22:10, 3 jan held again, 1 jan expired opened, at 2026-07-07T22:10, 3 jan held again, 1 jan expired opened, 1 jan facts | 6 receipts, 9 notices
    # To strangers fifty a day beyond each one's first, and 250 in all: nobody can mail a thousand addresses here
    what is held takes nothing from others | 1 piet full linked, 5 jan facts, 3 jan held, 44 each facts, 1 a2 facts, 1 a1 held, 1 noor facts, 1 noor held, 1 noor full linked | 53 receipts, 12 notices
    first ones end too | 250 each facts, 5 each held, 1 noor full linked, at 2026-07-02T00:00, 1 b facts | 252 receipts, 12 notices
    # Who proves the order is held back by no stranger, and the owner hears of it at once
    five a day to its own mailbox | 5 noor facts, 7 noor held, 5 noor full linked, 1 noor held linked, 5 piet full linked, 1 piet held | 15 receipts, 21 notices`)(
  "receipts: %s",
  async (_promise, story, ended) => {
    const opened: string[] = [];
    const pressed: string[] = [];
    const receipts: Instance[] = [];
    started = [];
    let others = 0;
    const forget = () => {
      receipts.push(...started.filter(({ id }) => id.startsWith("receipt")));
      started = [];
    };
    for (const step of story.split(", ")) {
      const [count = "", who = "", answer, form] = step.split(" ");
      // After a day the platform has forgotten the names of its instances.
      if (count === "at") forget();
      if (count === "at") vi.setSystemTime(`${who}:00Z`);
      else if (who === "forms") opened.push(...(await inTurn(Number(count), openForm)));
      else
        await inTurn(Number(count), async (n) => {
          const email = who.includes("@") ? who : `${who === "each" ? `a${others++}` : who}@example.nl`;
          const intentId = form === "linked" ? `pi_limits${others++}` : null;
          if (intentId !== null) await keepOrder(paidOrder({ intentId, email }, NEXT_YEAR));
          const name =
            form === "opened" ? opened.shift() : form === "again" ? pressed.at(n - Number(count)) : undefined;
          if (form === "opened" && answer !== "expired") pressed.push(name ?? "");
          const [receipt, notice] = await mailingOf(email, intentId, name);
          expect(receipt, step).toBe(answer);
          if (intentId !== null) expect(notice).toBe("now");
        });
    }
    forget();
    const owed = (kind: string) => rowsOf("SELECT about FROM mails WHERE kind = ?1", kind);
    const all = await owed("receipt");
    expect(`${all.length} receipts, ${(await owed("withdrawal-notice")).length} notices`).toBe(ended);
    // Each has begun, and once.
    expect(receipts).toHaveLength(all.length);
  },
);
