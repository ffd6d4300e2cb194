import { introspectWorkflow } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, test, vi } from "vitest";
import { sql } from "../../src/ledger/database.ts";
import { formatOrderNumber } from "../../src/ledger/order-rules.ts";
import { createReceiptPath } from "../../src/orders/withdrawal/receipt-token.ts";
import { WITHDRAWAL_COPY as COPY, problemText } from "../../src/orders/withdrawal/withdrawal-copy.ts";
import { WITHDRAWAL_FIELDS } from "../../src/orders/withdrawal/withdrawal-rules.ts";
import type { Bindings } from "../../src/server/env.ts";
import { orderPath, PATHS, receiptPath, withdrawalPath } from "../../src/shared/paths.ts";
import { all, attribute, attributes, readDocument, texts, visibleText, withoutUnbroken } from "./document.ts";
import { keepOrder, rowsOf, run } from "./ledger-rows.ts";
import { inTurn, limiterOf } from "./limits.ts";
import { AWAY, answerText, formOf, ORDER_KEYS, unheard } from "./shop.ts";
import {
  answerAll,
  ask,
  at,
  beginWithForm,
  confirm,
  FORM_NAME,
  fieldsOf,
  form,
  INTENT,
  keepWithdrawal,
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

describe("the first form", () => {
  test("asks for a name, the contract and an address; a reason is free to give", async () => {
    const response = await ask(PATHS.withdrawal);
    expect(response.status).toBe(200);
    expect(Object.keys(await fieldsOf(response))).toEqual(["naam", "overeenkomst", "email", "reden"]);
    const html = await response.text();
    expect(html).toContain(`<h1>${COPY.form.title}</h1>`);
    expect(html.match(/ aria-required="true"/g)).toHaveLength(3);
  });

  test("is filled in from an order's signed link", async () => {
    await keepOrder(ORDER);
    const token = await tokenOf();
    expect(await fieldsOf(await ask(withdrawalPath(token)))).toEqual({
      bestelling: token,
      naam: "Noor Bakker",
      overeenkomst: `Klein Vaarbewijs 2, ${formatOrderNumber(INTENT)}`,
      email: "noor@example.nl",
      reden: "",
    });
  });

  test("of an order that was withdrawn from before is that withdrawal, and can be sent again if it is asked for", async () => {
    await keepOrder(ORDER);
    const token = await tokenOf();
    const path = withdrawalPath(token);
    const said = async () => texts(readDocument(await answerText(ask(path))), "h1, .page-head .lead");
    expect(await said()).toEqual([COPY.form.title, COPY.form.intro]);
    await at("2026-07-01T22:10:00Z");
    await confirm({ bestelling: await tokenOf() });
    const [{ reference } = { reference: "" }] = await stored();
    expect(await said()).toEqual([COPY.done.title, COPY.done.byOrder]);
    const receipt = readDocument(await answerText(ask(path)));
    expect(texts(receipt, ".facts dd")).toEqual([
      reference,
      "2 juli 2026 om 00:10",
      ...[TYPED.naam, TYPED.overeenkomst, TYPED.email, "Ik vaar niet meer."],
    ]);
    expect(all(receipt, "main form")).toEqual([]);
    const again = `${path}&opnieuw=1`;
    expect(attributes(receipt, ".withdrawal-links a", "href")).toEqual([orderPath(token), again]);
    const text = COPY.form.earlier.replace("{moment}", "2 juli 2026 om 00:10").replace("{reference}", reference);
    const form = await ask(again);
    expect(await fieldsOf(form)).toMatchObject({ naam: "Noor Bakker", email: "noor@example.nl" });
    expect(texts(readDocument(await form.text()), "h1, .page-head .lead")).toEqual([COPY.form.earlierTitle, text]);
    // Once it was answered there is nothing to wait for, and nothing to send again.
    await answerAll("refused");
    const answered = readDocument(await answerText(ask(path)));
    expect(attributes(answered, ".withdrawal-links a", "href")).toEqual([orderPath(token)]);
    expect(visibleText(answered)).not.toContain(COPY.done.next);
    // Who has no link of the order hears nothing of it.
    expect(await answerText(ask(PATHS.withdrawal))).not.toContain(reference);
  });

  describe("the link to a receipt", () => {
    const linkTo = async (reference: string) =>
      (await createReceiptPath({ ...env, ...ORDER_KEYS } as Bindings, reference)) ?? "";
    const REFERENCE = "HR-AAAA-BBBB-CCCC";

    test("opens nothing but its own withdrawal: a guessed, cut or foreign one is a 404 that names none", async () => {
      await keepWithdrawal(INTENT, { reference: REFERENCE });
      const link = await linkTo(REFERENCE);
      expect(texts(readDocument(await answerText(ask(link))), ".facts dd")[0]).toBe(REFERENCE);
      const others = [
        link.slice(0, -1),
        link.replace("CCCC", "DDDD"),
        link.replace(/=1\./, "=2."),
        receiptPath(REFERENCE),
        receiptPath(await tokenOf()),
        receiptPath(""),
        await linkTo("HR-ZZZZ-ZZZZ-ZZZZ"),
      ];
      for (const other of others) {
        const response = await ask(other);
        expect(response.status, other).toBe(404);
        const html = await response.text();
        expect(html, other).toContain(COPY.unread.notFound.title);
        expect(html, other).not.toMatch(/AAAA|ZZZZ|DDDD|Noor/);
      }
      // An order's link is no receipt's, nor the other way round.
      const asOrder = withdrawalPath(link.split("=")[1] ?? "");
      expect(await (await ask(asOrder)).text()).toBe(await (await ask(PATHS.withdrawal)).text());
    });

    test("of what was erased since shows what is kept", async () => {
      await keepWithdrawal(INTENT, { reference: REFERENCE });
      await run(sql("UPDATE withdrawals SET email = '', mailbox = '', reason = NULL"));
      const page = readDocument(await answerText(ask(await linkTo(REFERENCE))));
      expect(texts(page, ".facts dt")).toEqual([
        COPY.facts.reference,
        COPY.facts.receivedAt,
        COPY.facts.name,
        COPY.facts.contract,
      ]);
    });

    test.each([
      ["the ledger is away", { DB: AWAY }, 503, "unavailable"],
      ["no key is configured", { ORDER_TOKEN_KEYS: undefined }, 503, "unavailable"],
      ["it is asked for too often", { ORDER_LIMIT: { limit: async () => ({ success: false }) } }, 429, "tooMany"],
    ] as const)(
      "while %s: says so, offers the same link again, and no form",
      async (_name, bindings, status, reason) => {
        const link = await linkTo(REFERENCE);
        const response = await ask(link, {}, bindings);
        expect(response.status).toBe(status);
        expect(response.headers.get("retry-after")).not.toBeNull();
        const page = readDocument(await response.text());
        expect(texts(page, "h1")).toEqual([COPY.unread[reason].title]);
        expect(attributes(page, "main a", "href")).toEqual([link]);
        expect(all(page, "main form")).toEqual([]);
      },
    );
  });

  test("of an order that nothing is known of yet, or while the ledger is away, has its number", async () => {
    const expected = { naam: "", overeenkomst: formatOrderNumber(INTENT), email: "" };
    const path = withdrawalPath(await tokenOf());
    for (const bindings of [{}, { DB: AWAY }]) {
      const response = await ask(path, {}, bindings);
      expect(response.status).toBe(200);
      expect(await fieldsOf(response)).toMatchObject(expected);
    }
  });

  test("says nothing of an order to who has no valid link, and looks the same whether it exists or not", async () => {
    await keepOrder(ORDER);
    const plain = await (await ask(PATHS.withdrawal)).text();
    const token = await tokenOf();
    for (const wrong of [token.slice(0, -1), token.replace("pi_3", "pi_4"), INTENT, formatOrderNumber(INTENT), ""]) {
      expect(await (await ask(withdrawalPath(wrong))).text(), wrong).toBe(plain);
    }
    // A valid link that is asked for too often is not answered either.
    const ORDER_LIMIT = { limit: async () => ({ success: false }) };
    expect(await (await ask(withdrawalPath(token), {}, { ORDER_LIMIT })).text()).toBe(plain);
  });
});

describe("what is filled in", () => {
  test("stands in the second form once more, which has a name of its own", async () => {
    const response = await send({ ...TYPED, stap: "controleren" });
    expect(response.status).toBe(200);
    const { formulier, ...fields } = await fieldsOf(response);
    expect(fields).toEqual(TYPED);
    const html = await response.text();
    expect(html).toContain(COPY.check.submit);
    expect(html).toContain("<dd>Jan de Vries</dd>");
    const again = await fieldsOf(await send({ ...TYPED, stap: "controleren" }));
    expect(formulier).toMatch(FORM_NAME);
    expect(again.formulier).not.toBe(formulier);
    expect(await stored()).toEqual([]);
  });

  test.each([
    ["nothing", {}, ["name", "contract", "email"]],
    ["blanks", { naam: " \t", overeenkomst: "\u0000", email: "\n" }, ["name", "contract", "email"]],
    ["no contract", { ...TYPED, overeenkomst: "" }, ["contract"]],
  ] as const)("%s: what is missing is said beside its field and above the form", async (_name, fields, missing) => {
    const html = await answerText(send({ ...fields, stap: "controleren" }), 422);
    expect(html).toContain(`<title>${COPY.errorTitle}`);
    for (const field of missing) {
      const id = { name: "naam", contract: "overeenkomst", email: "email" }[field];
      expect(html.split(problemText(field, "missing") ?? "")).toHaveLength(3);
      expect(html).toContain(`href="#${id}"`);
      expect(html).toMatch(
        new RegExp(`<input id="${id}"[^>]*aria-invalid="true"[^>]*aria-describedby="[^"]*${id}-fout"`),
      );
    }
  });

  test.each([
    "jan",
    "jan@",
    "jan@example",
    "jan@example.nl, piet@example.nl",
    "jan@example.nl;piet@example.nl",
    "Jan <jan@example>",
    '"jan"@example.nl',
    "jan@exa mple.nl",
  ])("%s is no address: it is told, and nothing typed is lost", async (email) => {
    const response = await send({ ...TYPED, email, stap: "controleren" });
    expect(response.status).toBe(422);
    expect(await fieldsOf(response)).toEqual({ ...TYPED, email });
    expect(withoutUnbroken(await response.text())).toContain(problemText("email", "invalid"));
  });

  test("too long is told with the length, and kept", async () => {
    for (const [field, id] of [
      ["name", "naam"],
      ["reason", "reden"],
    ] as const) {
      const long = "x".repeat(WITHDRAWAL_FIELDS[field] + 1);
      const response = await send({ ...TYPED, [id]: long, stap: "controleren" });
      expect(response.status).toBe(422);
      expect((await fieldsOf(response))[id]).toBe(long);
      expect(await response.text()).toContain(String(WITHDRAWAL_FIELDS[field]));
      const fits = "x".repeat(WITHDRAWAL_FIELDS[field]);
      expect((await send({ ...TYPED, [id]: fits, stap: "controleren" })).status).toBe(200);
    }
  });

  test("markup, control characters and lone surrogates are text, and one line stays one line", async () => {
    const naam = '<img src=x onerror=alert(1)>"\u202eJan\r\nBcc: x@y.nl\u0007';
    const response = await send({ ...TYPED, naam, stap: "controleren" });
    expect(response.status).toBe(200);
    expect((await fieldsOf(response)).naam).toBe('<img src=x onerror=alert(1)>"Jan Bcc: x@y.nl');
    expect(await response.text()).not.toContain("<img src=x");
  });

  test("can be changed: the first form comes back with it", async () => {
    const response = await send({ ...TYPED, formulier: form, stap: "wijzigen" });
    expect(response.status).toBe(200);
    expect(await fieldsOf(response)).toEqual(TYPED);
    expect(await stored()).toEqual([]);
  });
});

describe("who sends what", () => {
  test.each([
    ["another site", { origin: "https://evil.example" }, 403],
    ["a page that hides its origin", { origin: "null" }, 403],
    ["JSON", { "content-type": "application/json" }, 415],
    ["text", { "content-type": "text/plain" }, 415],
  ])("%s is refused, with an empty form to fill in", async (_name, headers, status) => {
    const fields = { ...TYPED, formulier: form, stap: "bevestigen" };
    const response = await send(fields, {}, headers);
    expect(response.status).toBe(status);
    expect((await fieldsOf(response)).naam).toBe("");
    expect(await response.text()).toContain(COPY.problems.unreadable.title);
    expect(await stored()).toEqual([]);
  });

  test("a form that never ends is refused", async () => {
    const response = await send({ ...TYPED, reden: "x".repeat(60_000) });
    expect(response.status).toBe(413);
  });

  test("a browser that names no origin, but says that the page is ours, is ours", async () => {
    const sent = formOf({ ...TYPED, stap: "controleren" });
    const { origin: _none, ...own } = sent.headers as Record<string, string>;
    const statusOf = async (headers: object) =>
      (await ask(PATHS.withdrawal, { ...sent, headers: { ...own, ...headers } })).status;
    expect(await statusOf({ "sec-fetch-site": "same-origin" })).toBe(200);
    // Browsers send this from the form of a page with `no-referrer`.
    expect(await statusOf({ "sec-fetch-site": "same-origin", origin: "null" })).toBe(200);
    for (const site of ["cross-site", "same-site", "none"]) {
      expect(await statusOf({ "sec-fetch-site": site, origin: "null" })).toBe(403);
    }
  });

  test("six withdrawals a minute are stored for one client; the next is kept in its form", async () => {
    const limiter = limiterOf("ORDER_LIMIT");
    const headers = { "cf-connecting-ip": "203.0.113.9" };
    const answers = await inTurn(7, async () => confirm({ formulier: await newForm() }, limiter, headers));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200, 429]);
    const last = answers[6] as Response;
    expect(last.headers.get("retry-after")).toBe("60");
    expect(await fieldsOf(last)).toMatchObject(TYPED);
    expect(await last.text()).toContain(COPY.problems.tooMany.title);
    expect(await stored()).toHaveLength(6);
  });
});

describe("every answer", () => {
  test.each([
    ["the form", async () => ask(`${PATHS.withdrawal}?flow=A`)],
    ["a filled form", async () => ask(withdrawalPath(await tokenOf()))],
    ["errors", async () => send({})],
    ["the check", async () => send(TYPED)],
    ["the proof", async () => confirm()],
  ])("%s: is stored nowhere, measured by nobody, and names no order in its links", async (_name, answer) => {
    const response = await answer();
    expect(response.headers.get("cache-control")).toBe("private, no-store");
    expect(response.headers.get("referrer-policy")).toBe("no-referrer");
    const html = await response.text();
    expect(html).toContain('<meta name="robots" content="noindex, nofollow"/>');
    expect(html).not.toMatch(/href="[^"]*bestelling=/);
    expect(logs.lines("request.failed")).toEqual([]);
  });

  test("no log line holds what was typed", async () => {
    await confirm();
    await confirm({ email: "x" });
    await confirm({}, { DB: AWAY });
    const lines = JSON.stringify(
      ["request.handled", "withdrawal.recorded", "ledger.unavailable"].map((e) => logs.lines(e as never)),
    );
    expect(lines).toContain('"route":"withdrawal"');
    expect(lines).not.toMatch(/Vries|jan@|vaar/);
  });

  test("the page is linked in the footer of pages and of the checkout", async () => {
    for (const path of [PATHS.home, PATHS.faq, PATHS.checkout, PATHS.withdrawal, "/bestaat-niet"]) {
      expect(await (await ask(path)).text(), path).toMatch(/href="\/herroepen">Hier de overeenkomst herroepen</);
    }
  });
});
