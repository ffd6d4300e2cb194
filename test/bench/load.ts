import autocannon from "autocannon";

export type LoadOptions = {
  url: string;
  seconds: number;
  headers?: Readonly<Record<string, string>>;
  /** Adds a query that no other request has, so that no answer can come from memory. */
  uniqueQuery?: boolean;
  /** The status that counts as a success. */
  expectStatus: number;
};

const CONNECTIONS = 10;
let queries = 0;

/** Puts load on an address of this machine. Resolves to its requests a second; rejects when any answer was not the expected one. */
export async function putLoad({ url, seconds, headers = {}, uniqueQuery, expectStatus }: LoadOptions): Promise<number> {
  const { hostname, pathname, search } = new URL(url);
  if (!["127.0.0.1", "localhost"].includes(hostname)) throw new Error("Only this machine.");
  const separator = search === "" ? "?" : "&";
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: seconds,
    headers,
    requests: [
      {
        setupRequest(request) {
          if (!uniqueQuery) return request;
          queries += 1;
          return { ...request, path: `${pathname}${search}${separator}u=${queries}` };
        },
      },
    ],
  });
  const { total: requests } = result.requests;
  const asExpected = Number((result.statusCodeStats as Record<string, { count?: number }>)?.[expectStatus]?.count ?? 0);
  const failures = requests - asExpected + result.errors + result.timeouts;
  if (failures > 0) throw new Error(`${failures} responses of ${pathname} failed`);
  return requests / result.duration;
}
