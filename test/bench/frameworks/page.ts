import type { AppContext } from "../../../src/server/http/context.ts";
import { createAccountPageContext } from "../../../src/server/http/page-context.ts";
import type { PageContext } from "../../../src/shared/page-context.ts";
import { PATHS } from "../../../src/shared/paths.ts";

/** The page that every framework renders, and its props, which are computed for each request as in the shop. */

export { Kvb1Page } from "../../../src/shop/sales-page.tsx";

/** The vars of wrangler.toml; the bench's build puts them here. */
declare const VARS: Readonly<Record<string, string>>;
const env = VARS;

export function pageContextOf({ url }: Request): PageContext {
  return createAccountPageContext({ env, req: { url }, get: () => PATHS.kvb1 } as unknown as AppContext);
}
