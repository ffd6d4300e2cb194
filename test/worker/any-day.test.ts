import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { firstDays, readSales } from "../../src/desk/sales.ts";
import { STUDY_PLAN_COPY } from "../../src/free/study-plan/study-plan-copy.ts";
import { ledgerOf } from "../../src/server/database.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { addDays, formatDay, weekdayOf } from "../../src/shared/time.ts";
import { keepTime, SCHEDULES } from "../../src/upkeep/clock-steps.ts";
import { now, passTime } from "../clock.ts";
import { examDay } from "../mock-exam.ts";
import { table } from "../table.ts";
import { attributes, linksNamed } from "./document.ts";
import { asks, beginGift, endsAs, GIVER, intentId, OTHER, path, stateNow, WISH } from "./gift-day.ts";
import { keepOrder, paidOrder, rowsOf } from "./ledger-rows.ts";
import { runMails } from "./mail-steps.ts";
import { askWith, formOf, pageOf, shopOf } from "./shop.ts";
import { newForm, send, TYPED } from "./withdrawing-buyer.ts";

/**
 * The product on days on which a clock does what it rarely does. Each line has a moment in UTC, the day in the
 * Netherlands, when a gift for the next day goes, the next evening's mail, the last day to repay a withdrawal of that
 * moment, and the first day of the quarter. All but the moments were reckoned by hand.
 */
const DAYS = `
  a Saturday                 | 2027-01-16T10:00Z | 2027-01-16 | 2027-01-17T07:00Z | 2027-01-16T19:00Z | 2027-01-30 | 2027-01-01
  late on a Sunday           | 2027-04-18T21:40Z | 2027-04-18 | 2027-04-19T06:00Z | 2027-04-19T18:00Z | 2027-05-02 | 2027-04-01
  the year's last hour       | 2026-12-31T22:55Z | 2026-12-31 | 2027-01-01T07:00Z | 2027-01-01T19:00Z | 2027-01-14 | 2026-10-01
  that hour in UTC           | 2026-12-31T23:55Z | 2027-01-01 | 2027-01-02T07:00Z | 2027-01-01T19:00Z | 2027-01-15 | 2027-01-01
  14 days before summer time | 2027-03-14T22:20Z | 2027-03-14 | 2027-03-15T07:00Z | 2027-03-15T19:00Z | 2027-03-28 | 2027-01-01
  the eve of summer time     | 2027-03-27T10:00Z | 2027-03-27 | 2027-03-28T06:00Z | 2027-03-27T19:00Z | 2027-04-10 | 2027-01-01
  clocks go forward          | 2027-03-28T00:55Z | 2027-03-28 | 2027-03-29T06:00Z | 2027-03-28T18:00Z | 2027-04-11 | 2027-01-01
  the eve of winter time     | 2027-10-30T18:30Z | 2027-10-30 | 2027-10-31T07:00Z | 2027-10-31T19:00Z | 2027-11-13 | 2027-10-01
  clocks go back             | 2027-10-31T00:55Z | 2027-10-31 | 2027-11-01T07:00Z | 2027-10-31T19:00Z | 2027-11-14 | 2027-10-01
  29 February                | 2028-02-29T10:00Z | 2028-02-29 | 2028-03-01T07:00Z | 2028-02-29T19:00Z | 2028-03-14 | 2028-01-01
  a quarter's last minutes   | 2029-06-30T21:58Z | 2029-06-30 | 2029-07-01T06:00Z | 2029-07-01T18:00Z | 2029-07-14 | 2029-04-01
  a day in 2030              | 2030-12-06T10:00Z | 2030-12-06 | 2030-12-07T07:00Z | 2030-12-06T19:00Z | 2030-12-20 | 2030-10-01`;
const rows = table(DAYS) as [string, string, string, string, string, string, string][];

describe.each(rows)("%s, %s", (_name, moment, day, giftGoes, evening, repayBy, quarter) => {
  beginGift(false);
  beforeEach(() => void vi.setSystemTime(moment));

  test("a study plan is made today, and ends before its exam", async () => {
    const exam = examDay(addDays(day, 30));
    const begun = await askWith({}, `${PATHS.studyPlan}?cursus=kvb1&examen=${exam}`);
    const page = await pageOf(askWith({}, begun.headers.get("location") ?? ""));
    const days = attributes(page, "time", "datetime").map((time) => time?.slice(0, 10));
    expect(days).toEqual([...days].sort());
    expect([(days[0] ?? "") >= day, days.at(-1)]).toEqual([true, exam]);
    expect(linksNamed(page, STUDY_PLAN_COPY.plan.calendar)[0]).toContain(`vanaf=${day}`);
  });

  test("a gift for tomorrow goes at eight", async () => {
    const from = addDays(day, 1);
    await keepOrder(
      paidOrder({ intentId, source: "checkout", email: GIVER, gift: { ...WISH, from } }, now().toISOString()),
    );
    await asks(from)();
    expect(await stateNow()).toMatchObject({ sendAt: new Date(giftGoes).toISOString() });
    await endsAs(`planned ${from} ${OTHER}`);
  });

  test("a sale and a withdrawal's last day are in the next evening's mail, which goes at eight", async () => {
    await keepOrder(paidOrder({ intentId, source: "checkout", productId: "KVB1", email: TYPED.email }, moment));
    // By the order's own link, from its address: only what is proved has a last day.
    const bestelling = path.replace("/bestelling/", "");
    await send({ ...TYPED, bestelling, formulier: await newForm(), stap: "bevestigen" });
    expect(await rowsOf("SELECT 1 FROM withdrawals")).toHaveLength(1);
    vi.setSystemTime(evening);
    passTime(-1);
    await keepTime(shopOf(), SCHEDULES.clock);
    const about = evening.slice(0, 10);
    expect(await rowsOf("SELECT 1 FROM mails WHERE kind = 'evening' AND about = ?1", about)).toEqual([]);
    passTime(1);
    const { mails } = await runMails(about, { forMs: 0 });
    const [mail] = mails.filter(({ subject }) => subject.includes("Vandaag: 1 verkocht"));
    expect(mail?.text).toContain(`De laatste dag om terug te betalen is ${formatDay(repayBy)}.`);
  });

  test("a sale is in its quarter, and its invoice in its year", async () => {
    const first = firstDays(day);
    expect([first.quarter, weekdayOf(first.week)]).toEqual([quarter, 1]);
    expect(first.week <= day && first.week > addDays(day, -7)).toBe(true);
    await keepOrder(paidOrder({ intentId, productId: "KVB1", email: "jan@example.nl" }, now().toISOString()));
    const { lines } = await readSales(ledgerOf(env), now());
    expect(lines).toMatchObject([{ sold: { today: { count: 1 }, quarter: { count: 1 } } }]);
    const typed = { bedrijf: "Jansen BV", bedrijfsadres: "Dijk 2\n2345 CD Dorp", "btw-nummer": "NL123456789B01" };
    expect((await askWith({}, `${path}?factuur=aanvragen`, formOf(typed))).status).toBe(303);
    expect(await rowsOf("SELECT number FROM invoices")).toEqual([{ number: `${day.slice(0, 4)}-0001` }]);
  });
});
