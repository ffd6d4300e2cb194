import { introspectWorkflow } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, test, vi } from "vitest";
import { WITHDRAWAL_COPY as COPY } from "../../src/content/withdrawal.ts";
import { orderKey } from "../../src/services/orders.ts";
import { readWithdrawal } from "../../src/services/withdrawals.ts";
import { formatOrderNumber } from "../../src/shared/order.ts";
import { attribute, readDocument, visibleText } from "./document.ts";
import { onEveryKv } from "./places.ts";
import { AWAY, answerText } from "./shop.ts";
import {
  at,
  beginWithForm,
  confirm,
  FORM_NAME,
  fieldsOf,
  form,
  INTENT,
  newForm,
  ORDER,
  send,
  started,
  stored,
  TYPED,
  tokenOf,
} from "./withdrawing-buyer.ts";

/** What is stored, mailed and shown when a withdrawal is confirmed. */

const logs = beginWithForm();

onEveryKv((world) => {
  describe("a confirmation", () => {
    test("is stored, then mailed, and the page proves it", async () => {
      await at("2026-07-01T22:10:00Z");
      const response = await confirm();
      expect(response.status).toBe(200);
      const [withdrawal, ...others] = await stored();
      expect(others).toEqual([]);
      expect(withdrawal).toEqual({
        reference: expect.stringMatching(/^HR(-[0-9A-Z]{4}){3}$/),
        receivedAt: "2026-07-01T22:10:00.000Z",
        name: TYPED.naam,
        contract: TYPED.overeenkomst,
        email: TYPED.email,
        reason: TYPED.reden,
      });
      const { reference = "" } = withdrawal ?? {};
      expect(started).toEqual([
        { id: reference, params: { reference, receipt: "facts", notice: "now" }, retention: expect.any(Object) },
      ]);
      const html = await response.text();
      for (const text of [
        reference,
        "2 juli 2026 om 00:10",
        TYPED.naam,
        TYPED.overeenkomst,
        TYPED.email,
        COPY.done.title,
      ])
        expect(html).toContain(text);
      expect(html).toContain(COPY.done.facts.replace("{email}", TYPED.email));
      expect(logs.lines("withdrawal.recorded")).toEqual([
        { level: "info", event: "withdrawal.recorded", reference, receipt: "facts", notice: "now" },
      ]);
    });

    test("is kept for seven years after the year", async () => {
      await at("2026-07-01T10:00:00Z");
      const put = vi.fn(async () => undefined);
      await confirm({}, { ORDERS: { ...(AWAY as object), put } });
      expect(put).toHaveBeenCalledWith(
        expect.stringMatching(/^withdrawal:HR-/),
        expect.any(String),
        expect.objectContaining({ expiration: Date.UTC(2034, 0, 1) / 1000 }),
      );
    });

    test("without a reason stores none", async () => {
      await confirm({ reden: "  " });
      expect((await stored())[0]).not.toHaveProperty("reason");
    });

    test("sent again days later is the same withdrawal with the same time, and mails nothing more", async () => {
      await at("2026-07-01T10:00:00Z");
      const first = await (await confirm()).text();
      for (const [place, time] of [
        ["buyer", "2026-07-01T10:29:00Z"],
        ["the buyer's phone", "2026-07-03T10:00:00Z"],
      ] as const) {
        vi.setSystemTime(new Date(time));
        world.settle();
        expect(await (await confirm({}, world.at(place))).text()).toBe(first);
      }
      expect(await stored()).toHaveLength(1);
      expect(started).toHaveLength(1);
    });

    test("with other contents is another withdrawal, and leaves the first as it was", async () => {
      await confirm();
      const [first] = await stored();
      await confirm({ naam: "Iemand anders" });
      expect(await stored()).toHaveLength(2);
      expect(await stored()).toContainEqual(first);
    });

    test("of a form that was open for too long is not one: it is shown again under a new name", async () => {
      await at("2026-07-01T10:00:00Z");
      vi.setSystemTime(new Date("2026-07-01T10:31:00Z"));
      const response = await confirm();
      expect(response.status).toBe(409);
      const { formulier = "", ...fields } = await fieldsOf(response);
      expect(fields).toEqual(TYPED);
      expect(await response.text()).toContain(COPY.problems.expired.text);
      expect(await stored()).toEqual([]);
      expect((await confirm({ formulier })).status).toBe(200);
      expect((await stored())[0]?.receivedAt).toBe("2026-07-01T10:31:00.000Z");
    });

    test("cannot be dated: a time or a signature that is not ours is no name of a form", async () => {
      for (const name of [
        form.replace(/\.\d{13}\./, ".1700000000000."),
        form.slice(0, -1),
        form.split(".").slice(0, 2).join("."),
      ]) {
        const response = await confirm({ formulier: name });
        expect((await fieldsOf(response)).formulier, name).not.toBe(name);
        expect(await stored()).toEqual([]);
      }
    });

    test("works while no key is configured, with a name that is not signed", async () => {
      const bindings = { ORDER_TOKEN_KEYS: undefined };
      const { formulier = "" } = await fieldsOf(await send({ ...TYPED, stap: "controleren" }, bindings));
      expect(formulier).toMatch(/^[0-9a-f-]{36}\.\d{13}$/);
      expect((await confirm({ formulier }, bindings)).status).toBe(200);
      expect(await stored()).toHaveLength(1);
    });

    test("of another form is another withdrawal", async () => {
      await confirm();
      await confirm({ formulier: await newForm() });
      expect(await stored()).toHaveLength(2);
      expect(started).toHaveLength(2);
    });

    test.each([
      ["without the form's name", { formulier: "" }],
      ["with a name that is none", { formulier: "../../pi_1" }],
    ])("%s is not one yet: the second form is shown with a name", async (_name, changes) => {
      const response = await confirm(changes);
      expect(response.status).toBe(200);
      expect((await fieldsOf(response)).formulier).toMatch(FORM_NAME);
      expect(await stored()).toEqual([]);
    });

    test("is checked like the first form, whatever the hidden fields were made to hold", async () => {
      const response = await confirm({ email: "geen adres" });
      expect(response.status).toBe(422);
      expect(await stored()).toEqual([]);
    });

    test("names the payment only when the order's link is genuine", async () => {
      await confirm({ bestelling: await tokenOf() });
      expect((await stored())[0]?.intentId).toBe(INTENT);
      await confirm({ bestelling: `1.${INTENT}.${"A".repeat(43)}`, formulier: await newForm() });
      expect((await stored()).map(({ intentId }) => intentId).sort()).toEqual([INTENT, undefined]);
    });

    test("carries a genuine link through both forms, and drops any other", async () => {
      const bestelling = await tokenOf();
      for (const stap of ["controleren", "wijzigen"]) {
        expect(await fieldsOf(await send({ ...TYPED, bestelling, stap }))).toMatchObject({ bestelling });
        expect(await fieldsOf(await send({ ...TYPED, bestelling: "1.pi_1.x", stap }))).not.toHaveProperty("bestelling");
      }
    });

    test("answers the same whether the order exists or not", async () => {
      const typed = { ...TYPED, overeenkomst: formatOrderNumber(INTENT), stap: "controleren" };
      // Each form has a name of its own.
      const look = async () => (await (await send(typed)).text()).replace(/name="formulier" value="[^"]*"/, "");
      const without = await look();
      await world.at("webhook").ORDERS.put(orderKey(INTENT, "paid"), ORDER);
      world.settle();
      expect(await look()).toBe(without);
    });
  });

  describe("when it cannot be stored", () => {
    test.each([
      ["KV is away", AWAY],
      ["KV is not bound", undefined],
    ])("%s: 503, nothing typed is lost, and an e-mail does it too", async (_name, ORDERS) => {
      const response = await confirm({}, { ORDERS });
      expect(response.status).toBe(503);
      expect(response.headers.get("retry-after")).toBe("30");
      const kept = await fieldsOf(response);
      expect(kept).toEqual({ ...TYPED, formulier: form });
      const page = readDocument(await response.text());
      expect(visibleText(page)).toContain(COPY.problems.unavailable.title);
      const mail = /^mailto:([^?]+)\?subject=[^&]+&body=(.+)$/.exec(attribute(page, 'a[href*="&body="]', "href") ?? "");
      expect(mail?.[1]).toBe(env.TRADER_EMAIL);
      expect(decodeURIComponent(mail?.[2] ?? "")).toContain(TYPED.overeenkomst);
      expect(started).toEqual([]);
      expect(logs.lines("kv.unavailable").length).toBeGreaterThan(0);
      // The next attempt works, and is the same withdrawal.
      expect((await send({ ...kept, stap: "bevestigen" })).status).toBe(200);
      expect(await stored()).toHaveLength(1);
    });

    test.each([
      ["cannot be started", AWAY],
      ["is not bound", undefined],
    ])("a Workflow that %s takes no withdrawal away: the page is the proof", async (_name, broken) => {
      expect(await answerText(confirm({}, { AFTER_WITHDRAWAL: broken }))).toContain(
        COPY.done.unmailed.replace("{email}", TYPED.email),
      );
      expect(await stored()).toHaveLength(1);
      expect(logs.lines("withdrawal.unmailed")).toHaveLength(1);
      // Reloading the page tries again.
      expect(await (await confirm()).text()).toContain(COPY.done.facts.replace("{email}", TYPED.email));
      expect(started).toHaveLength(1);
    });
  });
});

test("a withdrawal starts the real Workflow, which runs to its end", async () => {
  await using watched = await introspectWorkflow(env.AFTER_WITHDRAWAL);
  const { AFTER_WITHDRAWAL } = env;
  const response = await confirm({}, { AFTER_WITHDRAWAL });
  const reference = /HR(-[0-9A-Z]{4}){3}/.exec(await response.text())?.[0] ?? "";
  expect((await readWithdrawal(env, reference)).status).toBe("found");
  // The platform knows the instance's name, and starts nothing again.
  expect((await confirm({}, { AFTER_WITHDRAWAL })).status).toBe(200);
  const instances = await watched.get();
  expect(instances).toHaveLength(1);
  await instances[0]?.waitForStatus("complete");
  // An operator asks for the receipt once more, after it went.
  const params = { reference, receipt: "full", notice: "none" } as const;
  await env.AFTER_WITHDRAWAL.create({ id: `${reference}-again`, params });
  const [, again] = await watched.get();
  await again?.waitForStatus("complete");
  const sent = logs.lines("mail.sent").map(({ mail }) => mail);
  expect(sent.sort()).toEqual(["notice", "receipt", "receipt"]);
});
