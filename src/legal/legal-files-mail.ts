import type { Fetcher } from "@cloudflare/workers-types";
import type { MailAttachment } from "../server/mail.ts";
import { LEGAL_PDF_PATHS } from "../shared/paths.ts";
import type { Trader } from "../shared/trader.ts";
import { formatLegalText, termsDocument, withdrawalFormDocument } from "./legal-documents-copy.ts";

/** The name of the terms as plain text. */
const TERMS_FILE = "algemene-voorwaarden.txt";

/** Any origin works: only the path of the shop's own files counts. */
const ANY_ORIGIN = "https://assets.local";

/** The terms and the model form as the build made them. Rejects if they name another seller, or cannot be read. */
export async function readLegalPdfs(
  assets: Fetcher,
  trader: Trader,
  builtFor: Trader,
): Promise<readonly MailAttachment[]> {
  if (JSON.stringify(trader) !== JSON.stringify(builtFor)) throw new Error("the PDFs are of another seller");
  return Promise.all(
    Object.values(LEGAL_PDF_PATHS).map(async (path) => {
      const response = await assets.fetch(new URL(path, ANY_ORIGIN));
      if (!response.ok) throw new Error(`${path}: ${response.status}`);
      const content = new Uint8Array(await response.arrayBuffer());
      return { filename: path.slice(1), content, type: "application/pdf" } as const;
    }),
  );
}

/** Both documents as one plain text: every confirmation must contain the terms (art. 6:230v lid 7 BW). */
export function plainLegalFile(trader: Trader): MailAttachment {
  const content = formatLegalText([termsDocument(trader), withdrawalFormDocument(trader)]);
  return { filename: TERMS_FILE, content, type: "text/plain" };
}
