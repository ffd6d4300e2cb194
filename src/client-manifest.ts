import manifest from "../.build/manifest.json";
import type { ClientManifest } from "../client/build/client.ts";

/** Names of the client build's files and the drawings; a name that the build did not make is a type error. */
export const CLIENT = manifest satisfies ClientManifest;
