import { introspectWorkflow } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, test, vi } from "vitest";
import { formatOrderNumber } from "../../src/ledger/order-rules.ts";
import { WITHDRAWAL_COPY as COPY } from "../../src/orders/withdrawal/withdrawal-copy.ts";
import { attribute, readDocument, visibleText } from "./document.ts";
import { keepOrder, rowsOf } from "./ledger-rows.ts";
import { AWAY, answerText, unheard } from "./shop.ts";
import {
  at,
  beginWithForm,
  confirm,
  FORM_NAME,
  fieldsOf,
  form,
  INTENT,
  mails,
  newForm,
  ORDER,
  send,
  started,
  stored,
  TYPED,
  tokenOf,
} from "./withdrawing-buyer.ts";

/** What is recorded, mailed and shown when a withdrawal is confirmed. */

const logs = beginWithForm();

describe("a confirmation", () => {
  test("is recorded with the mails that it makes owed, and the page proves it", async () => {
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
      isProven: false,
      receipt: "facts",
      notice: "now",
    });
    const { reference = "" } = withdrawal ?? {};
    const owed = { about: reference, version: "", state: "due", dueAt: "2026-07-01T22:10:00.000Z" };
    expect(await mails()).toMatchObject([
      { kind: "receipt", ...owed },
      { kind: "withdrawal-notice", ...owed },
    ]);
    expect(started.map(({ id, params }) => ({ id, params }))).toEqual(
      (["receipt", "withdrawal-notice"] as const).map((kind) => ({
        id: `${kind}-${reference}`,
        params: { kind, about: reference, version: "" },
      })),
    );
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

  test("without a reason stores none", async () => {
    await confirm({ reden: "  " });
    expect((await stored())[0]).not.toHaveProperty("reason");
  });

  test("sent again days later is the same withdrawal with the same time, and mails nothing more", async () => {
    await at("2026-07-01T10:00:00Z");
    const first = await (await confirm()).text();
    const owed = await mails();
    for (const time of ["2026-07-01T10:29:00Z", "2026-07-03T10:00:00Z"]) {
      vi.setSystemTime(new Date(time));
      expect(await (await confirm()).text()).toBe(first);
    }
    expect(await stored()).toHaveLength(1);
    expect(await mails()).toEqual(owed);
    expect(started).toHaveLength(2);
  });

  test("pressed eight times at once is one withdrawal, with one receipt and one notice", async () => {
    const pages = await Promise.all(Array.from({ length: 8 }, async () => answerText(confirm())));
    expect(new Set(pages).size).toBe(1);
    expect([await stored(), await mails()].map(({ length }) => length)).toEqual([1, 2]);
    expect(started).toHaveLength(2);
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
    expect(started).toHaveLength(4);
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
    await keepOrder(ORDER);
    expect(await look()).toBe(without);
  });
});

describe("an order that was withdrawn from before", () => {
  const again = async (changes: Readonly<Record<string, string>>) =>
    answerText(confirm({ bestelling: await tokenOf(), formulier: await newForm(), ...changes }));

  test.each(["jan@example.nl", "JAN@Example.NL", "jan+klas@example.nl"])(
    "from the same mailbox, as %s: the page shows that withdrawal, and nothing is added",
    async (email) => {
      await at("2026-07-01T22:10:00Z");
      await again({});
      const [first] = await stored();
      const owed = await mails();
      vi.setSystemTime(new Date("2026-07-04T10:00:00Z"));
      const html = await again({ email, reden: "Iets anders" });
      expect(await stored()).toEqual([first]);
      expect(await mails()).toEqual(owed);
      for (const text of [COPY.done.earlier, String(first?.reference), "2 juli 2026 om 00:10", "niet meer."])
        expect(html).toContain(text);
      expect(html).not.toContain("Iets anders");
    },
  );

  test("from another mailbox: it is a withdrawal of its own, with its own receipt", async () => {
    await again({});
    const html = await again({ email: "noor@example.nl" });
    expect(html).not.toContain(COPY.done.earlier);
    expect(html).toContain(COPY.done.facts.replace("{email}", "noor@example.nl"));
    expect((await stored()).map(({ email }) => email).sort()).toEqual(["jan@example.nl", "noor@example.nl"]);
    expect((await mails()).filter(({ kind }) => kind === "receipt")).toHaveLength(2);
  });

  test("without its link: nothing tells that it is the same order, so it is a withdrawal of its own", async () => {
    await again({});
    expect(await again({ bestelling: "" })).not.toContain(COPY.done.earlier);
    expect(await stored()).toHaveLength(2);
  });
});

describe("when it cannot be recorded", () => {
  test.each([
    ["the ledger is away", AWAY],
    ["the ledger is not bound", undefined],
  ])("%s: 503, nothing typed is lost, and an e-mail does it too", async (_name, DB) => {
    const response = await confirm({}, { DB });
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
    expect(logs.lines("ledger.unavailable")).toHaveLength(1);
    // The next attempt works, and is the same withdrawal.
    expect((await send({ ...kept, stap: "bevestigen" })).status).toBe(200);
    expect(await stored()).toHaveLength(1);
  });

  test.each([
    ["twice: it finds its own work", 2, 200],
    ["always: 503, and the next press finds it", 3, 503],
  ])("its answer is lost %s", async (_name, times, status) => {
    expect((await confirm({}, { DB: unheard(times) })).status).toBe(status);
    expect(await answerText(confirm())).toContain(COPY.done.facts.replace("{email}", TYPED.email));
    expect(await stored()).toHaveLength(1);
    expect(await mails()).toHaveLength(2);
  });

  test.each([
    ["cannot be started", AWAY],
    ["is not bound", undefined],
  ])("a Workflow that %s takes no mail away: it is owed, and the page says that it comes", async (_name, MAILER) => {
    const html = await answerText(confirm({}, { MAILER }));
    expect(html).toContain(COPY.done.facts.replace("{email}", TYPED.email));
    expect((await mails()).map(({ state }) => state)).toEqual(["due", "due"]);
    expect(logs.lines("workflow.unavailable")).toHaveLength(1);
    // Reloading the page tries again.
    await confirm();
    expect(started).toHaveLength(2);
  });

  test("while no mail is configured the page says that none comes now; it is owed all the same", async () => {
    const html = await answerText(confirm({}, { EMAIL: undefined }));
    expect(html).toContain(COPY.done.unmailed.replace("{email}", TYPED.email));
    expect((await mails()).map(({ state }) => state)).toEqual(["due", "due"]);
  });
});

test("a withdrawal starts the real Workflow, which sends its receipt and the owner's notice once", async () => {
  await using watched = await introspectWorkflow(env.MAILER);
  const { MAILER } = env;
  await answerText(confirm({}, { MAILER }));
  // The platform knows the instances' names, and starts nothing again.
  await answerText(confirm({}, { MAILER }));
  const instances = await watched.get();
  expect(instances).toHaveLength(2);
  for (const instance of instances) await instance.waitForStatus("complete");
  await answerText(confirm({}, { MAILER }));
  expect((await watched.get()).length).toBe(2);
  expect(
    logs
      .lines("mail.sent")
      .map(({ mail }) => mail)
      .sort(),
  ).toEqual(["receipt", "withdrawal-notice"]);
  expect(await rowsOf("SELECT DISTINCT state, claim FROM mails")).toEqual([{ state: "sent", claim: null }]);
});
