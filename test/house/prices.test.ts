import { expect, test } from "vitest";
import { FURTHER_BRIDGE_PRICES, OWN_CHECKOUT_PRICE, PRICES } from "../../src/shared/prices.ts";
import { readFiles, type SourceFile } from "./source-files.ts";

/** A price is only in `src/shared/prices.ts`, so that one line changes it. */

const all = [
  ...Object.values(PRICES).flatMap((flows) => Object.values(flows)),
  ...Object.values(FURTHER_BRIDGE_PRICES).flat(),
  OWN_CHECKOUT_PRICE,
];
const euros = [...new Set(all)].map((cents) => cents / 100).join("|");

/** Cents, euros as copy and as programs write them, and keys of bridge pages. */
const PRICE = new RegExp(
  `\\b(?:${euros})00\\b|€ ?(?:${euros})\\b|\\b(?:${euros})[.,]00\\b|bridge-(?:${euros})incl|"price\\\\*": ?(?:${euros})\\b`,
  "g",
);

/** Comments may give an example. */
const withoutComments = (text: string) => text.replaceAll(/\/\*[\s\S]*?\*\//g, "").replaceAll(/^\s*\/\/.*$/gm, "");

const found = ({ path, text }: SourceFile) =>
  [...withoutComments(text).matchAll(PRICE)].map(([price]) => `${path}: ${price}`);

/** Tests and their objects of Stripe are left out. Most have a payment of 3900 of their own, and check themselves where it must be the price. */
const files = ["src", "client", "kv-seed", "assets/makers", "test/outside-world", "test/bench"]
  .flatMap((folder) => readFiles(folder, [".ts", ".tsx", ".json"]))
  .filter(({ path }) => path !== "src/shared/prices.ts" && !/\.test\.ts$|stripe-objects\.ts$/.test(path));

test("prices are whole euros, as the addresses of bridge pages are", () => {
  expect(all.filter((cents) => !Number.isInteger(cents / 100) || cents <= 0)).toEqual([]);
});

test("no other file holds a price", () => {
  expect(files.flatMap(found)).toEqual([]);
});
