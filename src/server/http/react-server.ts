/** React's renderer as an ES module, which can be loaded when it is first needed. React's own package is CommonJS. */
export { renderToReadableStream } from "react-dom/server.edge";
