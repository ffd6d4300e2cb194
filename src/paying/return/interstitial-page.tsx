import { labelCourseLink } from "../../courses/products-copy.ts";
import { type CourseLink, isBundle, OFFERS } from "../../shared/courses.ts";
import type { PageContext } from "../../shared/page-context.ts";
import type { PageNeeds } from "../../shared/page-needs.ts";
import { PATHS } from "../../shared/paths.ts";
import { CLIENT } from "../../ui/client-manifest.ts";
import { DataBlock } from "../../ui/data-block.tsx";
import { Picture } from "../../ui/picture.tsx";
import { SITE_COPY } from "../../ui/site-copy.ts";
import { purchaseValueOfKey } from "./analytics-rules.ts";
import { ContactLine } from "./contact-line.tsx";
import { INTERSTITIAL_COPY } from "./interstitial-copy.ts";
import { INTERSTITIAL_ENTRY_ID, type TargetLookup } from "./interstitial-rules.ts";
import { LaterText, ShownLater } from "./shown-later.tsx";
import { Progress, type Waiting, WaitingPage } from "./waiting-frame.tsx";

/** The shell of a bridge page, sent before KV has answered. KV's answer follows in `InterstitialTarget`. */
export function InterstitialPage({ pathKey, ...waiting }: Waiting & { pathKey: string }) {
  const { pageContext, retryHref, noScriptHref } = waiting;
  const saleEuros = purchaseValueOfKey(pathKey);
  const state = { leadsOn: true, ...(saleEuros === null ? {} : { saleEuros }) };
  return (
    <WaitingPage
      pageContext={pageContext}
      stylesheet="styles-return"
      noScriptHref={noScriptHref}
      script={{ pathKey, mapUrl: PATHS.interstitialTargets, state }}
    >
      <p className="interstitial-text">
        {INTERSTITIAL_COPY.text}
        {isOfBundle(pathKey) ? ` ${INTERSTITIAL_COPY.severalCourses}` : null}
      </p>
      <ShownLater name="found">
        <TargetLink href={retryHref} />
      </ShownLater>
      <ShownLater name="missing">
        <TargetTrouble pageContext={pageContext} />
      </ShownLater>
      <ShownLater name="unavailable">
        <TargetTrouble pageContext={pageContext} retryHref={retryHref} />
      </ShownLater>
    </WaitingPage>
  );
}

function isOfBundle(pathKey: string): boolean {
  return OFFERS.some(({ key, productId }) => key === pathKey && isBundle(productId));
}

InterstitialPage.needs = (): PageNeeds => ({ scripts: [CLIENT.bridge.cspSource] });

type InterstitialTargetProps = Pick<Waiting, "pageContext" | "retryHref"> & {
  outcome: TargetLookup;
  /** Whether a browser without JavaScript has used all its attempts. */
  gaveUp?: boolean;
};

/**
 * KV's answer about the target: a link for visitors who do not want to wait, or the error. The script reads the data
 * block.
 */
export function InterstitialTarget({ pageContext, retryHref, outcome, gaveUp = false }: InterstitialTargetProps) {
  return (
    <>
      <DataBlock type="application/json" id={INTERSTITIAL_ENTRY_ID} data={outcome} />
      {outcome.status === "found" ? (
        <>
          <TargetLink href={outcome.target} />
          <Progress />
          <ContactLine pageContext={pageContext} />
        </>
      ) : null}
      {outcome.status === "missing" ? <TargetTrouble pageContext={pageContext} /> : null}
      {outcome.status === "unavailable" ? (
        <noscript>
          {gaveUp ? (
            <TargetTrouble pageContext={pageContext} retryHref={retryHref} />
          ) : (
            <p>
              {INTERSTITIAL_COPY.unavailable} <a href={retryHref}>{INTERSTITIAL_COPY.retry}</a>
            </p>
          )}
        </noscript>
      ) : null}
    </>
  );
}

/** A link for visitors who do not want to wait. In a template the bridge script fills in the target that it found. */
export function TargetLink({ href }: { href: string }) {
  return (
    <div className="interstitial-next">
      <p>
        <LaterText>{INTERSTITIAL_COPY.forwarding}</LaterText>
      </p>
      <a className="button" href={href} rel="noreferrer">
        <LaterText>{INTERSTITIAL_COPY.goNow}</LaterText>
      </a>
    </div>
  );
}

export function InterstitialCourses({ courses }: { courses: readonly CourseLink[] }) {
  return (
    <p className="buttons">
      {courses.map((link) => (
        <a key={link.href} className="button button-quiet" href={link.href} rel="noreferrer">
          {labelCourseLink(link, undefined)}
        </a>
      ))}
    </p>
  );
}

/**
 * The text for no target (given 8.1), and what can be done. CSS hides the page's own heading, which was sent before this
 * was known: there is nothing to wait for. `retryHref`: for targets that cannot be read.
 */
function TargetTrouble({ pageContext, retryHref }: { pageContext: PageContext; retryHref?: string }) {
  return (
    <div className="interstitial-error stack">
      <Picture name="error-scene" className="interstitial-picture" />
      <div role="alert">
        <h1>
          <LaterText>{INTERSTITIAL_COPY.notConfigured}</LaterText>
        </h1>
      </div>
      <p className="interstitial-help">
        <LaterText>
          {retryHref === undefined ? INTERSTITIAL_COPY.notConfiguredHelp : INTERSTITIAL_COPY.unavailableHelp}
        </LaterText>
      </p>
      <p className="buttons">
        {retryHref === undefined ? null : (
          <a className="button button-quiet" href={retryHref}>
            <LaterText>{INTERSTITIAL_COPY.retry}</LaterText>
          </a>
        )}{" "}
        <a className="button button-quiet" href={PATHS.home}>
          <LaterText>{SITE_COPY.errorPage.homeLabel}</LaterText>
        </a>
      </p>
      <ContactLine pageContext={pageContext} />
    </div>
  );
}
