import { escapeHtml, keepUnbroken } from "../../shared/html.ts";
import { TOKEN_COLORS } from "../../shared/token-colors.ts";
import { BRAND, SITE_COPY } from "../../ui/site-copy.ts";
import type { Mail } from "../mail.ts";

/** A part of a mail. The same list makes text and HTML, so both say the same. */
export type MailPart =
  | { title: string }
  /** A picture of the shop, as wide as the mail and 40:21. */
  | { picture: string; alt: string }
  | { text: string }
  /** A sentence that ends with this address, a link. */
  | { sentence: string; href: string }
  /** A quoted text, such as the consent. */
  | { quote: string }
  | { lines: readonly string[] }
  | { rows: readonly (readonly [label: string, value: string])[] }
  | { steps: readonly MailStep[] }
  | { link: string; href: string }
  /** The mail's main link. */
  | { button: string; href: string }
  /** Below everything, in small print. */
  | { small: string };

/** A step: a title, and a sentence or two in pieces, some of them links. */
export type MailStep = { title: string; text: readonly (string | { label: string; href: string })[] };

/** Colours of `client/tokens.css` under their names there, in the mail's light design. */
const LIGHT = {
  page: "--shallow",
  card: "--deep",
  text: "--ink",
  muted: "--ink-2",
  link: "--primary-2",
  line: "--line",
  panel: "--paper",
} as const;
/** The same in the dark design of a mail program. */
const DARK = {
  page: "--ink",
  card: "--sea-2",
  text: "--deep",
  muted: "--on-dark",
  link: "--shoal",
  line: "--steel",
  panel: "--sea-1",
} as const satisfies Record<keyof typeof LIGHT, string>;

type Role = keyof typeof LIGHT;

const color = (role: Role) => TOKEN_COLORS[LIGHT[role]];
const dark = (role: Role) => TOKEN_COLORS[DARK[role]];

/** On every element: Word renders an unknown font name in a serif font. */
const FONT = "font-family:Arial,Helvetica,sans-serif";
const BODY_TEXT = `${FONT};font-size:16px;line-height:1.5`;
const TABLE = 'role="presentation" border="0" cellpadding="0" cellspacing="0"';
/** Breaks a word that does not fit: most programs support the one property, others the other. */
const BREAK = "overflow-wrap:anywhere;word-break:break-word";

/**
 * For programs that read a style sheet: the colours of the dark design. Other programs keep the colours on the
 * elements, or invert them. The classes are beside each colour below.
 */
const STYLE = `:root { color-scheme: light dark; }
@media (prefers-color-scheme: dark) {
.page { background-color: ${dark("page")} !important; }
.card { background-color: ${dark("card")} !important; color: ${dark("text")} !important; }
.panel { background-color: ${dark("panel")} !important; }
.text { color: ${dark("text")} !important; }
.muted { color: ${dark("muted")} !important; }
.link { color: ${dark("link")} !important; }
.line { border-color: ${dark("line")} !important; }
}`;

/**
 * A mail of these parts, as text and as HTML. The HTML must work in all mail programs, also in Outlook with Word's
 * engine: tables make the layout, styles are on the elements, and no font is loaded.
 * `test/house/mails.test.ts` names what Gmail, Outlook and Apple Mail know. `foot` is the HTML's last
 * line; it says what the shop sells, unless its reader never asked for a mail.
 */
export function composeMail(
  to: string,
  subject: string,
  parts: readonly MailPart[],
  foot = `${BRAND}: ${SITE_COPY.tagline}`,
): Mail {
  const content = parts.filter((part) => !("small" in part) && !("lines" in part && part.lines.length === 0));
  const small = parts.filter((part) => "small" in part);
  const first = content.find((part) => "title" in part);
  const html = `<!doctype html>
<html lang="nl">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
<title>${escapeHtml(subject)}</title>
<style>
${STYLE}
</style>
</head>
<body class="page" style="margin:0;padding:0;background-color:${color("page")}">
<table ${TABLE} width="100%" bgcolor="${color("page")}" class="page" style="background-color:${color("page")}">
<tr><td align="center" style="padding:16px 8px">
<!--[if mso]><table ${TABLE} width="600"><tr><td><![endif]-->
<table ${TABLE} width="100%" class="card" bgcolor="${color("card")}" style="max-width:600px;background-color:${color("card")}">
${HEAD}
<tr><td align="left" style="padding:24px 20px 28px;${BODY_TEXT};color:${color("text")}" class="text">
${content.map((part) => partHtml(part, part === first)).join("\n")}
</td></tr>
</table>
<table ${TABLE} width="100%" style="max-width:600px">
<tr><td align="left" class="muted" style="padding:16px 20px;${FONT};font-size:14px;line-height:1.5;color:${color("muted")}">
${[foot, ...small.map((part) => part.small)].map(smallHtml).join("\n")}
</td></tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr>
</table>
</body>
</html>
`;
  const text = [...content, ...small].map(partText).join("\n\n").trim();
  return { to, subject, text: `${text}\n`, html };
}

/**
 * The shop's name on its footer's dark colour, above a strip in the colours of the buoys: port, starboard, cardinal.
 */
const HEAD = `<tr><td bgcolor="${TOKEN_COLORS["--ink"]}" align="left" style="padding:16px 20px;background-color:${TOKEN_COLORS["--ink"]};${FONT};font-size:22px;line-height:1.2;font-weight:bold;color:${TOKEN_COLORS["--deep"]}">${BRAND}</td></tr>
<tr><td><table ${TABLE} width="100%"><tr>${(["--port", "--starboard", "--yellow"] as const)
  .map(
    (name) =>
      `<td width="33%" height="4" bgcolor="${TOKEN_COLORS[name]}" style="height:4px;background-color:${TOKEN_COLORS[name]};font-size:1px;line-height:4px">&nbsp;</td>`,
  )
  .join("")}</tr></table></td></tr>`;

function partText(part: MailPart): string {
  if ("picture" in part) return "";
  if ("title" in part) return `\n${part.title}\n${"-".repeat(part.title.length)}`;
  if ("text" in part) return part.text;
  if ("sentence" in part) return `${part.sentence} ${part.href}`;
  if ("quote" in part) return `> ${part.quote}`;
  if ("lines" in part) return part.lines.join("\n");
  // A typed line is no row of its own.
  if ("rows" in part)
    return part.rows.map(([label, value]) => `${label}: ${value.replaceAll("\n", "\n  ")}`).join("\n");
  if ("small" in part) return `\n${part.small}`;
  if ("steps" in part) {
    return part.steps.map((step, index) => `${index + 1}. ${stepText(step)}`).join("\n");
  }
  return `${"button" in part ? part.button : part.link}:\n${part.href}`;
}

function stepText({ title, text }: MailStep): string {
  const sentences = text.map((piece) => (typeof piece === "string" ? piece : piece.label)).join("");
  const links = text.flatMap((piece) => (typeof piece === "string" ? [] : [piece.href]));
  return [title, sentences, ...links].join("\n   ");
}

function partHtml(part: MailPart, isFirst: boolean): string {
  if ("picture" in part)
    return `<p style="margin:0 0 24px"><img src="${escapeHtml(part.picture)}" alt="${escapeHtml(part.alt)}" width="560" style="max-width:100%"></p>`;
  if ("title" in part) return isFirst ? headingHtml(part.title) : sectionHtml(part.title);
  if ("text" in part) return paragraph(textHtml(part.text));
  if ("sentence" in part) {
    const { host, pathname } = new URL(part.href);
    return paragraph(`${textHtml(part.sentence)} ${linkHtml(host + pathname, part.href)}`);
  }
  if ("lines" in part) return paragraph(part.lines.map(escapeHtml).join("<br>"));
  if ("small" in part) return smallHtml(part.small);
  if ("quote" in part) return quoteHtml(part.quote);
  if ("rows" in part) return rowsHtml(part.rows);
  if ("steps" in part) return stepsHtml(part.steps);
  if ("button" in part) return buttonHtml(part.button, part.href);
  return paragraph(linkHtml(part.link, part.href));
}

function headingHtml(title: string): string {
  return `<h1 class="text" style="margin:0 0 16px;font-size:26px;line-height:1.25;font-weight:bold;color:${color("text")}">${escapeHtml(title)}</h1>`;
}

/** The title of a section. The line above it is a cell's border, as Word does not always draw that of a heading. */
function sectionHtml(title: string): string {
  return `<table ${TABLE} width="100%"><tr><td class="line" style="padding:12px 0 20px;border-bottom:1px solid ${color("line")};font-size:1px;line-height:1px">&nbsp;</td></tr></table>
<h2 class="text" style="margin:20px 0 12px;font-size:20px;line-height:1.3;font-weight:bold;color:${color("text")}">${escapeHtml(title)}</h2>`;
}

function paragraph(html: string): string {
  return `<p style="margin:0 0 14px;${BREAK}">${html}</p>`;
}

/** A text for HTML, with 'e-mail' on one line as in pages (`server/http/unbroken.ts`). */
function textHtml(text: string): string {
  return keepUnbroken(escapeHtml(text), '<span style="white-space:nowrap">', "</span>");
}

function smallHtml(text: string): string {
  return `<p style="margin:0 0 8px">${textHtml(text)}</p>`;
}

function linkHtml(label: string, href: string): string {
  return `<a href="${escapeHtml(href)}" class="link" style="color:${color("link")};text-decoration:underline">${escapeHtml(label)}</a>`;
}

function quoteHtml(quote: string): string {
  return `<table ${TABLE} width="100%" style="margin:0 0 14px"><tr><td class="panel text line" bgcolor="${color("panel")}" style="padding:12px 16px;border-left:4px solid ${color("line")};background-color:${color("panel")};${BODY_TEXT};color:${color("text")};${BREAK}"><blockquote style="margin:0">${escapeHtml(quote)}</blockquote></td></tr></table>`;
}

function rowsHtml(rows: readonly (readonly [label: string, value: string])[]): string {
  const cell = `padding:6px 12px 6px 0;vertical-align:top;text-align:left;${BODY_TEXT}`;
  const lines = rows.map(
    ([label, value]) =>
      `<tr><th scope="row" width="38%" class="muted" style="${cell};font-weight:normal;color:${color("muted")}">${escapeHtml(label)}</th><td class="text" style="${cell};font-weight:bold;color:${color("text")};${BREAK}">${escapeHtml(value).replaceAll("\n", "<br>")}</td></tr>`,
  );
  return `<table border="0" cellpadding="0" cellspacing="0" width="100%" style="margin:0 0 14px">${lines.join("")}</table>`;
}

function stepsHtml(steps: readonly MailStep[]): string {
  const items = steps.map(({ title, text }) => {
    const pieces = text.map((piece) =>
      typeof piece === "string" ? escapeHtml(piece) : linkHtml(piece.label, piece.href),
    );
    return `<li style="margin:0 0 10px"><strong>${escapeHtml(title)}</strong><br>${pieces.join("")}</li>`;
  });
  return `<ol style="margin:0 0 14px 24px;padding:0">${items.join("")}</ol>`;
}

/** A button of at least 44 px. Word ignores a link's padding, so there the cell has it. */
function buttonHtml(label: string, href: string): string {
  const fill = TOKEN_COLORS["--signal-2"];
  return `<table ${TABLE} style="margin:0 0 20px"><tr><td bgcolor="${fill}" align="center" style="background-color:${fill};border-radius:8px;mso-padding-alt:14px 24px"><a href="${escapeHtml(href)}" style="display:inline-block;padding:14px 24px;${FONT};font-size:16px;line-height:1.25;font-weight:bold;color:${TOKEN_COLORS["--deep"]};text-decoration:none">${escapeHtml(label)}</a></td></tr></table>`;
}
