import { escapeHtml } from "../shared/html.ts";

/** A part of a mail. One list of them makes both its text and its HTML, so that the two never say different things. */
export type MailPart =
  | { title: string }
  | { text: string }
  /** Text by somebody else, such as what was agreed to. */
  | { quote: string }
  | { lines: readonly string[] }
  | { rows: readonly (readonly [label: string, value: string])[] }
  | { link: string; href: string }
  /** What the mail is for: the one link that stands out. */
  | { button: string; href: string };

/**
 * The two bodies of a mail. The HTML is for mail programs: one column, styles at the elements, no images, and only
 * colours that stand on light and dark alike, so that a reader's own choice of both stays.
 */
export function renderMailBody(subject: string, parts: readonly MailPart[]): { text: string; html: string } {
  const html = `<!doctype html>
<html lang="nl">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>:root { color-scheme: light dark; }</style>
</head>
<body style="margin:0;padding:16px">
<div style="max-width:560px;margin:0 auto;font:16px/1.5 Arial,Helvetica,sans-serif;overflow-wrap:anywhere">
${parts.map((part, index) => partHtml(part, index === 0 ? HEADING : SECTION)).join("\n")}
</div>
</body>
</html>
`;
  return { text: `${parts.map(partText).join("\n\n").trim()}\n`, html };
}

function partText(part: MailPart): string {
  if ("title" in part) return `\n${part.title}\n${"-".repeat(part.title.length)}`;
  if ("text" in part) return part.text;
  if ("quote" in part) return `> ${part.quote}`;
  if ("lines" in part) return part.lines.join("\n");
  if ("rows" in part) return part.rows.map(([label, value]) => `${label}: ${value}`).join("\n");
  return `${"button" in part ? part.button : part.link}:\n${part.href}`;
}

const HEADING = { tag: "h1", style: "margin:0 0 16px;font-size:24px;line-height:1.3" };
const SECTION = {
  tag: "h2",
  style: "margin:28px 0 8px;padding-top:20px;border-top:1px solid #8296a8;font-size:19px;line-height:1.3",
};

function partHtml(part: MailPart, title: typeof HEADING): string {
  if ("title" in part) return `<${title.tag} style="${title.style}">${escapeHtml(part.title)}</${title.tag}>`;
  if ("text" in part) return paragraph(escapeHtml(part.text));
  if ("quote" in part) {
    return `<blockquote style="margin:0 0 14px;padding-left:14px;border-left:3px solid #8296a8">${escapeHtml(part.quote)}</blockquote>`;
  }
  if ("lines" in part) return paragraph(part.lines.map(escapeHtml).join("<br>"));
  if ("rows" in part) {
    const rows = part.rows.map(
      ([label, value]) =>
        `<tr><th scope="row" style="padding:4px 16px 4px 0;text-align:left;vertical-align:top;font-weight:normal;white-space:nowrap">${escapeHtml(label)}</th><td style="padding:4px 0;vertical-align:top;font-weight:bold;overflow-wrap:anywhere">${escapeHtml(value).replaceAll("\n", "<br>")}</td></tr>`,
    );
    return `<table style="margin:0 0 14px;border-collapse:collapse;font:inherit">${rows.join("")}</table>`;
  }
  if ("link" in part) {
    return paragraph(`<a href="${escapeHtml(part.href)}" style="color:inherit">${escapeHtml(part.link)}</a>`);
  }
  return paragraph(
    `<a href="${escapeHtml(part.href)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#c22f17;color:#ffffff;font-weight:bold;text-decoration:none">${escapeHtml(part.button)}</a>`,
  );
}

function paragraph(html: string): string {
  return `<p style="margin:0 0 14px">${html}</p>`;
}
