// The order of these imports is the point: the remembering encoder stands in while React's renderer is evaluated.
import "./remembering-encoder.ts";

// @ts-expect-error -- the package has no types for this file; it has the shape of react-dom/server.edge.
import * as renderer from "../node_modules/react-dom/cjs/react-dom-server.edge.production.js";
import { restoreEncoder } from "./remembering-encoder.ts";

restoreEncoder();

/** React's edge renderer: the production build, without the legacy renderer that `react-dom/server.edge` also loads. */
export const renderToReadableStream: typeof import("react-dom/server.edge").renderToReadableStream =
  renderer.renderToReadableStream;
