import { VERSION } from "rolldown";
import { type MinifyOptions, minify } from "rolldown/utils";

/** rolldown's minifier shortens what esbuild has minified: by 2% of React, and 3% of the checkout (brotli 5). */

const optionsFor = (target: string[]): MinifyOptions => ({ module: true, compress: { target } });

/** The version and the options, which are a part of the hashes of shortened files. */
export const shortenedBy = (target: string[]): string => `${VERSION} ${JSON.stringify(optionsFor(target))}`;

/** Shortens a script for browsers of at least these versions. Rejects if it is no script. */
export async function shorten(path: string, script: string, target: string[]): Promise<string> {
  const { code, errors } = await minify(path, script, optionsFor(target));
  if (errors.length > 0) throw new Error(`rolldown cannot read ${path}: ${errors[0]?.message}`);
  return code;
}
