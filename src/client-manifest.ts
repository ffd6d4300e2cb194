import manifest from "../.build/manifest.json";
import type { ClientManifest } from "../client/build.ts";

/** Names of the client build's files, and the loader that pages inline. */
export const CLIENT: ClientManifest = manifest;
