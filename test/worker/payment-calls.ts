import { expect } from "vitest";
import type { Bindings } from "../../src/server/env.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { answerError, postJson } from "./stripe-stub.ts";

/** Calls that start a payment, and answers of Stripe's that are no payment. */

export const VISIT_KEY = "3f0c1a52-5f3c-4b6e-9a1e-0d3c9a7b1e55";
export const GOOD = { amount: 3900, currency: "eur" };

export const fails = (status: number, type: string, code?: string) => () => answerError(status, { type, code });
export const cutOff = () => Promise.reject(new TypeError("connection lost"));
export const UNREACHABLE = "payment_provider_unreachable";

type Asked = { headers?: Record<string, string>; path?: string; bindings?: Partial<Bindings> };

export function create(body: unknown, { headers = {}, path = PATHS.createPaymentIntent, bindings = {} }: Asked = {}) {
  return postJson(path, body, { headers: { "idempotency-key": VISIT_KEY, ...headers }, bindings });
}

export async function errorOf(response: Response): Promise<{ code: string; message: string }> {
  const body = (await response.json()) as { error: { code: string; message: string } };
  expect(Object.keys(body)).toEqual(["error"]);
  expect(Object.keys(body.error)).toEqual(["code", "message"]);
  expect(response.headers.get("cache-control")).toBe("no-store");
  expect(response.headers.get("content-type")).toContain("application/json");
  return body.error;
}
