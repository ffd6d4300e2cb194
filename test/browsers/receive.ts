import { afterEach, beforeEach } from "vitest";
import { shop } from "../browser/test-shop.ts";
import type { Visitor } from "./visitor.ts";

/**
 * Gives each test a shop that collects the errors in its pages. The returned function awaits a visitor,
 * who leaves after the test.
 */
export function openShop(): <V extends Visitor>(arrival: Promise<V>) => Promise<V> {
  const visitors: Visitor[] = [];
  beforeEach(() => shop.set({ listens: true }));
  afterEach(async () => {
    await Promise.all(visitors.splice(0).map((visitor) => visitor.leave()));
  });
  return async (arrival) => {
    const visitor = await arrival;
    visitors.push(visitor);
    return visitor;
  };
}
