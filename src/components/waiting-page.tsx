import type { ReactNode } from "react";
import { INTERSTITIAL_COPY } from "../content/interstitial.ts";
import { BRAND } from "../content/site.ts";
import type { Frame } from "../shared/frame.ts";
import type { BridgeProps } from "../shared/interstitial.ts";
import { PATHS } from "../shared/paths.ts";
import { BridgeScript } from "./bridge-script.tsx";
import { CompassSpinner } from "./compass-spinner.tsx";
import { Document, type DocumentProps } from "./document.tsx";
import { LateSlot } from "./late-slot.tsx";
import { Logo } from "./symbols.tsx";

/** What a page that waits is told of its request, beside the frame. */
export type Waiting = {
  frame: Frame;
  /** This page's address, for asking again. */
  retryHref: string;
  /** Where a browser without JavaScript goes at once; null when it is there. */
  noScriptHref: string | null;
};

type WaitingPageProps = Pick<Waiting, "frame" | "noScriptHref"> & {
  script: BridgeProps;
  stylesheet: NonNullable<DocumentProps["stylesheet"]>;
  /** Beside `interstitial wrap`. */
  className?: string;
  /** What is being waited for, under the heading. */
  children: ReactNode;
};

/**
 * The shell that a buyer sees while a payment is processed; what was waited for follows in the late slot. Without
 * JavaScript the browser goes on at once to the same page as the server sends it once it knows everything, with a
 * Refresh header: the target is not known here yet, and a refresh that is may stand neither in the body nor in a shell.
 */
export function WaitingPage({ frame, noScriptHref, script, stylesheet, className = "", children }: WaitingPageProps) {
  return (
    <Document
      frame={frame}
      meta={INTERSTITIAL_COPY.meta}
      index="noindex"
      stylesheet={stylesheet}
      chrome="none"
      head={
        <>
          <BridgeScript {...script} />
          {noScriptHref === null ? null : (
            <noscript>
              <meta httpEquiv="refresh" content={`0; url=${noScriptHref}`} />
            </noscript>
          )}
        </>
      }
    >
      <div className={`interstitial wrap ${className}`.trimEnd()}>
        <a className="header-logo brand" href={PATHS.home}>
          <Logo />
          {BRAND}
        </a>
        <CompassSpinner />
        <h1 className="interstitial-title">{INTERSTITIAL_COPY.title}</h1>
        {children}
        <LateSlot />
      </div>
    </Document>
  );
}
