import type { Fetcher } from "@cloudflare/workers-types";
import { CLIENT } from "../client-manifest.ts";
import { type GiftCard, renderGiftCardFile } from "../components/gift-card.ts";

/** Of the shop's own files only their path counts. */
const ANY_ORIGIN = "https://assets.local";

/**
 * The printed card of a gift as one HTML file, which holds its own styles, font and drawings. They are the files that the
 * card's page is made of. Rejects when one cannot be had.
 */
export async function composeGiftCardFile(assets: Fetcher, card: GiftCard): Promise<string> {
  const [styles, scene] = await Promise.all([
    readStyles(assets, CLIENT.stylesheets["styles-gift-card"]),
    readAsset(assets, CLIENT.pictures["gift-card"].src).then((response) => response.text()),
  ]);
  return renderGiftCardFile([card], { scene, logo: CLIENT.inline.logo }, styles);
}

/** A stylesheet with the fonts that it names inside it. */
async function readStyles(assets: Fetcher, path: string): Promise<string> {
  let styles = await (await readAsset(assets, path)).text();
  for (const [, name = ""] of styles.matchAll(/url\(([^)]+\.woff2)\)/g)) {
    const font = await (await readAsset(assets, name)).arrayBuffer();
    styles = styles.replaceAll(`url(${name})`, `url(data:font/woff2;base64,${encodeBase64(new Uint8Array(font))})`);
  }
  return styles;
}

async function readAsset(assets: Fetcher, path: string) {
  const response = await assets.fetch(new URL(path, ANY_ORIGIN));
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return response;
}

function encodeBase64(bytes: Uint8Array): string {
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}
