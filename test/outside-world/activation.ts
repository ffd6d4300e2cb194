import { createHmac, timingSafeEqual } from "node:crypto";
import { Hono } from "hono";
import { html } from "hono/html";
import { PRODUCTS, type ProductId } from "../../src/shared/courses.ts";
import { DEFAULT_GIFT, formatGiftCode } from "../../src/shared/gift.ts";
import type { World } from "./http.ts";
import { page, sendPage } from "./layout.ts";
import { GIFT_ACTIVATION_KEY } from "./order-keys.ts";

/** The course environment's side of a gift, as kv-seed/course-environment.md requires it. */

/** The highest age of a signed code, seconds. A gift that is stopped after its page was opened can still be used for this long. */
const CODE_MAX_AGE_S = 24 * 60 * 60;
/** The largest difference between two machines' clocks, seconds. */
const CLOCK_SKEW_S = 300;

export type GiftCodeCheck = { status: "valid"; code: string; product: string } | { status: "forged" | "expired" };

/** Checks `{code}.{seconds since 1970}[.{product}].{signature}` without asking the shop. */
export function checkGiftCode(signed: string, key: string, nowS: number): GiftCodeCheck {
  const [, code = "", time = "", product, signature = ""] =
    /^([A-Za-z0-9-]{4,71})\.(\d{10,11})(?:\.([A-Z0-9_]+))?\.([0-9a-f]{64})$/.exec(signed) ?? [];
  const lines = ["vaarkoers gift activation", code, time, ...(product === undefined ? [] : [product])];
  const expected = createHmac("sha256", key).update(lines.join("\n")).digest();
  if (code === "" || !timingSafeEqual(expected, Buffer.from(signature, "hex"))) return { status: "forged" };
  const ageS = nowS - Number(time);
  return ageS > CODE_MAX_AGE_S || ageS < -CLOCK_SKEW_S
    ? { status: "expired" }
    : { status: "valid", code, product: product ?? DEFAULT_GIFT };
}

const REFUSED = {
  none: { status: 200, text: "Open de cadeaulink die je hebt gekregen, en druk daar op Cadeau Innen." },
  forged: {
    status: 400,
    text: "Deze code is niet door de winkel ondertekend. Open de cadeaulink die je hebt gekregen.",
  },
  expired: { status: 410, text: "Deze link is te oud. Open je cadeaulink opnieuw en druk nog eens op Cadeau Innen." },
  used: { status: 409, text: "Dit cadeau is al geactiveerd." },
} as const;

/** The activation page. It remembers used gifts while it runs. */
export function createActivation(): Hono<World> {
  const app = new Hono<World>();
  const used = new Set<string>();

  app.on(["GET", "POST"], "/activeren", (c) => {
    const signed = c.req.query("cadeau") ?? "";
    const check = checkGiftCode(signed, GIFT_ACTIVATION_KEY, Date.now() / 1000);
    const state = check.status === "valid" && used.has(check.code) ? "used" : signed === "" ? "none" : check.status;
    if (check.status !== "valid" || state !== "valid") {
      const { status, text } = REFUSED[state as keyof typeof REFUSED];
      return sendPage(c, activationPage(html`<p class="lead">${text}</p>`), status);
    }
    const { code, product } = check;
    if (c.req.method === "POST") {
      used.add(code);
      return c.redirect(`/cursus/${product.toLowerCase().replace("_", "-")}`, 303);
    }
    const content = html`
<p class="lead">Zet de cursus ${PRODUCTS[product as ProductId].name} op je eigen naam. Cadeau <code>${formatGiftCode(code)}</code> is echt, en nog niet gebruikt.</p>
<form method="post"><button type="submit" class="full">Activeer mijn cursus</button></form>`;
    return sendPage(c, activationPage(content));
  });
  return app;
}

function activationPage(content: ReturnType<typeof html>) {
  const [title, role] = ["Cadeau activeren", "de activatiepagina"];
  return page({ title, role, content: html`<h1>Cadeau innen</h1>${content}` });
}
