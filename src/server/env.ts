import type {
  D1Database,
  Fetcher,
  KVNamespace,
  RateLimit,
  SendEmail,
  WorkerVersionMetadata,
  Workflow,
} from "@cloudflare/workers-types";
import type { AuthAccess } from "../shared/auth.ts";
import {
  FLOWS,
  type Flow,
  IN_PRODUCT_FLOW,
  IN_PRODUCT_OFFER,
  isBundle,
  PRODUCT_IDS,
  type ProductId,
} from "../shared/courses.ts";
import { isEmailAddress } from "../shared/email-address.ts";
import type { MailKind } from "../shared/mail-kind.ts";
import { mapKeys } from "../shared/map-keys.ts";
import { CODE_PLACE, isActivationTarget, isSafeTarget } from "../shared/targets.ts";
import { isDay, today } from "../shared/time.ts";
import type { Trader } from "../shared/trader.ts";
import { logEvent } from "./log.ts";

/** The bindings of `wrangler.toml`. Vars arrive as strings and are trusted only after `readSettings`. */
export type Bindings = {
  ASSETS: Fetcher;
  INTERSTITIALS: KVNamespace;
  GIFTS: KVNamespace;
  /** The ledger: sales and what follows them (`ledger/`). */
  DB: D1Database;
  PAYMENT_LIMIT: RateLimit;
  GIFT_LIMIT: RateLimit;
  REPORT_LIMIT: RateLimit;
  ORDER_LIMIT: RateLimit;
  /** Absent if the account has no mail service yet. */
  EMAIL?: SendEmail;
  /** Sends one mail. */
  MAILER: Workflow<MailerParams>;
  NIGHT: Workflow<NightParams>;
  CF_VERSION_METADATA?: WorkerVersionMetadata;
} & Record<string, unknown>;

/**
 * The mail that an instance of the Mailer sends. It is one that the ledger owes (`ledger/mails.ts`), or a gift on its
 * day: then `version` is the plan's (`gifts/day/gift-delivery.ts`). `ledger-away` is owed by no ledger; it is about an
 * hour.
 */
export type MailerParams = { kind: MailKind | "gift" | "ledger-away"; about: string; version: string };

/** The moment for which the work of a night was begun, ISO 8601. */
export type NightParams = { at: string };

/** The five videos of the quiz, and the intro, which home and the sales pages share. */
export const VIDEO_VARS = {
  intro: "VIDEO_INTRO_URL",
  quiz1: "VIDEO_QUIZ_1_URL",
  quiz2: "VIDEO_QUIZ_2_URL",
  quiz3: "VIDEO_QUIZ_3_URL",
  quiz4: "VIDEO_QUIZ_4_URL",
  quiz5: "VIDEO_QUIZ_5_URL",
} as const;
type VideoId = keyof typeof VIDEO_VARS;
const VIDEO_IDS = Object.keys(VIDEO_VARS) as readonly VideoId[];

const TRADER_VARS = {
  legalName: "TRADER_LEGAL_NAME",
  address: "TRADER_ADDRESS",
  email: "TRADER_EMAIL",
  phone: "TRADER_PHONE",
  kvk: "TRADER_KVK",
  vatId: "TRADER_VAT_ID",
} as const satisfies Record<keyof Trader, string>;

/**
 * The name of the var that holds the hosted-checkout link of a product in a flow: `CHECKOUT_KVB1`, `CHECKOUT_KVB1_A`.
 */
export function checkoutVar(productId: ProductId, flow: Flow): string {
  return flow === "none" ? `CHECKOUT_${productId}` : `CHECKOUT_${productId}_${flow}`;
}

type Vars = Readonly<Record<string, unknown>>;

/** Whether the offer of flows A and B has ended: they sell at the normal price. */
export function hasOfferEnded({ OFFER_ENDS: ends }: Vars, now: Date): boolean {
  if (ends === undefined || ends === "") return false;
  // A day that cannot be read is past: an offer without an end would count down to each midnight.
  return typeof ends !== "string" || !isDay(ends) || ends < today(now);
}

/** Whether a page sells with the link of a sale. Our own checkout keeps its price after the offer, and so its link. */
export function isLinkUsed(productId: ProductId, flow: Flow, hasEnded: boolean): boolean {
  return flow === "none" || !hasEnded || (productId === IN_PRODUCT_OFFER.productId && flow === IN_PRODUCT_FLOW);
}

const HSTS_REACHES = ["host", "subdomains", "preload"] as const;
export type HstsReach = (typeof HSTS_REACHES)[number];

/**
 * The checked configuration. `null` means: not configured (missing, a placeholder or malformed); it has been logged.
 */
export type Settings = {
  /** The name of this shop among those on a Stripe account (shared/environment.ts): its section in `wrangler.toml`. */
  environment: string | null;
  /** Scheme and host of the public site, for canonical and social URLs; null = use the request's own. */
  siteOrigin: string | null;
  /** Null for several courses in one order also means that they are not offered. */
  checkoutLinks: Readonly<Record<ProductId, Readonly<Record<Flow, string | null>>>>;
  practiceAppUrl: string | null;
  /** The address that redeems gifts; `{code}` in it is replaced by the gift's signed code. */
  activationUrl: string | null;
  videos: Readonly<Record<VideoId, string | null>>;
  /** Leaflet tile template with {z}, {x} and {y}. */
  mapTileUrl: string | null;
  mapAttribution: string | null;
  stripeApiBase: string | null;
  stripeJsUrl: string | null;
  stripePublishableKey: string | null;
  /** Whether our own checkout gives Stripe the buyer's address, to which Stripe mails its receipt (given 6.8). */
  asksReceipt: boolean;
  /** The sign-in service. Null if both vars are empty: then the shop has no accounts. */
  auth: AuthAccess | null;
  /** Cloudflare Access in front of the owner's desk. Null if both vars are empty: then there is no desk. */
  access: DeskAccess | null;
  /** The addresses that may act at the desk, in lower case. Everybody else whom Access lets in may only look. */
  deskEditors: readonly string[];
  /** The reach of Strict-Transport-Security: this host, its subdomains, or also the browsers' preload list. */
  hsts: HstsReach;
  tagManagerId: string | null;
  practicePopup: boolean;
  trader: Trader;
  /** The last day of the offer of flows A and B, ISO 8601; null = it has none that can be read (`hasOfferEnded`). */
  offerEnds: string | null;
  /** The makers of the courses, as pages print them; null = not named. */
  courseMakers: string | null;
  /** The path of their picture on this site; null = a drawing. */
  makersPicture: string | null;
  mailFrom: MailAddress | null;
  /** The owner, who gets the notices of sales and withdrawals, the alarms and the evening's mail. */
  mailOwner: MailAddress | null;
};

type MailAddress = { name: string; email: string };

/** The team at Cloudflare Access whose tokens count, and the application's audience tag (AUD) in them. */
export type DeskAccess = { teamOrigin: string; audience: string };

export type ConfigProblem = { name: string; reason: "missing" | "placeholder" | "malformed" };

/** A placeholder is text that starts with `FILL-IN` or a URL on the reserved top-level domain `.invalid` (RFC 2606). */
function isPlaceholder(value: string): boolean {
  return value.startsWith("FILL-IN") || /^https?:\/\/[^/?#]*\.invalid(:\d+)?([/?#]|$)/.test(value);
}

/**
 * The check of a var's form. Plain functions, because each isolate's first answer needs the vars, and zod would be most
 * of the code that it compiles (record 0073).
 */
type Form = (value: string) => boolean;

const isUrl: Form = (value) => value.length <= 2048 && isSafeTarget(value);
const isOrigin: Form = (value) => isUrl(value) && new URL(value).origin === value;
const isText: Form = (value) => value.trim() !== "" && value.trim().length <= 300;
const isSwitch: Form = (value) => value === "on" || value === "off";
const isMailAddress: Form = (value) => value.length <= 300 && parseMailAddress(value) !== null;

/** Every var and its form: the vars of each section of `wrangler.toml`, no more and no fewer. */
const VAR_FORMS = {
  ENVIRONMENT: (value) => /^[A-Za-z0-9_-]{1,64}$/.test(value),
  SITE_ORIGIN: isOrigin,
  ...Object.fromEntries(PRODUCT_IDS.flatMap((id) => FLOWS.map((flow) => [checkoutVar(id, flow), isUrl]))),
  PRACTICE_APP_URL: isUrl,
  ACTIVATION_URL: (value) => value.length <= 2048 && isActivationTarget(value),
  ...Object.fromEntries(Object.values(VIDEO_VARS).map((name) => [name, isUrl])),
  MAP_TILE_URL: (value) => isUrl(value) && ["{z}", "{x}", "{y}"].every((part) => value.includes(part)),
  MAP_ATTRIBUTION: isText,
  STRIPE_API_BASE: isOrigin,
  STRIPE_JS_URL: isUrl,
  STRIPE_PUBLISHABLE_KEY: (value) => /^pk_(test|live)_[A-Za-z0-9]+$/.test(value),
  STRIPE_RECEIPTS: isSwitch,
  AUTH_URL: (value) => isUrl(value) && /[^/?#]$/.test(value),
  AUTH_ANON_KEY: (value) => /^[A-Za-z0-9._-]{1,2048}$/.test(value),
  ACCESS_TEAM_DOMAIN: isOrigin,
  // Cloudflare's documents show tags of 64 hexadecimal digits.
  ACCESS_AUD: (value) => /^[a-f0-9]{64}$/.test(value),
  DESK_EDITORS: (value) => value.length <= 2048 && splitAddresses(value).every(isEmailAddress),
  HSTS: (value) => HSTS_REACHES.some((reach) => reach === value),
  TAG_MANAGER_ID: (value) => /^GTM-[A-Z0-9]+$/.test(value),
  PRACTICE_POPUP: isSwitch,
  ...Object.fromEntries(Object.values(TRADER_VARS).map((name) => [name, isText])),
  TRADER_EMAIL: (value) => isEmailAddress(value.trim()),
  OFFER_ENDS: isDay,
  COURSE_MAKERS: isText,
  MAKERS_PICTURE: (value) => /^\/images\/[\w-]+\.(?:jpg|png|webp)$/.test(value),
  MAIL_FROM: isMailAddress,
  MAIL_OWNER: isMailAddress,
} satisfies Record<string, Form>;
export const VAR_NAMES: readonly string[] = Object.keys(VAR_FORMS);

const settingsByEnv = new WeakMap<object, { settings: Settings; problems: readonly ConfigProblem[] }>();

/**
 * The configuration, parsed once per isolate. An invalid var is logged once with its name and the reason
 * (`config.invalid`) and becomes `null`; pages then show their state for that.
 */
export function readSettings(env: Bindings): Settings {
  const known = settingsByEnv.get(env);
  if (known !== undefined) return known.settings;
  const parsed = parseSettings(env);
  for (const problem of parsed.problems) logEvent("error", "config.invalid", problem);
  settingsByEnv.set(env, parsed);
  return parsed.settings;
}

/** The vars that cannot be used yet, without logging them. */
export function readConfigProblems(env: Bindings): readonly ConfigProblem[] {
  return (settingsByEnv.get(env) ?? parseSettings(env)).problems;
}

/** The secrets and their forms. They are not in `Settings`, so that only the code that needs a secret holds it. */
const SECRET_FORMS = {
  STRIPE_SECRET_KEY: (value) => /^(sk|rk)_(test|live)_[A-Za-z0-9]+$/.test(value),
  STRIPE_WEBHOOK_SECRET: (value) => /^whsec_[A-Za-z0-9_+/=-]+$/.test(value),
  /**
   * `id:key,id:key`, each key 32 bytes or more in base64url: the first signs orders' links and seals payments'
   * tickets, all of them verify and open.
   */
  ORDER_TOKEN_KEYS: (value) =>
    /^[a-z0-9]{1,16}:[\w-]{43,200}(,[a-z0-9]{1,16}:[\w-]{43,200})*$/.test(value) &&
    // No base64 text has such a length.
    value.split(",").every((key) => key.replace(/^.*:/, "").length % 4 !== 1),
  /**
   * Signs gift codes for the course environment, which has it too; its characters are the key
   * (gifts/opening/gifts.ts).
   */
  GIFT_ACTIVATION_KEY: (value) => /^[\w-]{32,200}$/.test(value),
} as const satisfies Record<string, Form>;
export type SecretName = keyof typeof SECRET_FORMS;
export const SECRET_NAMES = Object.keys(SECRET_FORMS) as readonly SecretName[];

const secretsByEnv = new WeakMap<object, Map<SecretName, string | null>>();

/**
 * A checked secret. Null if it is missing or malformed, which is logged once per isolate with its name, never its
 * value.
 */
export function readSecret(env: Bindings, name: SecretName): string | null {
  const secrets = secretsByEnv.get(env) ?? new Map<SecretName, string | null>();
  const known = secrets.get(name);
  if (known !== undefined) return known;
  const value = env[name];
  const secret = typeof value === "string" && SECRET_FORMS[name](value) ? value : null;
  if (secret === null) {
    const reason: ConfigProblem["reason"] = value === undefined || value === "" ? "missing" : "malformed";
    logEvent("error", "config.invalid", { name, reason });
  }
  secretsByEnv.set(env, secrets.set(name, secret));
  return secret;
}

/** Whether gifts are sold: only if a paid gift can be handed over and redeemed. */
export function sellsGifts(env: Bindings): boolean {
  const { activationUrl } = readSettings(env);
  // Without a key there is no code: the giver would pay for a link that nobody gets.
  if (activationUrl === null || readSecret(env, "ORDER_TOKEN_KEYS") === null) return false;
  return !activationUrl.includes(CODE_PLACE) || readSecret(env, "GIFT_ACTIVATION_KEY") !== null;
}

function parseSettings(env: Bindings): { settings: Settings; problems: readonly ConfigProblem[] } {
  const problems: ConfigProblem[] = [];
  const forms: Readonly<Record<string, Form>> = VAR_FORMS;
  const hasEnded = hasOfferEnded(env, new Date());

  function read(name: string, required = true, isUsed = true): string | null {
    const value = env[name];
    if (value === undefined || value === "") {
      if (required) problems.push({ name, reason: "missing" });
      return null;
    }
    if (typeof value === "string" && isPlaceholder(value)) {
      if (isUsed) problems.push({ name, reason: "placeholder" });
      return null;
    }
    if (typeof value === "string" && forms[name]?.(value)) return value;
    problems.push({ name, reason: "malformed" });
    return null;
  }

  /** What two vars make that a shop may leave empty together; one without the other is a mistake, and is logged. */
  function readPair<T>(names: [string, string], make: (first: string, second: string) => T): T | null {
    const isWanted = names.some((name) => env[name] !== undefined && env[name] !== "");
    const [first, second] = [read(names[0], isWanted), read(names[1], isWanted)];
    return first === null || second === null ? null : make(first, second);
  }

  function readHstsReach(): HstsReach {
    const value = read("HSTS", false);
    return HSTS_REACHES.find((reach) => reach === value) ?? "host";
  }

  const trader: Trader = {};
  for (const field of Object.keys(TRADER_VARS) as (keyof Trader)[]) {
    const value = read(TRADER_VARS[field]);
    if (value !== null) trader[field] = value.trim();
  }

  const settings: Settings = {
    environment: read("ENVIRONMENT"),
    siteOrigin: read("SITE_ORIGIN"),
    checkoutLinks: mapKeys(PRODUCT_IDS, (id) =>
      mapKeys(FLOWS, (flow) => {
        const isUsed = isLinkUsed(id, flow, hasEnded);
        return read(checkoutVar(id, flow), !isBundle(id) && isUsed, isUsed);
      }),
    ),
    practiceAppUrl: read("PRACTICE_APP_URL"),
    activationUrl: read("ACTIVATION_URL"),
    videos: mapKeys(VIDEO_IDS, (id) => read(VIDEO_VARS[id])),
    mapTileUrl: read("MAP_TILE_URL"),
    mapAttribution: read("MAP_ATTRIBUTION")?.trim() ?? null,
    stripeApiBase: read("STRIPE_API_BASE"),
    stripeJsUrl: read("STRIPE_JS_URL"),
    stripePublishableKey: read("STRIPE_PUBLISHABLE_KEY"),
    asksReceipt: read("STRIPE_RECEIPTS") === "on",
    auth: readPair(["AUTH_URL", "AUTH_ANON_KEY"], (url, anonKey) => ({ url, anonKey })),
    access: readPair(["ACCESS_TEAM_DOMAIN", "ACCESS_AUD"], (teamOrigin, audience) => ({ teamOrigin, audience })),
    deskEditors: splitAddresses(read("DESK_EDITORS", false) ?? ""),
    hsts: readHstsReach(),
    tagManagerId: read("TAG_MANAGER_ID", false),
    practicePopup: read("PRACTICE_POPUP") === "on",
    trader,
    offerEnds: read("OFFER_ENDS", false),
    courseMakers: read("COURSE_MAKERS", false)?.trim() ?? null,
    makersPicture: read("MAKERS_PICTURE", false),
    mailFrom: parseMailAddress(read("MAIL_FROM")),
    mailOwner: parseMailAddress(read("MAIL_OWNER")),
  };
  return { settings, problems };
}

/** Scheme and host of the owner's desk; null if there is none. Then the shop's mails to the owner have no link to it. */
export function deskOriginOf({ access, siteOrigin }: Settings): string | null {
  return access === null ? null : siteOrigin;
}

function splitAddresses(value: string): string[] {
  return value === "" ? [] : value.split(",").map((address) => address.trim().toLowerCase());
}

/** `Vaarkoers <info@vaarkoers.example>`, or the address alone. Null for anything else. */
function parseMailAddress(value: string | null): MailAddress | null {
  const text = value ?? "";
  const start = text.indexOf("<");
  if (start === -1) return isEmailAddress(text) ? { name: "", email: text } : null;
  const name = text.slice(0, start).trim();
  const email = text.slice(start + 1, -1);
  return text.endsWith(">") && isEmailAddress(email) && !/[>@"]/.test(name) ? { name, email } : null;
}
