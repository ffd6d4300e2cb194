import { expect, test } from "vitest";
import { firstInvoice, replaceInvoice } from "../../src/ledger/invoices.ts";
import { ledger, openShop, run, runOrder, sell, tell } from "./shop.ts";

/** The invoices that operators see: those of a month, and those of an order. */

openShop();

const SELLER = { legalName: "Vaarkoers BV", address: "Kade 1", vatId: "NL000000000B01" };
const JANSEN = { company: "Jansen BV", address: "Dijk 2\n2345 CD Dorp", vatId: "NL123456789B01" };

test("are those of a month in Amsterdam, with credit notes, as a table and as CSV", async () => {
  await sell("pi_invoiced01");
  // Already July in Amsterdam.
  await ledger([firstInvoice("pi_invoiced01", JANSEN, SELLER, "Cursus", new Date("2026-06-30T22:30:00Z"))]);
  const pieters = { company: "=Pieters", address: "Dijk 3, Dorp", vatId: "" };
  await ledger(replaceInvoice("pi_invoiced01", "2026-0001", pieters, SELLER, new Date("2026-08-02T10:00:00Z")));
  await tell("refund.created", "2026-08-03T10:00:00Z", {
    id: "re_1",
    amount: 900,
    payment_intent: "pi_invoiced01",
    status: "succeeded",
  });
  const july = await run(["invoices", "--from", "2026-07-01", "--to", "2026-07-31"]);
  expect(july.out.split("\n").map((line) => line.split(/ {2,}/))).toEqual([
    "NUMBER,DAY,KIND,ABOUT,ORDER NUMBER,DAY OF SUPPLY,COMPANY,VAT NUMBER,NET OF VAT,VAT,GROSS".split(","),
    expect.arrayContaining([
      "2026-0001",
      "2026-07-01",
      "invoice",
      "Jansen BV",
      "NL123456789B01",
      "32.23",
      "6.77",
      "39.00",
    ]),
  ]);
  const { out } = await run(["invoices", "--from", "2026-08-01", "--csv"]);
  expect(
    out
      .trimEnd()
      .split(/\r?\n/)
      .slice(1)
      .map((line) => line.split(";").map((cell) => cell.replaceAll('"', ""))),
  ).toMatchObject(
    [
      ["2026-0002", "2026-08-02", "correction", "2026-0001", {}, {}, "Jansen BV", {}, "-32,23", "-6,77", "-39,00"],
      ["2026-0003", "2026-08-02", "invoice", "2026-0001", {}, {}, "'=Pieters", "", "32,23", "6,77", "39,00"],
      ["2026-0004", "2026-08-03", "refund", "2026-0003", {}, {}, "'=Pieters", "", "-7,44", "-1,56", "-9,00"],
    ].map((cells) => cells.map((cell) => (typeof cell === "string" ? cell : expect.any(String)))),
  );
  expect((await run(["invoices", "--from", "2026-09-01"])).out).toBe("No invoices (local).");
  const order = (await runOrder("pi_invoiced01")).out;
  expect(order).toMatch(/Invoices +2026-0001 invoice 39\.00, Jansen BV, Dijk 2, 2345 CD Dorp, NL123456789B01\n/);
  expect(order).toMatch(/\n +2026-0004 refund -9\.00, =Pieters, Dijk 3, Dorp\n/);
});
