import type { Context } from "hono";
import { html, raw } from "hono/html";
import type { ContentfulStatusCode } from "hono/utils/http-status";

/** Ready-made HTML; all other values are escaped. */
export type Html = ReturnType<typeof html>;

/** Allows only the page's own style, and forms. */
const PAGE_CSP = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; base-uri 'none'";

const STYLE = `
:root { --ink: #0d2440; --paper: #fffdf8; --shallow: #e3f1f9; --signal: #d9381e; --starboard: #0b7a4b; --line: #b9cddb; --quiet: #4a5d75; }
*, *::before, *::after { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 17px/1.55 system-ui, sans-serif; }
.notice { margin: 0; padding: .5rem 1rem; background: var(--ink); color: var(--paper); font-size: .875rem; text-align: center; }
.notice strong { text-transform: uppercase; letter-spacing: .06em; }
main { max-width: 34rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; }
main.wide { max-width: 56rem; }
h1 { margin: 0 0 .5rem; font-size: clamp(1.6rem, 1.2rem + 2vw, 2.2rem); line-height: 1.15; letter-spacing: -.02em; }
h2 { margin: 2rem 0 .5rem; font-size: 1.2rem; line-height: 1.25; }
main p, main ul, main ol { margin: 0 0 1rem; max-width: 65ch; }
li { margin-bottom: .35rem; }
a { color: inherit; text-underline-offset: .2em; }
:focus-visible { outline: 3px solid #0066cc; outline-offset: 2px; }
.lead { color: var(--quiet); }
.panel { margin: 1.5rem 0; padding: 1.25rem; background: var(--shallow); border-radius: 12px; }
.panel > h2:first-child { margin-top: 0; }
main .panel > :last-child { margin-bottom: 0; }
.summary { display: flex; justify-content: space-between; align-items: baseline; gap: 1rem; margin: 0; font-size: 1.15rem; }
.summary dt, .summary dd { margin: 0; }
.summary dd { font-weight: 700; white-space: nowrap; font-variant-numeric: tabular-nums; }
label { display: block; margin-bottom: .3rem; font-weight: 600; }
input[type=text], input[type=email], select { width: 100%; min-height: 48px; margin-bottom: 1.1rem; padding: .6rem .8rem; border: 1px solid #6d8298; border-radius: 8px; background: #fff; color: inherit; font: inherit; }
fieldset { margin: 0 0 1.1rem; padding: 0; border: 0; }
legend { margin-bottom: .3rem; padding: 0; font-weight: 600; }
.methods { display: flex; flex-wrap: wrap; gap: .5rem; }
.methods label { display: flex; flex: 1 1 7rem; align-items: center; gap: .5rem; min-height: 48px; margin: 0; padding: .4rem .8rem; border: 1px solid #6d8298; border-radius: 8px; background: #fff; cursor: pointer; }
.methods label:has(:checked) { border-color: #0066cc; box-shadow: inset 0 0 0 1px #0066cc; }
button, .button { display: inline-flex; align-items: center; justify-content: center; min-height: 48px; padding: .6rem 1.4rem; border: 0; border-radius: 8px; background: var(--signal); color: #fff; font: inherit; font-weight: 700; text-decoration: none; cursor: pointer; }
button.full { width: 100%; }
button.quiet, .button.quiet { background: #fff; color: var(--ink); box-shadow: inset 0 0 0 1px #6d8298; }
.done { color: var(--starboard); font-weight: 700; }
main .aside { margin-top: 1.25rem; max-width: none; text-align: center; }
code { font-family: ui-monospace, monospace; font-size: .9em; overflow-wrap: anywhere; }
.scroll { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; font-size: .95rem; }
th, td { padding: .5rem .75rem .5rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
.row { display: flex; flex-wrap: wrap; gap: .6rem; align-items: end; }
.row select { width: auto; margin: 0; }
@media (max-width: 30rem) { button, .button { width: 100%; } .row select { width: 100%; } }
`;

/** A whole page. `role` completes "Deze pagina doet alsof ze … is." in the notice on top. */
export function page(options: { title: string; role: string; content: Html; wide?: boolean }): Html {
  return frame({
    title: options.title,
    style: STYLE,
    content: html`<p class="notice"><strong>lokale testomgeving</strong> · Deze pagina doet alsof ze ${options.role} is. Er gaat geen geld om.</p>
<main${options.wide && raw(' class="wide"')}>
${options.content}
</main>`,
  });
}

/** A document with a style of its own, for a frame in the shop. */
export function frame({ title, style, content }: { title: string; style: string; content: Html }): Html {
  return html`<!doctype html>
<html lang="nl">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<title>${title} – lokale testomgeving</title>
<link rel="icon" href="data:,">
<style>${raw(style)}</style>
</head>
<body>
${content}
</body>
</html>
`;
}

/** A table that scrolls on a small screen. The first cell of each row is its heading. */
export function table(headings: readonly string[], rows: readonly (readonly (Html | string)[])[]): Html {
  if (rows.length === 0) return html`<p>Nog geen.</p>`;
  return html`<div class="scroll"><table>
<thead><tr>${headings.map((heading) => html`<th scope="col">${heading}</th>`)}</tr></thead>
<tbody>${rows.map(
    ([heading, ...cells]) =>
      html`<tr><th scope="row">${heading}</th>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`,
  )}</tbody>
</table></div>`;
}

export function sendPage(c: Context, page: Html, status: ContentfulStatusCode = 200) {
  return c.html(page, status, {
    "cache-control": "no-store",
    "content-security-policy": PAGE_CSP,
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
  });
}
