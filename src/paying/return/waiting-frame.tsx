import type { ReactNode } from "react";
import type { PageContext } from "../../shared/page-context.ts";
import { PATHS } from "../../shared/paths.ts";
import { PLACEHOLDERS } from "../../shared/placeholders.ts";
import { CLIENT } from "../../ui/client-manifest.ts";
import { CompassSpinner } from "../../ui/compass-spinner.tsx";
import { Document, type DocumentProps } from "../../ui/document.tsx";
import { Island } from "../../ui/island.tsx";
import { BRAND } from "../../ui/site-copy.ts";
import { Logo } from "../../ui/symbols.tsx";
import { INTERSTITIAL_COPY } from "./interstitial-copy.ts";
import type { BridgeProps } from "./interstitial-rules.ts";

export type Waiting = {
  pageContext: PageContext;
  retryHref: string;
  /** The address to which a browser without JavaScript goes at once; null if it is there already. */
  noScriptHref: string | null;
};

type WaitingPageProps = Pick<Waiting, "pageContext" | "noScriptHref"> & {
  script: BridgeProps;
  stylesheet: NonNullable<DocumentProps["stylesheet"]>;
  /** Whether the page tells of a payment: a kept page asks again. A bridge page would count its sale again. */
  isOfPayment?: boolean;
  children: ReactNode;
};

/**
 * The shell of a waiting page. All before the late slot is sent at once, the rest when the data is there: that works without
 * JavaScript and needs no inline script (`sendInOrder` in src/server/http/render.tsx). A browser without JavaScript at once requests
 * the same page again, which the server sends with a Refresh header when all is known. The shell itself cannot have
 * that refresh: the target is not known yet, and the body may not hold one.
 */
export function WaitingPage({
  pageContext,
  noScriptHref,
  script,
  stylesheet,
  isOfPayment = false,
  children,
}: WaitingPageProps) {
  return (
    <Document
      pageContext={pageContext}
      meta={INTERSTITIAL_COPY.meta}
      index="noindex"
      stylesheet={stylesheet}
      chrome="quiet"
      popup={isOfPayment ? <Island name="fresh" when="idle" /> : null}
      head={
        <>
          {/* It counts a sale and goes to the target (client/bridge.ts). The page's policy allows it by its hash. */}
          <script data-props={JSON.stringify(script)} dangerouslySetInnerHTML={{ __html: CLIENT.bridge.code }} />
          {noScriptHref === null ? null : (
            <noscript>
              <meta httpEquiv="refresh" content={`0; url=${noScriptHref}`} />
            </noscript>
          )}
        </>
      }
    >
      <a className="header-logo brand" href={PATHS.home}>
        <Logo />
        {BRAND}
      </a>
      <div className={isOfPayment ? "interstitial payment-return" : "interstitial"}>
        <CompassSpinner />
        <h1 className="interstitial-title">{INTERSTITIAL_COPY.title}</h1>
        {children}
        {PLACEHOLDERS.late}
      </div>
    </Document>
  );
}

/** A bar that fills while a buyer waits for the course. */
export function Progress() {
  return <div className="interstitial-progress" aria-hidden="true" />;
}
