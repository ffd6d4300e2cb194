import { introspectWorkflow } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { WITHDRAWAL_COPY as COPY, problemText } from "../../src/content/withdrawal.ts";
import type { Bindings } from "../../src/env.ts";
import { createOrderToken } from "../../src/services/order-token.ts";
import { orderKey } from "../../src/services/orders.ts";
import { createFormName } from "../../src/services/withdrawal-form.ts";
import {
  readWithdrawal,
  WITHDRAWAL_PREFIX,
  type Withdrawal,
  withdrawalSchema,
} from "../../src/services/withdrawals.ts";
import { formatOrderNumber } from "../../src/shared/order.ts";
import { PATHS, withdrawalPath } from "../../src/shared/paths.ts";
import { WITHDRAWAL_FIELDS } from "../../src/shared/withdrawal.ts";
import { freshAddress } from "../client-address.ts";
import { limiterOf } from "./limits.ts";
import { collectLogs } from "./logs.ts";
import { paidOrder } from "./paid-order.ts";
import { kvWorld, onEveryKv } from "./places.ts";
import { AWAY, answerText, askWith, emptyKv, ORDER_KEYS, ORIGIN } from "./shop.ts";
import { createIdleWorkflow } from "./workflows.ts";

const logs = collectLogs();

const INTENT = "pi_3QxYzAbCdEfGhIjKlMnOpQr";
const TYPED = {
  naam: "Jan de Vries",
  overeenkomst: "Klein Vaarbewijs 1, gekocht op 1 november",
  email: "jan@example.nl",
  reden: "Ik vaar\nniet meer.",
};
const BUYER = { email: "noor@example.nl", buyerName: "Noor Bakker" };
const ORDER = JSON.stringify(paidOrder({ intentId: INTENT, productId: "KVB2", ...BUYER }));

/** The parameters with which a recording Workflow was started. */
const started: unknown[] = [];
const AFTER_WITHDRAWAL = createIdleWorkflow(started);

function ask(path: string, init: RequestInit = {}, bindings: object = {}): Promise<Response> {
  const headers = { "cf-connecting-ip": freshAddress(), ...(init.headers as Record<string, string>) };
  const all = { ...ORDER_KEYS, ...kvWorld.at("buyer"), AFTER_WITHDRAWAL, ...bindings } as Partial<Bindings>;
  return askWith(all, path, { ...init, headers });
}

function send(
  fields: Readonly<Record<string, string>>,
  bindings: object = {},
  headers: object = {},
): Promise<Response> {
  const body = new URLSearchParams(fields);
  const own = { origin: ORIGIN, "content-type": "application/x-www-form-urlencoded", ...headers };
  return ask(PATHS.withdrawal, { method: "POST", headers: own, body: body.toString() }, bindings);
}

/** The name of a second form that is made now. */
const newForm = () => createFormName({ ...env, ...ORDER_KEYS } as Bindings);
/** The name of the form that a test confirms. */
let form = "";

const confirm = (changes: Readonly<Record<string, string>> = {}, bindings: object = {}, headers: object = {}) =>
  send({ ...TYPED, formulier: form, stap: "bevestigen", ...changes }, bindings, headers);

/** Stops the clock, and makes a form at that time. */
async function at(time: string): Promise<void> {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date(time) });
  form = await newForm();
}

const FORM_NAME = /^[0-9a-f-]{36}\.\d{13}\.1\.[\w-]{43}$/;

/** The values of a page's form fields, by name. */
async function fieldsOf(response: Response): Promise<Record<string, string>> {
  const [form = ""] = /<form.*<\/form>/s.exec(await response.clone().text()) ?? [];
  const fields: Record<string, string> = {};
  for (const [tag, text] of form.matchAll(/<(?:input|textarea)[^>]*>([^<]*)/g)) {
    const name = /name="([^"]*)"/.exec(tag)?.[1] ?? "";
    // A browser drops a line break that a textarea begins with.
    const value = /value="([^"]*)"/.exec(tag)?.[1] ?? text?.replace(/^\n/, "") ?? "";
    fields[name] = decode(value);
  }
  return fields;
}

function decode(text: string): string {
  return text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"').replaceAll("&amp;", "&");
}

async function stored(): Promise<Withdrawal[]> {
  const { keys } = await env.ORDERS.list({ prefix: WITHDRAWAL_PREFIX });
  const values = await Promise.all(keys.map(({ name }) => env.ORDERS.get(name, "json")));
  return values.map((value) => withdrawalSchema.parse(value));
}

async function tokenOf(intentId = INTENT): Promise<string> {
  return (await createOrderToken(ORDER_KEYS as Bindings, intentId)) ?? "";
}

beforeEach(async () => {
  started.length = 0;
  await emptyKv(env.ORDERS);
  vi.useRealTimers();
  form = await newForm();
});

describe("the first form", () => {
  test("asks for a name, the contract and an address; a reason is free to give", async () => {
    const response = await ask(PATHS.withdrawal);
    expect(response.status).toBe(200);
    expect(Object.keys(await fieldsOf(response))).toEqual(["naam", "overeenkomst", "email", "reden"]);
    const html = await response.text();
    expect(html).toContain(`<h1>${COPY.form.title}</h1>`);
    expect(html.match(/ required=""/g)).toHaveLength(3);
  });

  onEveryKv((world) => {
    test("is filled in from an order's signed link", async () => {
      await world.at("webhook").ORDERS.put(orderKey(INTENT, "paid"), ORDER);
      world.settle();
      const token = await tokenOf();
      expect(await fieldsOf(await ask(withdrawalPath(token)))).toEqual({
        bestelling: token,
        naam: "Noor Bakker",
        overeenkomst: `Klein Vaarbewijs 2, ${formatOrderNumber(INTENT)}`,
        email: "noor@example.nl",
        reden: "",
      });
    });
  });

  test("of an order that nothing is known of yet, or while KV is away, has its number", async () => {
    const expected = { naam: "", overeenkomst: formatOrderNumber(INTENT), email: "" };
    const path = withdrawalPath(await tokenOf());
    for (const bindings of [{}, { ORDERS: AWAY }]) {
      const response = await ask(path, {}, bindings);
      expect(response.status).toBe(200);
      expect(await fieldsOf(response)).toMatchObject(expected);
    }
  });

  test("says nothing of an order to who has no valid link, and looks the same whether it exists or not", async () => {
    await env.ORDERS.put(orderKey(INTENT, "paid"), ORDER);
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
      expect(html.split(problemText(field, "missing"))).toHaveLength(3);
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
    "Jan <jan@example.nl>",
    '"jan"@example.nl',
    "jan@exa mple.nl",
  ])("%s is no address: it is told, and nothing typed is lost", async (email) => {
    const response = await send({ ...TYPED, email, stap: "controleren" });
    expect(response.status).toBe(422);
    expect(await fieldsOf(response)).toEqual({ ...TYPED, email });
    expect(await response.text()).toContain(problemText("email", "invalid"));
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
      ]) {
        expect(html).toContain(text);
      }
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
      const html = decode(await response.text());
      expect(html).toContain(COPY.problems.unavailable.title);
      const mail = /href="mailto:([^?]+)\?subject=([^&]+)&body=([^"]+)"/.exec(html);
      expect(mail?.[1]).toBe(env.TRADER_EMAIL);
      expect(decodeURIComponent(mail?.[3] ?? "")).toContain(TYPED.overeenkomst);
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
    const body = new URLSearchParams({ ...TYPED, stap: "controleren" }).toString();
    const type = { "content-type": "application/x-www-form-urlencoded" };
    const statusOf = async (headers: object) =>
      (await ask(PATHS.withdrawal, { method: "POST", headers: { ...type, ...headers }, body })).status;
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
    const statuses: number[] = [];
    let last = new Response();
    for (let n = 0; n < 7; n += 1) {
      const fields = { ...TYPED, formulier: await newForm(), stap: "bevestigen" };
      last = await send(fields, limiter, headers);
      statuses.push(last.status);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429]);
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
    const lines = JSON.stringify(
      ["request.handled", "withdrawal.recorded", "kv.unavailable"].map((e) => logs.lines(e as never)),
    );
    expect(lines).toContain('"route":"withdrawal"');
    expect(lines).not.toMatch(/Vries|jan@|vaar/);
  });

  test("the page is linked in the footer of pages and of the checkout", async () => {
    for (const path of [PATHS.home, PATHS.faq, PATHS.checkout, PATHS.withdrawal, "/bestaat-niet"]) {
      expect(await (await ask(path)).text(), path).toMatch(/href="\/herroepen">Overeenkomst hier herroepen</);
    }
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
  expect(
    logs
      .lines("mail.sent")
      .map(({ mail }) => mail)
      .sort(),
  ).toEqual(["notice", "receipt", "receipt"]);
});
