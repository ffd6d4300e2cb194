import { expect, test } from "vitest";
import { openCloudflareKv } from "../../kv-seed/cloudflare-kv.ts";
import type { KvEntry } from "../../src/server/kv-store.ts";
import { writeProductionConfig } from "./production-config.ts";
import { temporaryFolder } from "./tool.ts";

/**
 * Tests with a stand-in for Cloudflare's API. Its addresses and answers are those that the pinned wrangler calls and
 * reads. Nothing here was tried at Cloudflare itself.
 */

const folder = temporaryFolder();

type Asked = { method: string; path: string; body: unknown; authorization: string | null };

/** A namespace behind the API. If `refuse` returns an answer, that is sent instead. */
async function standIn(
  entries: Map<string, KvEntry>,
  refuse: (asked: Asked) => Response | undefined = () => undefined,
) {
  const asked: Asked[] = [];
  const waited: number[] = [];
  const answer = (result: unknown, more: object = {}) =>
    Response.json({ success: true, errors: [], messages: [], result, ...more });
  const fetchApi: typeof fetch = async (input, init) => {
    const url = new URL(String(input));
    const path = url.pathname.replace(/^.*\/namespaces\/[0-9a-f]{32}\//, "");
    const body: unknown = typeof init?.body === "string" ? JSON.parse(init.body) : undefined;
    const call = {
      method: init?.method ?? "",
      path,
      body,
      authorization: new Headers(init?.headers).get("authorization"),
    };
    asked.push(call);
    const refused = refuse(call);
    if (refused !== undefined) return refused;
    if (path === "keys") {
      const names = [...entries.keys()].filter((name) => name.startsWith(url.searchParams.get("prefix") ?? "")).sort();
      const start = Number(url.searchParams.get("cursor") ?? 0);
      const end = start + Number(url.searchParams.get("limit"));
      const page = names.slice(start, end).map((name) => ({ name, metadata: entries.get(name)?.metadata }));
      return answer(page, { result_info: { count: page.length, cursor: end < names.length ? String(end) : "" } });
    }
    if (path === "bulk/get") {
      const { keys } = body as { keys: readonly string[] };
      if (keys.length > 100) return new Response("too many", { status: 400 });
      return answer({ values: Object.fromEntries(keys.map((key) => [key, entries.get(key)?.value ?? null])) });
    }
    if (path === "bulk/delete") for (const key of body as readonly string[]) entries.delete(key);
    else for (const entry of body as readonly KvEntry[]) entries.set(entry.key, entry);
    return answer({ successful_key_count: 1, unsuccessful_keys: [] });
  };
  const session = openCloudflareKv(
    { remote: true, env: "production", config: await writeProductionConfig(folder) },
    {
      fetchApi,
      readLogin: async () => ({
        accountId: "account",
        headers: { authorization: "Bearer token" },
        apiBase: "https://api.example/client/v4",
      }),
      wait: async (ms) => void waited.push(ms),
    },
  );
  return { store: session.store("GIFTS"), asked, waited };
}

function sales(count: number): Map<string, KvEntry> {
  const keys = Array.from({ length: count }, (_, index) => `pi_${String(index).padStart(5, "0")}`);
  return new Map(keys.map((key) => [key, { key, value: `value of ${key}`, metadata: { paidAt: "2026-07-01" } }]));
}

test("lists every page, reads a hundred keys a call, and leaves out what does not exist", async () => {
  const entries = sales(2050);
  const { store, asked } = await standIn(entries);
  const keys = (await store.list("pi_")).map(({ name }) => name);
  expect(keys).toEqual([...entries.keys()]);
  expect(asked).toHaveLength(3);
  const values = await store.get([...keys, "pi_none"]);
  expect(values).toEqual(new Map([...entries].map(([key, { value }]) => [key, value])));
  expect(asked).toHaveLength(3 + 21);
  for (const { authorization } of asked) expect(authorization).toBe("Bearer token");
});

test("writes and removes in bulk", async () => {
  const entries = sales(2);
  const { store, asked } = await standIn(entries);
  await store.write([{ key: "pi_new", value: "{}", expiration: 2_000_000_000 }]);
  await store.delete(["pi_00000", "pi_00001"]);
  expect([...entries.keys()]).toEqual(["pi_new"]);
  expect(asked.map(({ method, path }) => `${method} ${path}`)).toEqual(["PUT bulk", "POST bulk/delete"]);
  await store.write([]);
  expect(asked).toHaveLength(2);
});

test("waits when there were too many calls, as long as the answer says", async () => {
  let left = 2;
  const { store, waited } = await standIn(sales(1), () =>
    left-- > 0
      ? new Response("slow down", { status: 429, headers: left === 0 ? {} : { "retry-after": "7" } })
      : undefined,
  );
  expect((await store.get(["pi_00000"])).size).toBe(1);
  expect(waited).toEqual([7000, 4000]);
});

test("says in Cloudflare's words what was refused, and what could not be written", async () => {
  const refused = await standIn(sales(1), () =>
    Response.json(
      { success: false, errors: [{ code: 10000, message: "Authentication error" }], result: null },
      { status: 403 },
    ),
  );
  await expect(refused.store.list()).rejects.toThrow("403 Authentication error (10000)");
  expect(refused.asked).toHaveLength(1);
  const partly = await standIn(sales(1), ({ path }) =>
    path === "bulk"
      ? Response.json({ success: true, errors: [], result: { successful_key_count: 0, unsuccessful_keys: ["a"] } })
      : undefined,
  );
  await expect(partly.store.write([{ key: "a", value: "b" }])).rejects.toThrow("could not write 1 of the keys");
  const down = await standIn(sales(1), () => new Response("bad gateway", { status: 502 }));
  await expect(down.store.get(["a"])).rejects.toThrow("502 bad gateway");
  expect(down.waited).toHaveLength(3);
});
