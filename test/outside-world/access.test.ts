import { expect, test, vi } from "vitest";
import { unstable_readConfig as readConfig } from "wrangler";
import { createApp } from "../../src/app.tsx";
import type { DeskVisitor } from "../../src/desk/desk-visitor-rules.ts";
import type { Bindings } from "../../src/server/env.ts";
import type { AppContext } from "../../src/server/http/context.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { collectLogs } from "../worker/logs.ts";
import { ACCESS_AUD, DESK_EDITOR, DESK_VIEWER } from "./access.ts";
import { get, openWorld, post, SHOP_ORIGIN, world } from "./calls.ts";

/** Cloudflare Access on this machine, with the shop's own door. */

vi.mock("../../src/desk/desk-handler.tsx", () => ({
  serveDesk: (c: AppContext, visitor: DeskVisitor) => c.json(visitor),
}));
collectLogs();
openWorld();

/** The desk of a shop with the vars of the outside world, as a browser with this cookie asks for it. */
const askDesk = (cookie: string) =>
  createApp().request(`${SHOP_ORIGIN}${PATHS.desk}`, { headers: { cookie } }, {
    ...world.vars(),
  } as unknown as Bindings);

/** Presses a button of `/access`. Resolves to the cookie that the browser then has. */
async function signIn(as: string): Promise<string> {
  const response = await post("/access", { as });
  expect([response.status, response.headers.get("location")]).toEqual([303, SHOP_ORIGIN + PATHS.desk]);
  const [cookie = "", ...attributes] = (response.headers.get("set-cookie") ?? "").split("; ");
  expect(attributes).toEqual(expect.arrayContaining(["Path=/", "HttpOnly", "SameSite=Lax"]));
  return cookie;
}

test.each([
  ["editor", DESK_EDITOR, true],
  ["viewer", DESK_VIEWER, false],
])("the page says that it is local, and leads %s to the desk", async (as, email, mayAct) => {
  const page = await (await get("/access")).text();
  expect(page).toContain("lokale testomgeving");
  expect(page).toContain(`value="${as}"`);
  const response = await askDesk(await signIn(as));
  expect(await response.json()).toEqual({ email, mayAct });
});

test.each(["expired", "stranger"])("%s finds no such page", async (as) => {
  expect((await askDesk(await signIn(as))).status).toBe(404);
});

test("whoever signs out, or never signed in, finds no such page", async () => {
  const out = await get("/access/uit");
  expect(out.headers.get("location")).toBe("/access");
  expect(out.headers.get("set-cookie")).toMatch(/^CF_Authorization=; .*Max-Age=0/);
  expect((await askDesk("")).status).toBe(404);
});

test("publishes two keys, the current one first; the one before the last rotation is gone", async () => {
  const published = async () => {
    const { keys, public_cert, public_certs } = await (await get("/cdn-cgi/access/certs")).json();
    const kids = keys.map(({ kid }: { kid: string }) => kid);
    expect(keys).toEqual(
      kids.map((kid: string) => expect.objectContaining({ kid, kty: "RSA", alg: "RS256", use: "sig" })),
    );
    expect(public_certs.map(({ kid }: { kid: string }) => kid)).toEqual(kids);
    expect(public_cert.kid).toBe(kids[0]);
    return kids;
  };
  const [first] = await published();
  const init = { method: "POST", body: JSON.stringify({ rotate: true }) };
  const told = await (await get("/_control/access", init)).json();
  expect(told).toEqual({ mode: "ok", keys: await published() });
  const [second, before] = await published();
  expect([before, second === first]).toEqual([first, false]);
  world.access.rotate();
  expect(await published()).not.toContain(first);
});

test("without its keys the desk cannot be opened, and says so", async () => {
  const cookie = `CF_Authorization=${world.access.assertionOf("editor")}`;
  world.access.setMode("unavailable");
  expect((await askDesk(cookie)).status).toBe(503);
});

test("wrangler.toml names the same application and the same editor", () => {
  const { vars } = readConfig({ config: "wrangler.toml" });
  expect(vars).toMatchObject({ ACCESS_AUD, DESK_EDITORS: DESK_EDITOR });
});
