/** A text as it was meant: in plain letters, with hyphens for all dashes, without characters that have no shape. */
export function plain(text: string): string {
  return text
    .normalize("NFKC")
    .replace(/\p{Default_Ignorable_Code_Point}/gu, "")
    .replace(/[\p{Pd}\u2212]/gu, "-");
}

/** A text without what stands around it: all but letters and digits. */
export function unwrap(text: string): string {
  return text.replace(/^[^\p{L}\p{N}]+/u, "").replace(/(?<![^\p{L}\p{N}])[^\p{L}\p{N}]+$/u, "");
}
