// vite's import of a file's text.
declare module "*?raw" {
  const text: string;
  export default text;
}
