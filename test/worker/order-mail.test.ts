import { describe, expect, test } from "vitest";
import type { Order } from "../../src/ledger/orders.ts";
import { plainLegalFile } from "../../src/legal/legal-files-mail.ts";
import { RETENTION_COPY } from "../../src/legal/privacy-copy.ts";
import { CONSENT_TEXTS, LINK_CONSENT } from "../../src/legal/purchase-consent-copy.ts";
import { CONSENT_VERSIONS, LINK_CONSENT_VERSIONS } from "../../src/legal/purchase-consent-rules.ts";
import { TERMS_COPY } from "../../src/legal/terms-copy.ts";
import { composeConfirmation } from "../../src/orders/confirmation-mail.ts";
import { composeNotice } from "../../src/orders/notice-mail.ts";
import { CONFIRMATION_COPY } from "../../src/orders/order-mail-copy.ts";
import { CHECKOUT_COPY } from "../../src/paying/checkout/checkout-copy.ts";
import { plainText } from "../../src/shared/running-text.ts";
import { ORDER as SAMPLE, CONTEXT as SAMPLE_CONTEXT } from "../mail-samples.ts";

const ORDER: Order = { ...SAMPLE, buyerName: "Jan Jansen", email: "jan@example.nl", consent: "2026-11" };
const CONTEXT = { ...SAMPLE_CONTEXT, orderToken: "token" };
const confirmation = (
  order: Partial<Order> = {},
  context: Partial<typeof CONTEXT | { orderToken: null; siteOrigin: null }> = {},
) => composeConfirmation({ ...ORDER, ...order }, "jan@example.nl", { ...CONTEXT, ...context });
const without = (...fields: (keyof Order)[]): Order =>
  Object.fromEntries(Object.entries(ORDER).filter(([name]) => !fields.includes(name as keyof Order))) as Order;

/** The text of a mail's HTML. */
const seen = (html: string) =>
  html
    .replace(/<style>.*?<\/style>|<title>.*?<\/title>/gs, "")
    .replace(/<[^>]+>/g, " ")
    .replaceAll("&amp;", "&")
    .replace(/\s+/g, " ");

describe("the confirmation", () => {
  test("says what was bought, for how much with its VAT, when, from whom, and how to start", () => {
    const mail = confirmation();
    expect(mail.to).toBe("jan@example.nl");
    expect(mail.subject).toBe("Je bestelling bij Vaarkoers: Klein Vaarbewijs 1 (VK-IJKLMNOPQR)");
    const bought = "VK-IJKLMNOPQR|23 november 2026 om 00:05|Online cursus Klein Vaarbewijs 1|€32,23|€6,77|€39,00";
    const trader = "Vaarkoers BV|Kade 1, 1234 AB Stad|KvK 12345678|Btw-id NL001B01";
    for (const part of `Hallo Jan,|${bought}|${trader}`.split("|")) {
      expect(mail.text).toContain(part);
      expect(seen(mail.html)).toContain(part);
    }
    expect(mail.text).toContain("\nhttps://leren.vaarkoers.example/kvb1?a=1&b=2\n");
    expect(mail.html).toContain('href="https://leren.vaarkoers.example/kvb1?a=1&amp;b=2"');
    expect(mail.text.indexOf("leren.vaarkoers.example")).toBeLessThan(mail.text.indexOf("VK-IJKLMNOPQR"));
    for (const path of ["/bestelling/token", "/herroepen?bestelling=token"]) {
      expect(mail.text.split(/\n */)).toContain(`https://www.vaarkoers.example${path}`);
      expect(mail.html).toContain(`href="https://www.vaarkoers.example${path}"`);
    }
  });

  test("of KVB1 and KVB2 is one sum with its VAT, and leads into both", () => {
    const [one, two] = ["https://leren.example/een", "https://leren.example/twee"];
    const courses = [
      { courseId: "KVB1", href: one },
      { courseId: "KVB2", href: two },
    ] as const;
    const { subject, text, html } = confirmation({ productId: "KVB1_KVB2", amountCents: 11_801 }, { courses });
    expect(subject).toBe("Je bestelling bij Vaarkoers: Klein Vaarbewijs 1 en 2 (VK-IJKLMNOPQR)");
    const parts = "Je cursussen staan klaar|Online cursussen Klein Vaarbewijs 1 en 2|€97,53|€20,48|€118,01";
    for (const part of parts.split("|")) expect(text).toContain(part);
    expect(text.match(/€/g)).toHaveLength(3);
    expect(text).toContain("Naar je cursus KVB1:\nhttps://leren.example/een");
    expect(text).toContain("Naar je cursus KVB2:\nhttps://leren.example/twee");
    for (const name of ["een", "twee"]) expect(html).toContain(`href="https://leren.example/${name}"`);
    expect(text).toContain(CONFIRMATION_COPY.order.access(true));
  });

  test("repeats the consent word for word, with its time: only then is the right gone", () => {
    const { text } = confirmation();
    expect(text).toContain("22 november 2026 om 23:59");
    expect(text).toContain(`> ${CONSENT_TEXTS["2026-11"]}`);
    expect(text).toContain(CONFIRMATION_COPY.withdrawal.waivedEffect);
    expect(text).not.toContain(CONFIRMATION_COPY.withdrawal.kept);
  });

  test("while the course's address is not known, the right has not ended", () => {
    const { text } = composeConfirmation(ORDER, "jan@example.nl", { ...CONTEXT, courses: [] });
    expect(text).toContain(CONFIRMATION_COPY.withdrawal.waivedLater);
    expect(text).not.toContain(CONFIRMATION_COPY.withdrawal.waivedEffect);
  });

  test.each([
    ["none was given", without("consent", "consentAt")],
    ["its time is not known", without("consentAt")],
    ["its text is not known", { ...ORDER, consent: "1999-01" }],
  ])("when %s, the right stays for 14 days", (_name, order) => {
    const { text, html } = composeConfirmation(order, "jan@example.nl", CONTEXT);
    for (const body of [text, seen(html)]) {
      expect(body).toContain(CONFIRMATION_COPY.withdrawal.kept);
      expect(body).not.toContain("vervallen");
      for (const consent of Object.values(CONSENT_TEXTS)) expect(body).not.toContain(consent);
    }
  });

  test("every version of the consent has its text, and the checkout asks the newest", () => {
    const { version, label } = CHECKOUT_COPY.form.consent;
    expect([CONSENT_VERSIONS.at(-1), CONSENT_TEXTS[version]]).toEqual([version, label]);
    expect([LINK_CONSENT_VERSIONS.at(-1), CONSENT_TEXTS[LINK_CONSENT.version]]).toEqual([
      LINK_CONSENT.version,
      `${LINK_CONSENT.label} ${LINK_CONSENT.answer}`,
    ]);
    const versions = [...CONSENT_VERSIONS, ...LINK_CONSENT_VERSIONS];
    expect(Object.keys(CONSENT_TEXTS)).toEqual(versions);
    for (const version of versions) expect(confirmation({ consent: version }).text).toContain(CONSENT_TEXTS[version]);
  });

  test("has attachments, and says so", () => {
    const { text, attachments } = confirmation();
    expect(attachments).toBe(CONTEXT.legalFiles);
    expect(text).toContain(CONFIRMATION_COPY.files);
  });

  test("without PDFs the terms go in full as text, with the model form filled in with who sells", () => {
    const { filename, content } = plainLegalFile(CONTEXT.trader);
    expect(filename).toBe("algemene-voorwaarden.txt");
    const terms = String(content);
    expect(terms).toContain("Aan: Vaarkoers BV, Kade 1, 1234 AB Stad, info@vaarkoers.example");
    for (const line of TERMS_COPY.withdrawalForm.lines.slice(1)) expect(terms).toContain(line);
    for (const [index, { title, paragraphs }] of TERMS_COPY.articles.entries()) {
      expect(terms).toContain(`Artikel ${index + 1}. ${title}`);
      for (const block of paragraphs.flatMap((part) =>
        typeof part === "object" && "list" in part ? part.list : [part],
      )) {
        expect(terms).toContain(plainText(block));
      }
    }
    expect(terms).toContain("Vaarkoers BV");
    expect(terms).toContain(TERMS_COPY.lastChanged.text);
  });

  test("a buyer's name is text: no markup, and no line of its own in the head", () => {
    const { html, subject } = confirmation({ buyerName: '<img src=x onerror="alert(1)"> & zoon' });
    expect(html).not.toMatch(/<img|onerror/);
    expect(subject).not.toContain("img");
    expect(confirmation({ buyerName: 'Jan "Piet" & zoon' }).html).toContain("Jan &quot;Piet&quot; &amp; zoon");
  });

  test("without a name, a course, a target, an order page or the shop's address it still says what it can", () => {
    const order = without("buyerName", "productId");
    const nothing = { trader: {}, legalFiles: [], siteOrigin: null, courses: [], orderToken: "token" };
    const mail = composeConfirmation(order, "jan@example.nl", nothing);
    expect(mail.text).toContain("\nHallo,\n");
    expect(mail.text).toContain(CONFIRMATION_COPY.start.noTarget.text);
    for (const body of [mail.subject, mail.text, mail.html])
      expect(body).not.toMatch(/undefined|null|\[object|\/bestelling\//);
  });

  test("without the keys of order links its withdrawal link is the plain form's", () => {
    const { text, html } = confirmation({}, { orderToken: null });
    expect(text).toContain("\nhttps://www.vaarkoers.example/herroepen\n");
    expect(html).toContain('href="https://www.vaarkoers.example/herroepen"');
    expect(text).not.toContain("bestelling/");
  });

  test("names another currency", () => {
    expect(confirmation({ currency: "chf" }).text).toContain("CHF 39,00");
  });
});

describe("the owner's notice", () => {
  test("says what was sold to whom, and whether the confirmation went", () => {
    const mail = composeNotice(ORDER, "eigenaar@vaarkoers.example", "sent", null);
    expect(mail.subject).toBe("Verkocht: Klein Vaarbewijs 1, €39,00 (VK-IJKLMNOPQR)");
    for (const part of ["Jan Jansen", "jan@example.nl", "Actie: A", "onze betaalpagina", ORDER.intentId, "Verstuurd."])
      expect(mail.text).toContain(part);
  });

  test("leads to the order at the desk, if there is one", () => {
    const textFor = (desk: string | null) => composeNotice(ORDER, "eigenaar@vaarkoers.example", "failed", desk).text;
    expect(textFor("https://shop.example")).toContain("https://shop.example/beheer/bestellingen/VK-IJKLMNOPQR");
    expect(textFor(null)).not.toContain("/beheer");
  });

  test("says which facts are not known", () => {
    const order = without("buyerName", "email", "productId", "source", "flow");
    const { text, subject } = composeNotice(order, "eigenaar@vaarkoers.example", "waiting", null);
    expect(subject).toContain("onbekend");
    expect(text).toContain("Koper: onbekend");
    expect(text).toContain("Betaald via: een andere weg");
  });
});

test("the privacy page has the periods of the code", () => {
  expect(RETENTION_COPY.join("\n")).toMatch(
    /zeven jaar[\s\S]*twee jaar[\s\S]*30 dagen[\s\S]*drie dagen[\s\S]*zeven en 30 dagen/,
  );
});
