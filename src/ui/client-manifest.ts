import documents from "../../.build/documents.json";
import manifest from "../../.build/manifest.json";
import type { ClientManifest } from "../../client/build/client.ts";
import type { Trader } from "../shared/trader.ts";

/** Names of the client build's files and the drawings; a name that the build did not make is a type error. */
export const CLIENT = manifest satisfies ClientManifest;

/** The seller in the PDFs that the build made. */
export const PDF_TRADER: Trader = documents.trader;
