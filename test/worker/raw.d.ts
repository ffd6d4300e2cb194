// vite's import of a file's text.
declare module "*?raw" {
  const text: string;
  export default text;
}
/** vite's import of the texts of all files of these patterns, by path. */
interface ImportMeta {
  glob(patterns: readonly string[], how: { query: "?raw"; import: "default"; eager: true }): Record<string, string>;
  glob(patterns: readonly string[]): Record<string, () => Promise<unknown>>;
}
