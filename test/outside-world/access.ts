import { randomUUID } from "node:crypto";
import { Hono } from "hono";
import { html } from "hono/html";
import * as z from "zod";
import { PATHS } from "../../src/shared/paths.ts";
import { createSigningKey, type SigningKey, signToken } from "./auth-keys.ts";
import type { World } from "./http.ts";
import { type Html, page, sendPage } from "./layout.ts";

/**
 * A local copy of Cloudflare Access, as far as the owner's desk meets it: the keys of the team, and assertions that are
 * signed with them. It follows "Validate JWTs", "Application token" and "Authorization cookie" of Cloudflare's documents,
 * and was never held against the real one. It does not stand in front of the shop, which reads the cookie that a browser sends to
 * every port of a host; and whoever presses a button is that person.
 */

/** The application's audience tag, as `wrangler.toml` has it. */
export const ACCESS_AUD = "5a6f1c0e2b7d48939d1e4c7a80f3b62594e7d0c1a8b35f6e2d9c4b7a1f8e3056";
/** Who may act at the desk, as `wrangler.toml` has them, and somebody whom Access lets in besides. */
const DESK_EDITOR = "eigenaar@example.nl";
const SECOND_EDITOR = "partner@example.nl";
export const DESK_EDITORS = `${DESK_EDITOR}, ${SECOND_EDITOR}`;
const DESK_VIEWER = "noor@example.nl";

const COOKIE = "CF_Authorization";
/** A day: Cloudflare's own default for a session, seconds. */
const SESSION_S = 24 * 60 * 60;

/** Everybody as whom a visitor can come to the desk: the button's label, and what differs in the assertion. */
const VISITORS = {
  editor: { label: `${DESK_EDITOR}, die alles mag`, email: DESK_EDITOR },
  second: { label: `${SECOND_EDITOR}, die ook alles mag`, email: SECOND_EDITOR },
  viewer: { label: `${DESK_VIEWER}, die alleen mag kijken`, email: DESK_VIEWER },
  expired: { label: `${DESK_EDITOR}, gisteren aangemeld (verlopen)`, email: DESK_EDITOR, agoS: SESSION_S + 60 },
  stranger: { label: `${DESK_EDITOR}, aangemeld bij een andere toepassing`, email: DESK_EDITOR, aud: "0".repeat(64) },
} as const satisfies Record<string, { label: string; email: string; agoS?: number; aud?: string }>;
type VisitorName = keyof typeof VISITORS;
const VISITOR_NAMES = Object.keys(VISITORS) as VisitorName[];

export function createAccess({ origin, shopOrigin }: { origin: () => string; shopOrigin: () => string }) {
  /** Made when somebody needs it, because that takes a while. */
  let made: SigningKey | undefined;
  const key = () => {
    made ??= createSigningKey("RS256");
    return made;
  };

  /** An assertion about one of the page's visitors, signed with the current key. */
  function assertionOf(name: VisitorName): string {
    const { email, agoS = 0, aud = ACCESS_AUD }: { email: string; agoS?: number; aud?: string } = VISITORS[name];
    const since = Math.floor(Date.now() / 1000) - agoS;
    const times = { exp: since + SESSION_S, iat: since, nbf: since };
    return signToken(key(), { aud: [aud], email, ...times, iss: origin(), type: "app", sub: randomUUID() });
  }

  const app = new Hono<World>();
  app.get("/cdn-cgi/access/certs", (c) => c.json({ keys: [key().publicJwk] }));
  app.get("/access", (c) => sendPage(c, accessPage(shopOrigin())));
  app.post("/access", async (c) => {
    const { as } = z.object({ as: z.enum(VISITOR_NAMES) }).parse(await c.req.parseBody());
    c.header("set-cookie", `${COOKIE}=${assertionOf(as)}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${2 * SESSION_S}`);
    return c.redirect(shopOrigin() + PATHS.desk, 303);
  });
  app.get("/cdn-cgi/access/logout", (c) => c.redirect("/access/uit", 303));
  app.get("/access/uit", (c) => {
    c.header("set-cookie", `${COOKIE}=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0`);
    return c.redirect("/access", 303);
  });

  return { controls: { assertionOf }, app };
}

function accessPage(shopOrigin: string): Html {
  return page({
    title: "Aanmelden voor het beheer",
    role: "Cloudflare Access",
    content: html`
<h1>Aanmelden als …</h1>
<p class="lead">Wie hier kiest, komt op het beheer van de winkel. Wie Cloudflare niet binnenlaat, ziet daar alleen dat de pagina niet bestaat.</p>
<form method="post" action="/access" class="panel">
${VISITOR_NAMES.map(
  (
    name,
  ) => html`<p><button type="submit" name="as" value="${name}" class="full quiet">${VISITORS[name].label}</button></p>
`,
)}</form>
<p><a href="${shopOrigin}${PATHS.desk}">Naar het beheer</a> · <a href="/access/uit">Afmelden</a></p>`,
  });
}
