import { checkoutVar, VIDEO_VARS } from "../../src/server/env.ts";
import { FLOWS, PRODUCT_IDS } from "../../src/shared/courses.ts";
import { ACCESS_AUD, createAccess, DESK_EDITORS } from "./access.ts";
import { createActivation } from "./activation.ts";
import { createAuth } from "./auth.ts";
import { AUTH_ANON_KEY } from "./auth-keys.ts";
import { createControls } from "./control.ts";
import { createHomePage } from "./home-page.ts";
import { serveLocally } from "./http.ts";
import { createMailbox } from "./mailbox.ts";
import { GIFT_ACTIVATION_KEY, ORDER_TOKEN_KEYS } from "./order-keys.ts";
import { createPages } from "./pages.ts";
import { createShopClock } from "./shop-clock.ts";
import { createStripe } from "./stripe.ts";
import { STRIPE_PUBLISHABLE_KEY, STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET } from "./stripe-keys.ts";
import { tiles } from "./tiles.ts";

export const DEFAULT_PORT = 8788;
/** Nothing listens at this address. */
const NO_SHOP = "http://localhost:9";

export type OutsideWorld = Awaited<ReturnType<typeof startOutsideWorld>>;

/** Starts all on `port` (0: a free one), without a shop unless `shopOrigin` names one. Rejects if the port is taken. */
export async function startOutsideWorld(options: { port: number; shopOrigin?: string }) {
  let shopOrigin = new URL(options.shopOrigin ?? NO_SHOP).origin;
  let origin = "";
  const places = { origin: () => origin, shopOrigin: () => shopOrigin };
  const { controls: stripe, app: stripeApp, close } = createStripe(places);
  const clock = createShopClock(places.shopOrigin);
  const { mailbox, app: mailboxApp } = createMailbox(clock);
  const { controls: auth, app: authApp } = createAuth({ ...places, mailbox });
  const { controls: access, app: accessApp } = createAccess(places);
  const app = createPages(places.shopOrigin, stripe.buy);
  const pages = [createActivation(), createControls(stripe), createHomePage(places.shopOrigin, stripe), tiles];
  for (const part of [stripeApp, authApp, accessApp, mailboxApp, ...pages]) app.route("/", part);
  const server = await serveLocally(options.port, app);
  origin = `http://localhost:${server.port}`;
  return {
    origin,
    port: server.port,
    stripe,
    auth,
    access,
    mailbox,
    clock,
    /** The Worker's vars and secrets for these services. */
    vars: () => workerVars(origin),
    /** Sets the shop's scheme and host, for checkout pages to return to and for webhooks. */
    setShopOrigin(value: string) {
      shopOrigin = new URL(value).origin;
    },
    async close() {
      await close();
      await server.close();
    },
  };
}

function workerVars(origin: string): Record<string, string> {
  const checkouts = PRODUCT_IDS.flatMap((productId) =>
    FLOWS.map((flow) => [checkoutVar(productId, flow), `${origin}/checkout/${productId}/${flow}`] as const),
  );
  const videos = Object.entries(VIDEO_VARS).map(
    ([id, name]) => [name, `${origin}/video/${id.replace("quiz", "quiz-")}`] as const,
  );
  return {
    ...Object.fromEntries([...checkouts, ...videos]),
    PRACTICE_APP_URL: `${origin}/oefenen`,
    ACTIVATION_URL: `${origin}/activeren?cadeau={code}`,
    MAP_TILE_URL: `${origin}/tiles/{z}/{x}/{y}.svg`,
    MAP_ATTRIBUTION: "Schetskaart van de lokale testomgeving",
    STRIPE_API_BASE: origin,
    STRIPE_JS_URL: `${origin}/stripe.js`,
    STRIPE_PUBLISHABLE_KEY,
    STRIPE_SECRET_KEY,
    STRIPE_WEBHOOK_SECRET,
    ORDER_TOKEN_KEYS,
    GIFT_ACTIVATION_KEY,
    AUTH_URL: `${origin}/auth/v1`,
    AUTH_ANON_KEY,
    ACCESS_TEAM_DOMAIN: origin,
    ACCESS_AUD,
    DESK_EDITORS,
  };
}
