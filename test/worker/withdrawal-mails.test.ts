import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { WITHDRAWAL_COPY as COPY } from "../../src/content/withdrawal.ts";
import type { Bindings } from "../../src/env.ts";
import { composeReceipt } from "../../src/mails/withdrawal.ts";
import type { Mail } from "../../src/services/mail.ts";
import { countMailing, readTally } from "../../src/services/receipts.ts";
import { RECEIPT_PREFIX, WITHDRAWAL_PREFIX, type Withdrawal } from "../../src/services/withdrawals.ts";
import { mailDigest, mailWithdrawal } from "../../src/workflows/after-withdrawal.ts";
import { collectLogs } from "./logs.ts";
import { kvWorld, onEveryKv } from "./places.ts";
import { AWAY, emptyKv } from "./shop.ts";
import { refusePast } from "./workflow-limits.ts";

/** The mails after a withdrawal: the receipt to the buyer and the notice to the owner. */

const logs = collectLogs();

const WITHDRAWAL: Withdrawal = {
  reference: "HR-AAAA-BBBB-CCCC",
  receivedAt: "2026-07-01T22:10:00.000Z",
  name: "Jan <b>de</b> Vries",
  contract: "Klein Vaarbewijs 1 $& {reference}",
  email: "jan@example.nl",
  reason: "Ik vaar\nniet meer.",
  intentId: "pi_3QxYzAbCdEfGhIjKlMnOpQr",
};

/** Runs each step once, as the platform does at first. */
async function run(
  bindings: object = {},
  mailing: object = { receipt: "full", notice: "now" },
): Promise<{ mails: (Mail & { from: object })[]; steps: Readonly<Record<string, unknown>> }> {
  const mails: (Mail & { from: object })[] = [];
  const steps: Record<string, unknown> = {};
  const EMAIL = { send: async (mail: Mail & { from: object }) => void mails.push(mail) };
  const addresses = { MAIL_FROM: "Winkel <winkel@example.nl>", MAIL_OWNER: "baas@example.nl" };
  const all = { ...env, ...kvWorld.at("workflow"), EMAIL, ...addresses, ...bindings };
  const step = {
    do: async <T>(name: string, _config: unknown, callback: () => Promise<T>): Promise<T> => {
      const result = await callback();
      steps[name] = result;
      return result;
    },
  };
  const { reference } = WITHDRAWAL;
  await mailWithdrawal(all as unknown as Bindings, { reference, ...mailing } as never, new Date(), step as never);
  return { mails, steps };
}

beforeEach(async () => {
  await emptyKv(env.ORDERS);
  await env.ORDERS.put(WITHDRAWAL_PREFIX + WITHDRAWAL.reference, JSON.stringify(WITHDRAWAL));
});

onEveryKv(() => {
  test("the receipt says what was declared and when it was received, by the buyers' clock", async () => {
    const receipt = (await run()).mails.find(({ to }) => to === "jan@example.nl");
    expect(receipt?.from).toEqual({ name: "Winkel", email: "winkel@example.nl" });
    expect(receipt?.subject).toBe("Ontvangstbevestiging van je herroeping (HR-AAAA-BBBB-CCCC)");
    for (const text of [
      "Hallo Jan <b>de</b> Vries,",
      "2 juli 2026 om 00:10",
      "Kenmerk: HR-AAAA-BBBB-CCCC",
      "Overeenkomst: Klein Vaarbewijs 1 $& {reference}",
      "Reden: Ik vaar\nniet meer.",
      String(env.TRADER_LEGAL_NAME),
    ])
      expect(receipt?.text).toContain(text);
    expect(receipt?.html).toContain("Hallo Jan &lt;b&gt;de&lt;/b&gt; Vries,");
    expect(receipt?.html).toContain("Ik vaar<br>niet meer.");
    expect(receipt?.html).not.toContain("<b>");
    // Its reader declared no payment.
    expect(receipt?.text).not.toContain("pi_");
  });

  test("the owner is told, with the payment and the command that shows it", async () => {
    const notice = (await run()).mails.find(({ to }) => to === "baas@example.nl");
    expect(notice?.text).toContain(`Betaling: ${WITHDRAWAL.intentId}`);
    expect(notice?.text).toContain("npm run kv -- withdrawals HR-AAAA-BBBB-CCCC");
    const fallback = (await run({ MAIL_OWNER: "" })).mails.filter(({ to }) => to === env.TRADER_EMAIL);
    expect(fallback.map(({ text }) => text)).toEqual([notice?.text]);
  });

  test("the results that the platform keeps name nobody", async () => {
    expect((await run()).steps).toEqual({
      receipt: "sent",
      notice: "sent",
      "note the receipt": undefined,
      // KV does not show this order, so it may be a gift's.
      "stop the gift's mail": "stopped",
    });
  });

  test.each([
    ["the mail service is down", { EMAIL: AWAY }],
    ["KV is away", { ORDERS: AWAY }],
    ["KV has not got it here yet", { ORDERS: { get: async () => null } }],
  ])("%s: the steps fail, so that the platform tries again", async (_name, bindings) => {
    await expect(run(bindings)).rejects.toThrow();
  });

  test.each([
    ["that fails for a day", "E_DELIVERY_FAILED", COPY.mail.noticeReceipt.failed, "mail: E_DELIVERY_FAILED"],
    ["to an address that was struck off", "E_RECIPIENT_SUPPRESSED", COPY.mail.noticeReceipt.refused, null],
  ])("a receipt %s does not hold back the notice, which says so", async (_name, code, told, reason) => {
    const sent: Mail[] = [];
    const EMAIL = {
      send: async (mail: Mail) => {
        if (mail.to === "jan@example.nl") throw Object.assign(new Error("bounced"), { code });
        sent.push(mail);
      },
    };
    const ended = run({ EMAIL });
    if (reason === null) await ended;
    else await expect(ended).rejects.toThrow(reason);
    expect(sent.map(({ to }) => to)).toEqual(["baas@example.nl", "baas@example.nl"]);
    expect(sent.filter(({ text }) => text.includes(told))).toHaveLength(1);
    expect(await env.ORDERS.get(`receipt:${WITHDRAWAL.reference}`)).toBeNull();
    // Anybody could cause hundreds of such mails, so those beyond the limit wait for the digest.
    sent.length = 0;
    await run({ EMAIL }, { receipt: "facts", notice: "digest" }).catch(() => undefined);
    expect(sent).toEqual([]);
  });

  test("without a mail service the steps end, and the log says why", async () => {
    expect((await run({ EMAIL: undefined })).steps).toEqual({
      receipt: "unconfigured",
      notice: "unconfigured",
      "stop the gift's mail": "stopped",
    });
    expect(logs.lines("mail.unconfigured")).toHaveLength(2);
  });
});

describe("a receipt to an address that no order proves", () => {
  const HOSTILE: Withdrawal = {
    ...WITHDRAWAL,
    name: "Uw bank www.boze-site.example",
    contract: "Klik op https://boze-site.example KLEIN VAARBEWIJS 2 vk-1a2b3c4d5e of verlies alles",
    email: "slachtoffer@example.nl",
    reason: "Betaal nu op boze-site.example",
    intentId: "pi_1",
  };

  test("says when, under which reference, and only facts that we know: no typed text", () => {
    const { text, html, subject } = composeReceipt(HOSTILE, {}, "facts");
    for (const body of [text, html]) {
      expect(body).toContain("HR-AAAA-BBBB-CCCC");
      expect(body).toContain("2 juli 2026 om 00:10");
      expect(body).toContain("Klein Vaarbewijs 2, VK-1A2B3C4D5E");
      expect(body).toContain(COPY.mail.notYou);
      expect(body).not.toMatch(/boze|bank|klik|alles|betaal nu|slachtoffer|pi_1/i);
    }
    expect(subject).not.toMatch(/boze|bank/);
    expect(html).not.toContain("<a ");
  });

  test.each([
    ["Klein Vaarbewijs 1 en 2, VK-1A2B3C4D5E", "Klein Vaarbewijs 1 en 2, VK-1A2B3C4D5E"],
    ["mijn cursus klein vaarbewijs 1 van mei", "Klein Vaarbewijs 1"],
    ["Klein Vaarbewijs 1 en Klein Vaarbewijs 2", "Klein Vaarbewijs 1, Klein Vaarbewijs 2"],
    ["Marifonie en Klein Vaarbewijs 1 en 2", "Klein Vaarbewijs 1 en 2, Marifonie"],
  ])("of facts names what '%s' means, and not one course of two", (contract, named) => {
    const { text } = composeReceipt({ ...HOSTILE, contract }, {}, "facts");
    expect(text).toContain(`${COPY.facts.contract}: ${named}\n`);
  });

  test("in full, it does not greet a name that a mail program would make a link of", () => {
    for (const name of ["www.boze-site.example", "Kijk op boze.example", "https://x", "piet@x.example", "J.de Vries"]) {
      expect(composeReceipt({ ...HOSTILE, name }, {}, "full").text, name).toContain("\nHallo,\n");
    }
    expect(composeReceipt({ ...HOSTILE, name: "A.B. de Vries" }, {}, "full").text).toContain("Hallo A.B. de Vries,");
  });

  onEveryKv(() => {
    test("held back, it is not sent, the owner is told how to, and nothing is noted as sent", async () => {
      await env.ORDERS.put(WITHDRAWAL_PREFIX + HOSTILE.reference, JSON.stringify(HOSTILE));
      const { reference } = HOSTILE;
      const { mails } = await run({}, { receipt: "held", notice: "now" });
      expect(mails.map(({ to }) => to)).toEqual(["baas@example.nl"]);
      expect(mails[0]?.text).toContain(COPY.mail.noticeReceipt.held);
      expect(mails[0]?.text).toContain("npm run kv -- mails --resend HR-AAAA-BBBB-CCCC");
      expect(await env.ORDERS.get(RECEIPT_PREFIX + reference)).toBeNull();
      // As the operator asks for it.
      const asked = await run({}, { receipt: "full", notice: "none" });
      expect(asked.mails.map(({ to }) => to)).toEqual(["slachtoffer@example.nl"]);
      expect(await env.ORDERS.get(RECEIPT_PREFIX + reference, "json")).toMatchObject({ reference, receipt: "full" });
    });
  });
});

const DAY = "2026-11-22";
onEveryKv((world) => {
  test.each([
    ["the next morning", "2026-11-22T20:00:00Z", ["2026-11-23T06:00:00Z"]],
    ["at once if it begins late, or runs again later", "2026-11-23T06:00:30Z", []],
  ])(
    "the digest: tells the owner %s of each withdrawal that had no notice, and of no other",
    async (_name, askedAt, sleeps) => {
      const sent: Mail[] = [];
      const EMAIL = { send: async (mail: Mail) => void sent.push(mail) };
      const bound = { ...env, ...world.at("page"), EMAIL } as unknown as Bindings;
      const count = (day: string, reference: string, receipt: "held" | "facts", notice: "digest" | "now") =>
        countMailing(bound, day, reference, { to: "x", isProven: false, receipt, notice });
      await count(DAY, "HR-0001", "held", "digest");
      await count(DAY, "HR-0002", "facts", "digest");
      await count(DAY, "HR-0003", "facts", "now");
      await count("2026-11-21", "HR-0004", "held", "digest");
      const slept: Date[] = [];
      const step = {
        do: async (_name: string, _config: object, work: () => Promise<unknown>) => work(),
        sleepUntil: async (_name: string, moment: Date) => {
          refusePast(moment);
          slept.push(moment);
        },
      } as never;
      world.settle();
      vi.useFakeTimers({ toFake: ["Date"], now: new Date(askedAt) });
      await mailDigest({ ...bound, ...world.at("workflow") }, DAY, step);
      expect(slept).toEqual(sleeps.map((moment) => new Date(moment)));
      expect(sent.map(({ to, subject }) => [to, subject])).toEqual([
        ["eigenaar@vaarkoers.example", "Herroepingen van gisteren: 2 zonder eigen bericht"],
      ]);
      expect(sent[0]?.text).toContain("HR-0001: nog geen bevestiging");
      expect(sent[0]?.text).toContain("HR-0002: bevestiging met kenmerk en tijdstip");
      expect(sent[0]?.text).not.toMatch(/HR-0003|HR-0004/);
      expect(await readTally(bound, DAY)).toHaveLength(3);
    },
  );
});
