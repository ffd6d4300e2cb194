import { introspectWorkflow } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { MY_COURSE_COPY as COPY } from "../../src/content/my-course.ts";
import { SITE_COPY } from "../../src/content/site.ts";
import type { Bindings } from "../../src/env.ts";
import { buyerHash, noteBuyer } from "../../src/services/buyer-index.ts";
import type { Mail } from "../../src/services/mail.ts";
import { createOrderPath } from "../../src/services/order-token.ts";
import { type Order, writeFact } from "../../src/services/orders.ts";
import { readTokenKeys } from "../../src/services/token-keys.ts";
import { EMAIL_FIELD, LINK_MAILS_A_DAY, LINKS_WINDOW_S } from "../../src/shared/my-course.ts";
import { formatOrderNumber } from "../../src/shared/order.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { mailLinks } from "../../src/workflows/after-link-request.ts";
import { freshAddress } from "../client-address.ts";
import { attribute, attributes, count, one, readDocument, texts, visibleText } from "./document.ts";
import { limiterOf } from "./limits.ts";
import { collectLogs } from "./logs.ts";
import { paidOrder } from "./paid-order.ts";
import { onEveryKv } from "./places.ts";
import { AWAY, answerText, askWith, emptyKv, ORDER_KEYS, ORIGIN, openPage, pageOf, seedTargets } from "./shop.ts";
import { createIdleWorkflow } from "./workflows.ts";

/** The form for lost links, which tells nobody who has orders, and the mail with the links. */

const logs = collectLogs();

const KNOWN = "jan@example.nl";
/** An address of no order, as long as `KNOWN`. */
const UNKNOWN = "els@example.nl";
const DAY_MS = 24 * 3_600_000;

type Started = { id: string; params: { buyer: string } };
let started: Started[] = [];

beforeEach(async () => {
  started = [];
  // A window of time must not end within a test.
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-07-02T10:01:00Z") });
  await emptyKv(env.ORDERS);
  await seedTargets();
});
afterEach(() => void vi.useRealTimers());

function bindings(more: object = {}): Bindings {
  return { ...env, ...ORDER_KEYS, AFTER_LINK_REQUEST: createIdleWorkflow(started), ...more } as Bindings;
}

function send(email: string, more: object = {}, headers: object = {}): Promise<Response> {
  const own = { origin: ORIGIN, "content-type": "application/x-www-form-urlencoded" };
  const from = { "cf-connecting-ip": freshAddress() };
  const body = new URLSearchParams({ [EMAIL_FIELD.name]: email }).toString();
  return askWith(bindings(more), PATHS.myCourse, { method: "POST", headers: { ...own, ...from, ...headers }, body });
}

/** Stores an order as the webhook does. */
async function sell(changes: Partial<Order>, time?: string, orders = env.ORDERS): Promise<Order> {
  const order = paidOrder(
    { productId: "KVB1", source: "checkout", email: KNOWN, buyerName: "Jan Boze.nl", ...changes },
    time,
  );
  await writeFact(orders, order.intentId, order);
  await noteBuyer(bindings({ ORDERS: orders }), order.intentId, order);
  return order;
}

const hashOf = async (email: string) => (await buyerHash(readTokenKeys(bindings()), email)) ?? "";

describe("the page", () => {
  test("asks for one address, works without a script, and may be found", async () => {
    const page = await openPage(PATHS.myCourse);
    expect(visibleText(one(page, "h1"))).toBe(COPY.title);
    const form = one(page, "form.my-course-form");
    expect([form.getAttribute("method"), form.getAttribute("action")]).toEqual(["post", PATHS.myCourse]);
    expect(attributes(form, "input", "name")).toEqual(["email"]);
    expect(attribute(form, "input", "autocomplete")).toBe("email");
    expect(count(page, 'link[rel="canonical"]')).toBe(1);
    expect(await (await askWith(env, PATHS.sitemap)).text()).toContain(`${PATHS.myCourse}</loc>`);
  });

  test("is in the menu and the footer of every page, with the visitor's query", async () => {
    for (const path of [PATHS.home, PATHS.terms, PATHS.quiz, PATHS.withdrawal, "/bestaat-niet"]) {
      const page = await openPage(`${path}?utm_source=x`);
      for (const place of [".header-nav", ".footer"]) {
        const hrefs = attributes(page, `${place} a`, "href").filter((href) => href?.startsWith(PATHS.myCourse));
        expect(hrefs, `${path} ${place}`).toEqual([`${PATHS.myCourse}?utm_source=x`]);
      }
    }
  });
});

describe("every visitor who asks", () => {
  test("gets the same page after the same work, whether the address has orders or not, and whatever fails later", async () => {
    await sell({ intentId: "pi_known" });
    const down = { send: () => Promise.reject(Object.assign(new Error("x"), { code: "E_INTERNAL_SERVER_ERROR" })) };
    const answers: { status: number; headers: [string, string][]; html: string; work: readonly string[] }[] = [];
    for (const [email, more] of [
      [KNOWN, {}],
      [UNKNOWN, {}],
      [KNOWN, { EMAIL: down }],
      [UNKNOWN, { EMAIL: down }],
      [KNOWN, { ORDERS: AWAY, INTERSTITIALS: AWAY }],
      [UNKNOWN, { ORDERS: AWAY, INTERSTITIALS: AWAY }],
    ] as const) {
      started = [];
      const work: string[] = [];
      const response = await send(email, watch(bindings(more), work));
      const html = (await response.text()).replaceAll(email, "?");
      answers.push({ status: response.status, headers: headersOf(response), html, work });
    }
    const [first, ...others] = answers;
    expect(first?.status).toBe(200);
    expect(first?.html).toContain(COPY.asked.title);
    for (const other of others) expect(other).toEqual(first);
    // Before the answer no order was read and no mail was sent.
    expect(first?.work.filter((call) => !call.startsWith("ORDER_LIMIT"))).toEqual(["AFTER_LINK_REQUEST.createBatch"]);
  });

  test("starts one mail for an address in ten minutes, in whatever case it is typed, and reads the same", async () => {
    const first = await answerText(send(KNOWN));
    expect(await answerText(send(KNOWN))).toBe(first);
    await send(` ${KNOWN.toUpperCase()} `);
    await send(UNKNOWN);
    expect(started.map(({ params }) => params)).toEqual([
      { buyer: await hashOf(KNOWN) },
      { buyer: await hashOf(UNKNOWN) },
    ]);
    vi.setSystemTime(Date.now() + LINKS_WINDOW_S * 1000);
    await send(KNOWN);
    expect(started).toHaveLength(3);
    // Neither the parameters that the platform keeps nor the log name anybody.
    expect(JSON.stringify(started)).not.toMatch(/jan|els|example/i);
  });

  test.each([
    ["", "missing"],
    [" \t", "missing"],
    ["jan", "invalid"],
    ["jan@example.nl, els@example.nl", "invalid"],
    [`${"x".repeat(260)}@example.nl`, "invalid"],
    ['"><script>x</script>@example.nl', "invalid"],
  ] as const)("with '%s' is told what is wrong beside the field, and loses nothing", async (typed, problem) => {
    const response = await send(typed);
    const page = await pageOf(response, 422);
    const text = COPY.form.problems[problem];
    expect(texts(page, ".form-error")).toEqual([text]);
    expect(texts(page, ".form-alert a")).toEqual([text]);
    expect(attribute(page, "input[name=email]", "value") ?? "").toBe(typed.trim());
    expect(attribute(page, "input[name=email]", "aria-invalid")).toBe("true");
    expect(visibleText(one(page, "title"))).toMatch(/^Fout: /);
    expect(count(page, "script:not([type])")).toBe(0);
    expect(started).toEqual([]);
  });

  test.each([
    ["from another site", { origin: "https://evil.example" }, 403],
    ["as JSON", { "content-type": "application/json" }, 415],
  ])("%s asks for nothing", async (_name, headers, status) => {
    const html = await answerText(send(KNOWN, {}, headers), status);
    expect(html).toContain(COPY.troubles.unreadable.title);
    expect(html).not.toContain(KNOWN);
    expect(started).toEqual([]);
  });

  test("sends more than fits is not read", async () => {
    expect((await send("x".repeat(9_000))).status).toBe(413);
  });

  test("from one place may ask six times a minute, for whatever addresses", async () => {
    const limiter = limiterOf("ORDER_LIMIT");
    const headers = { "cf-connecting-ip": freshAddress() };
    const statuses: number[] = [];
    for (let n = 0; n < 7; n += 1) statuses.push((await send(`a${n}@example.nl`, limiter, headers)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429]);
    const refused = await send(KNOWN, limiter, headers);
    expect(refused.headers.get("retry-after")).toBe("60");
    const page = await pageOf(refused, 429);
    expect(texts(page, ".form-alert h2")).toEqual([COPY.troubles.tooMany.title]);
    expect(attribute(page, "input[name=email]", "value")).toBe(KNOWN);
    expect(started).toHaveLength(6);
  });

  test.each([
    ["no Workflow can be started", { AFTER_LINK_REQUEST: AWAY }],
    ["no Workflow is bound", { AFTER_LINK_REQUEST: undefined }],
    ["there is no mail service", { EMAIL: undefined }],
    ["there is no sender", { MAIL_FROM: "" }],
    ["the site's address is not known", { SITE_ORIGIN: "" }],
    ["there is no key", { ORDER_TOKEN_KEYS: undefined }],
  ])("while %s is told so, the same for every address, and loses nothing", async (_name, more) => {
    await sell({ intentId: "pi_known" });
    const answers = await Promise.all([KNOWN, UNKNOWN].map((email) => send(email, more)));
    const pages = await Promise.all(answers.map((answer) => answerText(answer, 503)));
    expect(pages[0]?.replaceAll(KNOWN, "?")).toBe(pages[1]?.replaceAll(UNKNOWN, "?"));
    expect(answers[0]?.headers.get("retry-after")).toBe("120");
    const page = readDocument(pages[0] ?? "");
    expect(texts(page, ".form-alert h2")).toEqual([COPY.troubles.unavailable.title]);
    expect(attribute(page, "input[name=email]", "value")).toBe(KNOWN);
    expect(logs.lines("links.unavailable")).toHaveLength(2);
    expect(JSON.stringify(logs.lines("links.unavailable"))).not.toMatch(/jan|els@/);
  });
});

/** The headers without the time that rendering took. */
const headersOf = ({ headers }: Response) => [...headers].filter(([name]) => name !== "server-timing");

/** Bindings that note each of their calls. */
function watch(bound: Bindings, calls: string[]): Partial<Bindings> {
  const names = [
    "ORDERS",
    "GIFTS",
    "INTERSTITIALS",
    "EMAIL",
    "ORDER_LIMIT",
    "AFTER_LINK_REQUEST",
    "AFTER_SALE",
  ] as const;
  const note = (name: string, binding: object) =>
    new Proxy(binding, {
      get(target, call) {
        const value: unknown = Reflect.get(target, call);
        if (typeof value !== "function") return value;
        return (...args: unknown[]) => {
          calls.push(`${name}.${String(call)}`);
          return value.apply(target, args);
        };
      },
    });
  return Object.fromEntries(names.map((name) => [name, note(name, bound[name] as object)])) as Partial<Bindings>;
}

describe("the mail", () => {
  let mails: Mail[] = [];
  let results: unknown[] = [];
  beforeEach(() => {
    mails = [];
    results = [];
  });
  const EMAIL = { send: async (mail: Mail) => void mails.push(mail) };

  /** Runs the Workflow; a step that fails is tried again after `pass`, once. */
  async function run(email: string, more: object = {}, askedAt = new Date(), pass?: () => void): Promise<void> {
    const step = {
      do: async (_name: string, _config: object, work: () => Promise<unknown>) => {
        const result = await work().catch((error: unknown) => {
          if (pass === undefined) throw error;
          pass();
          return work();
        });
        results.push(result);
        return result;
      },
    };
    await mailLinks(bindings({ EMAIL, ...more }), await hashOf(email), askedAt, step as never);
  }

  onEveryKv((world) => {
    test("has a link to every order of the address, the newest first, and no typed text", async () => {
      const { ORDERS } = world.at("AMS");
      const wish = {
        productId: "KVB1",
        recipient: "Boze.nl",
        giver: "Klik hier",
        message: "boze.nl",
        from: "now",
      } as const;
      await sell({ intentId: "pi_old", email: "Jan@Example.NL" }, "2026-05-01T10:00:00.000Z", ORDERS);
      await sell({ intentId: "pi_gift", gift: wish }, "2026-06-01T10:00:00.000Z", ORDERS);
      await sell({ intentId: "pi_back", refundedCents: 3900 }, "2026-06-02T10:00:00.000Z", ORDERS);
      await sell({ intentId: "pi_part", productId: "KVB2", refundedCents: 100 }, "2026-06-03T10:00:00.000Z", ORDERS);
      await sell({ intentId: "pi_els", email: UNKNOWN }, "2026-06-04T10:00:00.000Z", ORDERS);
      world.settle();
      await run(KNOWN, world.at("FRA"));
      const [mail, ...others] = mails;
      if (mail === undefined) throw new Error("no mail");
      expect(others).toEqual([]);
      expect([mail.to, mail.subject]).toEqual([KNOWN, COPY.mail.subject]);
      const numbers = mail.text.match(/VK-\w+/g);
      expect(numbers).toEqual(["pi_part", "pi_back", "pi_gift", "pi_old"].map(formatOrderNumber));
      const [part = "", back = "", gift = "", old = ""] = mail.text.split(/Bestelnummer: /).slice(1);
      expect(part).toContain("Status: Deels terugbetaald");
      expect(part).toContain("Besteld op: 3 juni 2026");
      expect(part).toContain("http://localhost:8788/cursus/kvb2");
      expect(back).toContain("Status: Terugbetaald");
      expect(back).not.toContain("/cursus/");
      expect(gift).not.toContain("/cursus/");
      expect(gift).toContain(COPY.mail.toGift);
      expect(old).toContain("http://localhost:8788/cursus/kvb1");
      for (const [text, intentId] of [
        [part, "pi_part"],
        [back, "pi_back"],
        [gift, "pi_gift"],
        [old, "pi_old"],
      ] as const) {
        const page = `${ORIGIN}${await createOrderPath(bindings(), intentId)}`;
        expect(text).toContain(page);
        expect(mail.html).toContain(`href="${page}"`);
      }
      for (const body of [mail.text, mail.html]) expect(body).not.toMatch(/boze|klik hier|Jan /i);
      expect(mail.text).toContain("Cadeau: online cursus Klein Vaarbewijs 1");
      expect(JSON.stringify(results)).not.toMatch(/jan|example|pi_/i);
      expect(logs.lines("mail.sent")).toEqual([{ level: "info", event: "mail.sent", mail: "links" }]);
    });

    test("leads to the order of a gift that was paid back, and to no link that works no more", async () => {
      const gift = { productId: "KVB1", recipient: "Noor", giver: "Opa", message: "", from: "now" } as const;
      await sell({ intentId: "pi_backgift", gift, refundedCents: 3900 }, undefined, world.at("AMS").ORDERS);
      world.settle();
      await run(KNOWN, world.at("AMS"));
      expect(mails[0]?.text).toContain(`${COPY.mail.toOrder}:\n`);
      expect(mails[0]?.text).not.toContain(COPY.mail.toGift);
    });

    test("goes at most so often a day to one address, and again on the next day", async () => {
      await sell({ intentId: "pi_often" }, undefined, world.at("AMS").ORDERS);
      world.settle();
      const ask = () => {
        vi.setSystemTime(Date.now() + LINKS_WINDOW_S * 1000);
        world.settle();
        return run(KNOWN, world.at(mails.length % 2 === 0 ? "AMS" : "FRA"));
      };
      for (let n = 0; n < LINK_MAILS_A_DAY + 3; n += 1) await ask();
      expect(mails).toHaveLength(LINK_MAILS_A_DAY);
      expect(logs.lines("mail.withheld")).toHaveLength(3);
      vi.setSystemTime(Date.now() + DAY_MS);
      await ask();
      expect(mails).toHaveLength(LINK_MAILS_A_DAY + 1);
      const { keys } = await env.ORDERS.list({ prefix: "tally:links:" });
      expect(JSON.stringify(keys)).not.toMatch(/jan|example/);
      for (const { expiration = 0 } of keys) {
        expect(expiration * 1000).toBeLessThan(vi.getRealSystemTime() + 3.1 * DAY_MS);
      }
    });

    test("that was asked for several times while mail was down comes once", async () => {
      await sell({ intentId: "pi_down" }, undefined, world.at("AMS").ORDERS);
      world.settle();
      const asked = [0, 1, 2].map((n) => new Date(Date.now() + n * LINKS_WINDOW_S * 1000));
      vi.setSystemTime(Date.now() + 3_600_000);
      for (const askedAt of asked) {
        await run(KNOWN, world.at("AMS"), askedAt);
        world.settle();
      }
      expect(mails).toHaveLength(1);
      vi.setSystemTime(Date.now() + LINKS_WINDOW_S * 1000);
      await run(KNOWN, world.at("AMS"));
      expect(mails).toHaveLength(2);
    });

    test("does not go to an address without orders, nor to one whose payment was not made", async () => {
      await writeFact(world.at("webhook").ORDERS, "pi_open.failed", {
        ...paidOrder({ intentId: "pi_open" }),
        status: "failed",
        email: UNKNOWN,
      });
      world.settle();
      await run(UNKNOWN, world.at("workflow"));
      expect(mails).toEqual([]);
      expect(results).toEqual([{ outcome: "none", sentAt: null }]);
    });

    test("waits for KV and for the mail service, and then goes", async () => {
      await sell({ intentId: "pi_wait" }, undefined, world.at("webhook").ORDERS);
      world.settle();
      const there = world.at("workflow");
      const afterTheWindow = () => {
        isUp = false;
        vi.setSystemTime(Date.now() + LINKS_WINDOW_S * 1000);
        world.settle();
      };
      let isUp = false;
      const flaky = (binding: object) =>
        new Proxy(binding, {
          get:
            (target, call) =>
            (...args: unknown[]) =>
              isUp ? Reflect.get(target, call).apply(target, args) : Promise.reject(new Error("away")),
        });
      const up = () => {
        isUp = true;
      };
      await run(KNOWN, { ...there, ORDERS: flaky(there.ORDERS) }, undefined, up);
      afterTheWindow();
      await run(KNOWN, { ...there, INTERSTITIALS: flaky(there.INTERSTITIALS) }, undefined, up);
      afterTheWindow();
      await run(KNOWN, { ...there, EMAIL: flaky(EMAIL) }, undefined, up);
      expect(mails).toHaveLength(3);
      expect(logs.lines("mail.failed")).toMatchObject([{ mail: "links" }]);
      expect(JSON.stringify(logs.lines("mail.failed"))).not.toContain("example.nl");
      const refused = { send: () => Promise.reject(Object.assign(new Error("x"), { code: "E_RECIPIENT_SUPPRESSED" })) };
      afterTheWindow();
      await run(KNOWN, { ...there, EMAIL: refused });
      expect(results.at(-1)).toEqual({ outcome: "refused", sentAt: null });
    });

    test("is not that of an order whose address another fact corrects", async () => {
      await sell({ intentId: "pi_moved" }, undefined, world.at("webhook").ORDERS);
      world.settle();
      const later = paidOrder({ intentId: "pi_moved", email: UNKNOWN });
      await writeFact(world.at("operator").ORDERS, "pi_moved", later);
      world.settle();
      await run(KNOWN, world.at("workflow"));
      expect(mails).toEqual([]);
    });
  });

  test("of a list that comes in pages has the newest, and says how many more there are", async () => {
    for (let n = 10; n < 35; n += 1)
      await sell({ intentId: `pi_many${n}` }, `2026-06-${n}T10:00:00.000Z`.replace(/-3\d/, `-${n - 20}`));
    const list = async (options: { prefix: string; cursor?: string }) => {
      const all = await env.ORDERS.list({ prefix: options.prefix });
      const at = Number(options.cursor ?? 0);
      const list_complete = at + 4 >= all.keys.length;
      return { keys: all.keys.slice(at, at + 4), list_complete, ...(list_complete ? {} : { cursor: String(at + 4) }) };
    };
    await run(KNOWN, { ORDERS: { list, get: (key: string) => env.ORDERS.get(key), put: () => undefined } });
    const numbers = mails[0]?.text.match(/VK-\w+/g) ?? [];
    expect(numbers).toHaveLength(20);
    expect(numbers[0]).toBe(formatOrderNumber("pi_many29"));
    expect(mails[0]?.text).toContain("Oudere bestellingen die hier niet staan: 5.");
  });

  test("is sent by the real Workflow, once for all who ask within ten minutes", async () => {
    vi.useRealTimers();
    await sell({ intentId: "pi_real" });
    await using watched = await introspectWorkflow(env.AFTER_LINK_REQUEST);
    const { AFTER_LINK_REQUEST } = env;
    for (const email of [KNOWN, KNOWN, UNKNOWN]) expect((await send(email, { AFTER_LINK_REQUEST })).status).toBe(200);
    const instances = await watched.get();
    // A window of time may have ended between two requests.
    expect(instances.length).toBeLessThanOrEqual(3);
    for (const instance of instances) await instance.waitForStatus("complete");
    expect(instances.length).toBeGreaterThanOrEqual(2);
  });
});

test("is not read after too many forms, like every form", async () => {
  const html = await answerText(send(KNOWN, { ORDER_LIMIT: { limit: async () => ({ success: false }) } }), 429);
  expect(html).toContain(SITE_COPY.tooManyForms.heading);
});
