import { afterEach, beforeEach, expect, test } from "vitest";
import { type LocalServer, listenLocally } from "./local-server.ts";
import { freePort } from "./ports.ts";
import { type ReloadProxy, startReloadProxy } from "./reload-proxy.ts";

/** The proxy of `npm run dev`, in front of the Worker. */

let worker: LocalServer;
let proxy: ReloadProxy;
let origin = "";

beforeEach(async () => {
  worker = await listenLocally(0, (request, response) => {
    const type = request.url === "/" ? "text/html; charset=utf-8" : "application/json";
    response.writeHead(200, { "content-type": type, etag: '"1"', "x-method": request.method ?? "" }).end("<p>…</p>");
  });
  const port = await freePort();
  proxy = await startReloadProxy({ port, targetPort: worker.port });
  origin = `http://localhost:${port}`;
});

afterEach(async () => {
  await proxy.close();
  await worker.close();
});

test("a page gets a script of its own origin at its end, and is not kept", async () => {
  const response = await fetch(origin);
  expect(await response.text()).toBe('<p>…</p><script type="module" src="/__reload.js"></script>');
  expect([response.headers.get("etag"), response.headers.get("cache-control")]).toEqual([null, "no-store"]);
  const script = await fetch(`${origin}/__reload.js`);
  expect(script.headers.get("content-type")).toBe("text/javascript");
  expect(await script.text()).toContain("location.reload()");
});

test("everything else comes as it is", async () => {
  const response = await fetch(`${origin}/api`, { method: "POST", body: "{}" });
  expect(await response.text()).toBe("<p>…</p>");
  expect([response.headers.get("etag"), response.headers.get("x-method")]).toEqual(['"1"', "POST"]);
});

test("a Worker that does not answer is a 502 that says so", async () => {
  await worker.close();
  const response = await fetch(origin);
  expect(response.status).toBe(502);
  expect(await response.text()).toContain("The Worker does not answer");
});
