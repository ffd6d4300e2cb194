/** React's renderer as a module of ES imports, so that it can be read when it is first needed: its own package is CommonJS. */
export { renderToReadableStream } from "react-dom/server.edge";
