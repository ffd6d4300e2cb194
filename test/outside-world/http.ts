import type { IncomingMessage, ServerResponse } from "node:http";

/** One request with its body read, and the response to write. */
export type Exchange = {
  request: IncomingMessage;
  response: ServerResponse;
  method: string;
  url: URL;
  body: string;
};

/** Handles the exchange and says so, or leaves it to the next handler. */
export type Handler = (exchange: Exchange) => boolean | Promise<boolean>;

/** A request that is refused for what it says; the message is for whoever sent it. */
export class RequestError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/**
 * A handler for the paths of a pattern (URLPattern) and these methods; others are answered with 405. `answer` may
 * return false for parameters that name nothing: the request then goes on to the next handler.
 */
export function route(
  pathname: string,
  methods: readonly ("GET" | "POST")[],
  answer: (exchange: Exchange, parameters: Record<string, string | undefined>) => boolean | Promise<boolean>,
): Handler {
  const pattern = new URLPattern({ pathname });
  return (exchange) => {
    const found = pattern.exec(exchange.url);
    if (found === null) return false;
    return !allowMethods(exchange, methods) || answer(exchange, found.pathname.groups);
  };
}

/** Answers with text in UTF-8, or with bytes as they are; HEAD gets the headers only. */
export function send(
  { response, method }: Exchange,
  status: number,
  contentType: string,
  body: string | Uint8Array,
  headers: Readonly<Record<string, string>> = {},
): true {
  const bytes = typeof body === "string" ? Buffer.from(body) : body;
  response.writeHead(status, { "content-type": contentType, "content-length": bytes.length, ...headers });
  response.end(method === "HEAD" ? undefined : bytes);
  return true;
}

/** Answers with JSON. */
export function sendJson(
  exchange: Exchange,
  status: number,
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
): true {
  return send(exchange, status, "application/json", JSON.stringify(value, null, 2), {
    "cache-control": "no-store",
    ...headers,
  });
}

/** Answers a form post with the address to read next (303 See Other). */
export function sendSeeOther(exchange: Exchange, location: string): true {
  return send(exchange, 303, "text/plain; charset=utf-8", "", { location, "cache-control": "no-store" });
}

/** Whether the method is one of these (GET includes HEAD); if not, answers 405 with Allow. */
export function allowMethods(exchange: Exchange, methods: readonly ("GET" | "POST")[]): boolean {
  const allowed = methods.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method]));
  if (allowed.includes(exchange.method)) return true;
  send(exchange, 405, "text/plain; charset=utf-8", "Method Not Allowed", { allow: allowed.join(", ") });
  return false;
}

/** A body of a control call: JSON or a posted form. Throws a `RequestError` when it is neither an object nor a form. */
export function parseFields(exchange: Exchange): Record<string, unknown> {
  if (exchange.request.headers["content-type"]?.startsWith("application/x-www-form-urlencoded")) {
    return Object.fromEntries(new URLSearchParams(exchange.body));
  }
  if (exchange.body.trim() === "") return {};
  let value: unknown;
  try {
    value = JSON.parse(exchange.body);
  } catch {
    throw new RequestError(400, "body is not JSON");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new RequestError(400, "body is not an object");
  return value as Record<string, unknown>;
}

/** Text made safe for HTML content and quoted attributes. */
export function escapeHtml(text: string): string {
  const entities: Readonly<Record<string, string>> = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
    "'": "&#39;",
  };
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
