import { type HTMLElement, parse } from "node-html-parser";
import { describe, expect, test } from "vitest";
import { composeMail, MAIL_COLORS, type MailPart } from "../../src/server/mail/compose-mail.ts";
import { MAIL_SAMPLES } from "../mail-samples.ts";
import { ATTRIBUTES, ELEMENTS, PROPERTIES, RULES, type Support } from "./mail-support.ts";
import { readFiles } from "./source-files.ts";

/** Every mail uses only what Gmail, Outlook for Windows and Apple Mail support (mail-support.ts). */

const MAILS = Object.entries(MAIL_SAMPLES);
/** Gmail cuts a mail off above this, bytes of HTML (102 KB). */
const GMAIL_MAX_BYTES = 100_000;

type Declaration = { tag: string; property: string; value: string };

/** The declarations in `property: value; ...`. */
function declarationsOf(css: string, tag: string): Declaration[] {
  return css
    .split(";")
    .map((text) => text.trim())
    .filter((text) => text !== "")
    .map((text) => {
      const colon = text.indexOf(":");
      return { tag, property: text.slice(0, colon).trim(), value: text.slice(colon + 1).trim() };
    });
}

/** The rules of a style sheet, each with its at-rule. */
function rulesOf(css: string): { media: string | null; selector: string; body: string }[] {
  const rules: { media: string | null; selector: string; body: string }[] = [];
  let rest = css;
  rest = rest.replaceAll(/@media ([^{]+)\{((?:[^{}]*\{[^{}]*\})*)\s*\}/g, (_, media: string, inner: string) => {
    rules.push(...rulesOf(inner).map((rule) => ({ ...rule, media: media.trim() })));
    return "";
  });
  for (const [, selector = "", body = ""] of rest.matchAll(/([^{}]+)\{([^{}]*)\}/g)) {
    rules.push({ media: null, selector: selector.trim(), body });
  }
  return rules;
}

const bodyOf = (html: string) => parse(html).querySelector("body") as HTMLElement;
const styleOf = (html: string) => parse(html).querySelector("style")?.textContent ?? "";

/** The problem of a use, by the table; empty if every program supports it, or loses nothing that matters. */
function problemWith({ tag, property, value }: Declaration): string[] {
  const support = PROPERTIES[property];
  const use = `${property}: ${value} at <${tag}>`;
  if (support === undefined) return [`${use} is not in the table`];
  return support.known === undefined || support.known({ tag, value }) ? [] : [`${use} is not known by all three`];
}

describe("the table of what mail programs know", () => {
  test.each(Object.entries<Support>({ ...PROPERTIES, ...RULES }))("%s is allowed for a reason", (_name, support) => {
    const answers = [support.gmail, support.outlook, support.apple];
    expect(answers.includes("no") && support.without === undefined).toBe(false);
    expect(answers.includes("partly") && support.known === undefined).toBe(false);
  });

  test("has nothing that no mail uses", () => {
    const used = new Set(
      MAILS.flatMap(([, { html }]) => [
        ...[...bodyOf(html).querySelectorAll("[style]"), bodyOf(html)].flatMap((element) =>
          declarationsOf(element.getAttribute("style") ?? "", ""),
        ),
        ...rulesOf(styleOf(html)).flatMap(({ body }) => declarationsOf(body, "")),
      ]).map(({ property }) => property),
    );
    expect(Object.keys(PROPERTIES).filter((property) => !used.has(property))).toEqual([]);
  });

  test("finds what a program drops", () => {
    expect(declarationsOf("display:flex;gap:8px", "td").flatMap(problemWith)).toHaveLength(2);
    expect(declarationsOf("padding:8px", "p").flatMap(problemWith)).toHaveLength(1);
    expect(declarationsOf("margin:0 auto;font-size:1rem", "p").flatMap(problemWith)).toHaveLength(2);
  });
});

describe.each(MAILS)("the mail '%s'", (_name, { html, text, subject }) => {
  const elements = bodyOf(html).querySelectorAll("*");

  test("is made of elements, attributes and styles that all three programs show", () => {
    expect(elements.flatMap(({ rawTagName }) => (ELEMENTS.includes(rawTagName) ? [] : [rawTagName]))).toEqual([]);
    expect(
      elements.flatMap(({ attributes }) => Object.keys(attributes).filter((name) => !ATTRIBUTES.includes(name))),
    ).toEqual([]);
    const styled = [bodyOf(html), ...elements];
    const inline = styled.flatMap((element) =>
      declarationsOf(element.getAttribute("style") ?? "", element.rawTagName.toLowerCase()),
    );
    expect(inline.length).toBeGreaterThan(20);
    expect(inline.flatMap(problemWith)).toEqual([]);
    expect(inline.filter(({ value }) => value.includes("!"))).toEqual([]);
  });

  test("has a style sheet for dark screens alone, without which nothing is lost", () => {
    const rules = rulesOf(styleOf(html));
    for (const { media, selector, body } of rules) {
      expect(selector).toMatch(RULES.selector.form);
      if (media === null) {
        expect(body.trim()).toBe("color-scheme: light dark;");
        continue;
      }
      expect(media).toMatch(RULES["@media"].form);
      for (const { property, value } of declarationsOf(body, "td")) {
        expect(["background-color", "border-color", "color"]).toContain(property);
        expect(value).toMatch(RULES.important.form);
      }
      // A colour for dark screens must override the one on the element.
      const property = selector === ".line" ? "border-" : (declarationsOf(body, "")[0]?.property ?? "");
      for (const element of bodyOf(html).querySelectorAll(selector)) {
        expect(element.getAttribute("style") ?? "").toContain(property);
      }
    }
    expect(styleOf(html)).not.toContain("/*");
  });

  test("loads nothing, measures nobody, and is not cut off", () => {
    // A picture only of our own, the same for everybody, with words in its place.
    const plain = html.replace(/<img src="https:\/\/[\w.-]+\/images\/social\/gift\.png" alt="[^"]+" width="560"/, "");
    expect(plain).not.toMatch(/<(script|img|link|iframe|form|svg|video)\b|url\(|@import|@font-face|\bsrc=/i);
    expect(new TextEncoder().encode(html).length).toBeLessThan(GMAIL_MAX_BYTES);
    expect(parse(html).querySelectorAll("h1")).toHaveLength(1);
    expect(subject.length).toBeLessThan(110);
  });

  test("has one button at most, of 44 px or more, before anything else to press", () => {
    const links = bodyOf(html).querySelectorAll("a");
    const buttons = links.filter((link) => (link.getAttribute("style") ?? "").includes("inline-block"));
    expect(buttons.length).toBeLessThanOrEqual(1);
    for (const button of buttons) {
      expect(button).toBe(links[0]);
      const [, padding] = /padding:(\d+)px/.exec(button.getAttribute("style") ?? "") ?? [];
      expect(2 * Number(padding) + 16 * 1.25).toBeGreaterThanOrEqual(44);
    }
  });

  test("says the same as text, in lines that a text window shows", () => {
    for (const link of bodyOf(html).querySelectorAll("a")) expect(text).toContain(link.getAttribute("href") ?? "?");
    const words = (value: string) => value.replaceAll(/\s+/g, " ").trim();
    const spoken = words(text);
    for (const element of bodyOf(html).querySelectorAll("h1,h2,li,th,blockquote")) {
      expect(spoken).toContain(words(element.textContent));
    }
    expect(text).not.toMatch(/<[a-z]|&amp;|&quot;|undefined|\[object/);
    expect(text).not.toMatch(/\n{4}/);
  });
});

test("whatever text a mail is made of is no markup, in every part and in the subject", () => {
  const text = `<b> "Noor" & 'Bo'`;
  const href = `https://shop.example/?a=1&b="><b>`;
  const parts: readonly MailPart[] = [
    { title: text },
    { title: text },
    { picture: href, alt: text },
    { text },
    { sentence: text, href },
    { quote: text },
    { lines: [text] },
    { rows: [[text, text]] },
    { steps: [{ title: text, text: [text, { label: text, href }] }] },
    { link: text, href },
    { button: text, href },
    { small: text },
  ];
  const { html } = composeMail("sanne@example.nl", text, parts, text);
  expect(html).not.toContain("<b>");
  const valuesOf = (selector: string, name: string) =>
    bodyOf(html)
      .querySelectorAll(selector)
      .map((element) => element.getAttribute(name));
  expect(valuesOf("a", "href")).toEqual(Array(4).fill(href));
  expect([...valuesOf("img", "src"), ...valuesOf("img", "alt")]).toEqual([href, text]);
});

test("a mail's colours are the shop's own", () => {
  const tokens = readFiles("client", [".css"]).find(({ path }) => path === "client/tokens.css")?.text ?? "";
  for (const [name, value] of Object.entries(MAIL_COLORS)) expect(tokens).toContain(`${name}: ${value};`);
});

/** Contrast of two colours, by WCAG 2.2. */
function contrast(one: string, other: string): number {
  const luminance = (hex: string) => {
    const [r = 0, g = 0, b = 0] = [1, 3, 5].map((start) => {
      const part = Number.parseInt(hex.slice(start, start + 2), 16) / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

/** The colours that a style sheet for dark screens gives to a class. */
function darkColors(html: string, property: string): ReadonlyMap<string, string> {
  const rules = rulesOf(styleOf(html)).filter(({ media }) => media !== null);
  return new Map(
    rules.flatMap(({ selector, body }) =>
      declarationsOf(body, "").flatMap((one) =>
        one.property === property ? [[selector.slice(1), one.value.replace(" !important", "")] as const] : [],
      ),
    ),
  );
}

test.each(["light", "dark"])("in every mail each text can be read on its background, %s", (scheme) => {
  let looked = 0;
  for (const [name, { html }] of MAILS) {
    const dark = { color: darkColors(html, "color"), "background-color": darkColors(html, "background-color") };
    const colorOf = (element: HTMLElement, property: "color" | "background-color"): string => {
      const names = (element.getAttribute("class") ?? "").split(" ");
      const [forDark] = scheme === "dark" ? names.flatMap((one) => dark[property].get(one) ?? []) : [];
      const own = declarationsOf(element.getAttribute("style") ?? "", "").find((one) => one.property === property);
      return forDark ?? own?.value ?? colorOf(element.parentNode as HTMLElement, property);
    };
    for (const element of bodyOf(html).querySelectorAll("*")) {
      const hasText = element.childNodes.some((node) => node.nodeType === 3 && node.rawText.trim() !== "");
      if (!hasText || element.textContent.trim() === "" || element.rawText === "&nbsp;") continue;
      looked += 1;
      const ratio = contrast(colorOf(element, "color"), colorOf(element, "background-color"));
      expect(ratio, `${name}, ${element.rawTagName}: ${element.textContent.slice(0, 40)}`).toBeGreaterThanOrEqual(4.5);
    }
  }
  expect(looked).toBeGreaterThan(200);
});
