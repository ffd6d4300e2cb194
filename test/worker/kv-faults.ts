import { env } from "cloudflare:workers";
import { GIFT_COPY } from "../../src/gifts/opening/gift-copy.ts";
import { INTERSTITIAL_COPY } from "../../src/paying/return/interstitial-copy.ts";
import { PAYMENT_RETURN_COPY } from "../../src/paying/return/payment-return-copy.ts";
import type { Bindings } from "../../src/server/env.ts";
import { bridgeKey, type ProductId, priceOf } from "../../src/shared/courses.ts";
import * as ends from "./fault-outcomes.ts";
import type { Faulty } from "./fault-routes.ts";
import { AWAY, changed, fail } from "./shop.ts";

/** The faults of KV: the first rows of the table (faults.test.ts). */

function everyKv(kv: object | undefined): Faulty {
  const namespace = kv as Bindings["GIFTS"];
  return { INTERSTITIALS: namespace, GIFTS: namespace };
}

/** The gate that slow namespaces wait for. */
let gate = Promise.withResolvers<void>();

const ALL = ["INTERSTITIALS", "GIFTS"] as const;

/** The real namespaces, with these calls changed. */
function changedKv(names: readonly (typeof ALL)[number][], calls: Parameters<typeof changed>[1]): Faulty {
  return Object.fromEntries(names.map((name) => [name, changed(env[name], calls)]));
}

/** The real namespaces, which answer only once the gate is open. */
function slowBindings(): Faulty {
  gate = Promise.withResolvers<void>();
  const slow =
    (real: (...args: unknown[]) => unknown) =>
    async (...args: unknown[]) => {
      await gate.promise;
      return real(...args);
    };
  return changedKv(ALL, { get: slow, getWithMetadata: slow, list: slow, put: slow, delete: slow });
}

const WAITS = { text: "waits, then works" };

/** KV has no entry under the key in `INTERSTITIALS` of this product's normal price. */
function lacking(productId: ProductId): Faulty {
  const key = bridgeKey(productId, priceOf(productId, "none").priceCents);
  return changedKv(["INTERSTITIALS"], {
    get: (real) => (asked: string) => (asked === key ? Promise.resolve(null) : real(asked, "text")),
  });
}

export const KV_FAULTS: readonly ends.Fault[] = [
  { fault: "KV throws", bindings: () => everyKv(AWAY), outcomes: ends.KV_AWAY },
  { fault: "KV namespaces not bound", bindings: () => everyKv(undefined), outcomes: ends.KV_AWAY },
  {
    fault: "KV answers after seconds",
    bindings: slowBindings,
    release: () => gate.resolve(),
    outcomes: {
      ...ends.work(["gift", "targets", "mail", "giftSaleMail", "order", "giftOrder", "delivery", "giftMail"], WAITS),
      ...ends.work(["bothOrder", "linksMail"], WAITS),
      ...ends.work(["bridge", "bothBridge"], { text: "spinner at once, the target when it comes", atOnce: true }),
      ...ends.work(["return"], { text: "spinner at once, the state when it comes", atOnce: true }),
      ...ends.work(["giftReturn"], { text: "waits for nothing", atOnce: true }),
    },
  },
  {
    fault: "KV holds garbage",
    bindings: () =>
      everyKv({
        get: async (keys: string | string[]) =>
          typeof keys === "string" ? "{target:" : new Map(keys.map((key) => [key, "{target:"])),
        getWithMetadata: async () => ({ value: "{target:", metadata: null }),
        list: async ({ prefix }: { prefix: string }) => ({ keys: [{ name: prefix }] }),
        put: async () => undefined,
        delete: async () => undefined,
      }),
    outcomes: {
      bridge: ends.NOT_CONFIGURED,
      gift: {
        text: "404, unless the link itself names somebody",
        status: 404,
        contains: GIFT_COPY.unknown.title,
        logged: "kv.malformed",
      },
      targets: { text: "leaves the entries out", contains: "{}", logged: "kv.malformed" },
      return: {
        text: `tells the payment's state and "${INTERSTITIAL_COPY.notConfigured}"`,
        shows: PAYMENT_RETURN_COPY.paid.title,
        logged: "kv.malformed",
      },
      giftReturn: { ...ends.WORKS.giftReturn, text: "shows link, code and card" },
      ...ends.work(["mail", "linksMail"], { text: "sent, without the link to the course", logged: "kv.malformed" }),
      order: { ...ends.WITHOUT_LINKS, logged: "kv.malformed" },
      bothOrder: { ...ends.WITHOUT_LINKS, logged: "kv.malformed" },
      bothBridge: ends.NOT_CONFIGURED,
    },
  },
  {
    fault: "KV cannot be written",
    bindings: () => changedKv(ALL, { put: () => fail, delete: () => fail }),
    outcomes: {
      giftReturn: {
        ...ends.WORKS.giftReturn,
        text: "shows link, code and card; the gift is stored before its mail goes",
      },
      giftSaleMail: ends.CONFIRMATION_WAITS,
    },
  },
  {
    fault: "KV lacks the address of one of two courses that were bought together",
    bindings: () => lacking("KVB2"),
    outcomes: {
      bothOrder: {
        ...ends.WORKS.bothOrder,
        text: "one button, to the address of both",
        shows: `href="${ends.BOTH_TARGET}"`,
        lacks: ends.COURSE_2,
      },
    },
  },
  {
    fault: "KV lacks the address of two courses together",
    bindings: () => lacking("KVB1_KVB2"),
    outcomes: {
      ...ends.work(["bothOrder"], { text: "works: a button for each course" }),
      bothBridge: {
        text: `"${INTERSTITIAL_COPY.notConfigured}", no redirect`,
        shows: INTERSTITIAL_COPY.notConfigured,
        lacks: ends.BOTH_TARGET,
      },
    },
  },
];
