import { Interstitial } from "../../client/islands/interstitial.tsx";
import { DataBlock } from "../components/data-block.tsx";
import { Island } from "../components/island.tsx";
import { WaitingPage } from "../components/waiting-page.tsx";
import { INTERSTITIAL_COPY } from "../content/interstitial.ts";
import { purchaseValueOfKey, REDIRECT_DELAY_MS } from "../shared/analytics.ts";
import type { Frame } from "../shared/frame.ts";
import { INTERSTITIAL_ENTRY_ID, type InterstitialOutcome } from "../shared/interstitial.ts";
import { PATHS, withSearch } from "../shared/paths.ts";

/** The shell of a bridge page, sent before KV has answered; what KV says follows in `InterstitialTarget`. */
export function InterstitialPage({ frame, pathKey }: { frame: Frame; pathKey: string }) {
  return (
    <WaitingPage frame={frame}>
      <p className="interstitial-text">{INTERSTITIAL_COPY.text}</p>
      <Island
        name="interstitial"
        when="now"
        component={Interstitial}
        props={{
          pathKey,
          mapUrl: PATHS.interstitialTargets,
          purchaseValue: purchaseValueOfKey(pathKey),
          copy: {
            forwarding: INTERSTITIAL_COPY.forwarding,
            goNow: INTERSTITIAL_COPY.goNow,
            notConfigured: INTERSTITIAL_COPY.notConfigured,
          },
        }}
      />
    </WaitingPage>
  );
}

/** What KV said of the target: a link for who won't wait and a refresh for who has no JavaScript, or the error. */
export function InterstitialTarget({ frame, outcome }: { frame: Frame; outcome: InterstitialOutcome }) {
  return (
    <>
      <DataBlock type="application/json" id={INTERSTITIAL_ENTRY_ID} data={outcome} />
      {outcome.status === "found" ? (
        <div className="interstitial-next">
          <p>{INTERSTITIAL_COPY.forwarding}</p>
          <a className="button" href={outcome.target} rel="noreferrer">
            {INTERSTITIAL_COPY.goNow}
          </a>
          <noscript>
            <meta httpEquiv="refresh" content={`${REDIRECT_DELAY_MS / 1000};url=${outcome.target}`} />
          </noscript>
        </div>
      ) : null}
      {outcome.status === "missing" ? (
        <div className="interstitial-error">
          <p role="alert">{INTERSTITIAL_COPY.notConfigured}</p>
          <p className="interstitial-help">{INTERSTITIAL_COPY.notConfiguredHelp}</p>
        </div>
      ) : null}
      {outcome.status === "unavailable" ? (
        <noscript>
          <p>
            {INTERSTITIAL_COPY.unavailable} <a href={withSearch(frame.path, frame.search)}>{INTERSTITIAL_COPY.retry}</a>
          </p>
        </noscript>
      ) : null}
    </>
  );
}
