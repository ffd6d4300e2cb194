import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { WITHDRAWAL_COPY as COPY } from "../../src/content/withdrawal.ts";
import type { Bindings } from "../../src/env.ts";
import type { Mail } from "../../src/services/mail.ts";
import { WITHDRAWAL_PREFIX, type Withdrawal } from "../../src/services/withdrawals.ts";
import { mailWithdrawal } from "../../src/workflows/after-withdrawal.ts";
import { collectLogs } from "./logs.ts";
import { kvWorld, onEveryKv } from "./places.ts";
import { AWAY, emptyKv } from "./shop.ts";

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
    ]) {
      expect(receipt?.text).toContain(text);
    }
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
