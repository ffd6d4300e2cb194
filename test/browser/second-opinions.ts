import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright";
import { openAllDetails } from "./open-screen.ts";

/**
 * What two other programs than axe say of a page: the Equal Access Checker's engine and HTML_CodeSniffer, for WCAG 2.2 and 2.1 at A
 * and AA. Each takes seconds.
 */

const { resolve } = createRequire(import.meta.url);
const EQUAL_ACCESS = readFileSync(resolve("accessibility-checker-engine"), "utf8");
const CODE_SNIFFER = readFileSync(resolve("html_codesniffer/build/HTMLCS.js"), "utf8");

type Finding = { rule: string; html: string };

/** What the programs say and we do not follow, each with its reason. */
const EXCEPTIONS: readonly { rule: RegExp; html: RegExp }[] = [
  // Each heading of these tables has a `scope`, which says the same as `headers`.
  { rule: /HeadersRequired/, html: /^<table><caption>.*<th scope="col">/ },
  // The search of exam centres filters while the visitor types, and submits nothing (the same in html.test.ts).
  { rule: /H32\.2/, html: /^<form class="exam-map-search screen-only">/ },
  // Leaflet's button, which says that it is one: its address leads nowhere.
  { rule: /NoSuchID/, html: /^<a class="leaflet-popup-close-button" role="button"/ },
  // A form without a name of its own has no role `form` in a browser.
  { rule: /^aria_form_label_unique/, html: /^<form (?!.*aria-label)/ },
];

async function askEqualAccess(page: Page): Promise<Finding[]> {
  await page.evaluate(`${EQUAL_ACCESS}; window.ace = ace;`);
  return page.evaluate(async () => {
    type Result = { ruleId: string; reasonId: string; value: [string, string]; message: string; snippet: string };
    type Engine = { Checker: new () => { check(page: Document, rules: string[]): Promise<{ results: Result[] }> } };
    const { ace } = window as unknown as { ace: Engine };
    const { results } = await new ace.Checker().check(document, ["WCAG_2_2"]);
    return results
      .filter(({ value: [level, outcome] }) => level === "VIOLATION" && outcome === "FAIL")
      .map(({ ruleId, message, snippet }) => ({ rule: `${ruleId}: ${message}`, html: snippet }));
  });
}

/** Errors, without its warnings and notices. */
async function askCodeSniffer(page: Page): Promise<Finding[]> {
  await page.evaluate(CODE_SNIFFER);
  return page.evaluate(async () => {
    type Message = { type: number; code: string; msg: string; element: Element };
    type Sniffer = {
      ERROR: number;
      process(standard: string, page: Document, done: () => void, failed: () => void): void;
      getMessages(): Message[];
    };
    const { HTMLCS } = window as unknown as { HTMLCS: Sniffer };
    await new Promise<void>((done, failed) => {
      HTMLCS.process("WCAG2AA", document, done, () => failed(new Error("HTML_CodeSniffer did not run")));
    });
    return HTMLCS.getMessages()
      .filter(({ type }) => type === HTMLCS.ERROR)
      .map(({ code, msg, element }) => ({ rule: `${code}: ${msg}`, html: element.outerHTML?.slice(0, 200) ?? "" }));
  });
}

/** Their findings, also in what is closed, which it opens. */
export async function findByOthers(page: Page): Promise<Finding[]> {
  await openAllDetails(page);
  return [...(await askEqualAccess(page)), ...(await askCodeSniffer(page))].filter(
    ({ rule, html }) => !EXCEPTIONS.some((exception) => exception.rule.test(rule) && exception.html.test(html)),
  );
}
