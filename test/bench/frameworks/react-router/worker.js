import { createRequestHandler } from "react-router";
import * as build from "./build/server/index.js";

const handle = createRequestHandler(build, "production");

export default { fetch: (request) => handle(request) };
