import { readFileSync } from "node:fs";
import { join, sep } from "node:path";
import type { Plugin } from "rolldown";

/**
 * Leaves out of the Worker what it does not call of Stripe's library: 10 KB of its 33, gzip. The library has a class for each of
 * Stripe's objects, and its client makes one of each, so no bundler can tell that they are not used.
 */

/** The objects that the Worker calls, by the names of their files and of the client's properties. A test compares them with its code. */
export const STRIPE_OBJECTS = {
  paymentIntents: "PaymentIntents.js",
  charges: "Charges.js",
  refunds: "Refunds.js",
  disputes: "Disputes.js",
  balanceTransactions: "BalanceTransactions.js",
  checkout: join("Checkout", "Sessions.js"),
} as const;

const FOLDER = `${sep}${join("stripe", "esm", "resources")}${sep}`;
/** Also the file that names the sessions. */
const KEPT = new Set<string>([...Object.values(STRIPE_OBJECTS), join("Checkout", "index.js")]);

/** Makes empty classes of the others. */
export const withoutUnusedStripe: Plugin = {
  name: "without unused Stripe",
  load: {
    filter: { id: /[\\/]stripe[\\/]esm[\\/]resources[\\/].*\.js$/ },
    handler(path) {
      if (KEPT.has(path.slice(path.indexOf(FOLDER) + FOLDER.length))) return null;
      const names = [...readFileSync(path, "utf8").matchAll(/^export class (\w+)/gm)];
      return names.length === 0 ? null : names.map(([, own]) => `export class ${own} {}`).join("\n");
    },
  },
};
