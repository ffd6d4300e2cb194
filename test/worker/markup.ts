import type { BridgeProps } from "../../src/paying/return/interstitial-rules.ts";
import { attribute, readDocument, withoutUnbroken } from "./document.ts";

/** Functions that read a page's markup as it was sent. */

/** The markup that a browser with JavaScript shows at once: without templates, scripts and noscript. */
export function shownMarkup(html: string): string {
  return withoutUnbroken(html).replaceAll(/<(template|noscript|script)\b[^>]*>.*?<\/\1>/gs, "");
}

/** The data block of an id, or null when the page has none. */
export function dataBlock(html: string, id: string): unknown {
  return JSON.parse(new RegExp(`<script type="application/json" id="${id}">(.*?)</script>`).exec(html)?.[1] ?? "null");
}

export const bridgeProps = (html: string): BridgeProps =>
  JSON.parse(attribute(readDocument(html), "script[data-props]", "data-props") ?? "null");

/** The address in the head to which a browser without JavaScript goes at once. Null if there is none. */
export function noScriptTarget(html: string): string | null {
  const refresh = readDocument(html).querySelector('head noscript meta[http-equiv="refresh"]');
  return refresh?.getAttribute("content")?.replace(/^0; url=/, "") ?? null;
}
