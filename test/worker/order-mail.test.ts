import { expect, test } from "vitest";
import type { Order } from "../../src/ledger/orders.ts";
import { plainLegalFile } from "../../src/legal/legal-files-mail.ts";
import { CONSENT_TEXTS, LINK_CONSENT } from "../../src/legal/purchase-consent-copy.ts";
import { CONSENT_VERSIONS, LINK_CONSENT_VERSIONS } from "../../src/legal/purchase-consent-rules.ts";
import { sayLastChanged, TERMS_COPY } from "../../src/legal/terms-copy.ts";
import { composeConfirmation } from "../../src/orders/confirmation-mail.ts";
import { CONFIRMATION_COPY } from "../../src/orders/order-mail-copy.ts";
import { CHECKOUT_COPY } from "../../src/paying/checkout/checkout-copy.ts";
import { plainText } from "../../src/shared/running-text.ts";
import { CONTEXT, ORDER } from "../mail-samples.ts";

/** What the law wants of the confirmation. What each mail says as a whole is approved in house/mails.test.ts. */

const confirmation = (order: Partial<Order> = {}, context: Partial<typeof CONTEXT> = {}) =>
  composeConfirmation({ ...ORDER, ...order }, "jan@example.nl", { ...CONTEXT, ...context });
const { kept, waivedEffect, waivedLater } = CONFIRMATION_COPY.withdrawal;

test.each<[string, object, Partial<typeof CONTEXT>, string, boolean]>([
  ["a consent with its time: the right is gone", {}, {}, waivedEffect, true],
  ["while the course's address is not known, it has not ended", {}, { courses: [] }, waivedLater, true],
  ["no consent: it stays for 14 days", { consent: undefined, consentAt: undefined }, {}, kept, false],
  ["a consent whose time is not known: it stays", { consentAt: undefined }, {}, kept, false],
  ["a consent whose text is not known: it stays", { consent: "1999-01" }, {}, kept, false],
])("%s", (_name, order, context, said, isRepeated) => {
  const { text, html } = confirmation(order as Partial<Order>, context);
  const seen = html.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");
  for (const body of [text, seen])
    expect([kept, waivedEffect, waivedLater].filter((one) => body.includes(one))).toEqual([said]);
  // Word for word, with its time.
  expect(text.includes(`> ${CONSENT_TEXTS["2026-11-22"]}`)).toBe(isRepeated);
  expect(text.includes("22 november 2026 om 23:59")).toBe(isRepeated);
  if (!isRepeated) expect(text + seen).not.toContain("vervallen");
});

test("every version of the consent has its text, and the checkout asks the newest", () => {
  const { version, label } = CHECKOUT_COPY.form.consent;
  expect([CONSENT_VERSIONS.at(-1), CONSENT_TEXTS[version]]).toEqual([version, label]);
  const link = [LINK_CONSENT.version, `${LINK_CONSENT.label} ${LINK_CONSENT.answer}`];
  expect([LINK_CONSENT_VERSIONS.at(-1), CONSENT_TEXTS[LINK_CONSENT.version]]).toEqual(link);
  const versions = [...CONSENT_VERSIONS, ...LINK_CONSENT_VERSIONS];
  expect(Object.keys(CONSENT_TEXTS)).toEqual(versions);
  for (const version of versions) expect(confirmation({ consent: version }).text).toContain(CONSENT_TEXTS[version]);
});

test("has the terms attached; without PDFs they go in full as text, with the model form filled in with who sells", () => {
  expect(confirmation().attachments).toBe(CONTEXT.legalFiles);
  const { filename, content } = plainLegalFile(CONTEXT.trader);
  expect(filename).toBe("algemene-voorwaarden.txt");
  const terms = String(content);
  expect(terms).toContain("Aan: Vaarkoers BV, Kade 1, 1234 AB Stad, info@vaarkoers.example");
  for (const line of [...TERMS_COPY.withdrawalForm.lines.slice(1), sayLastChanged(TERMS_COPY.lastChanged)])
    expect(terms).toContain(line);
  for (const [index, { title, paragraphs }] of TERMS_COPY.articles.entries()) {
    expect(terms).toContain(`Artikel ${index + 1}. ${title}`);
    for (const part of paragraphs)
      for (const block of typeof part === "object" && "list" in part ? part.list : [part])
        expect(terms).toContain(plainText(block));
  }
});
