// What vite makes of an import of a file's text.
declare module "*?raw" {
  const text: string;
  export default text;
}
