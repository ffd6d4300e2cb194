import type { ReactNode } from "react";
import { INTERSTITIAL_COPY } from "../content/interstitial.ts";
import { BRAND } from "../content/site.ts";
import type { Frame } from "../shared/frame.ts";
import { PATHS } from "../shared/paths.ts";
import { Document, type DocumentProps } from "./document.tsx";
import { CompassSpinner } from "./drawings/compass-spinner.tsx";
import { Logo } from "./drawings/logo.tsx";
import { LateSlot } from "./late-slot.tsx";

type WaitingPageProps = {
  frame: Frame;
  stylesheet?: NonNullable<DocumentProps["stylesheet"]>;
  /** Beside `interstitial wrap`. */
  className?: string;
  /** What is being waited for, under the heading. */
  children: ReactNode;
};

/** The shell that a buyer sees while a payment is processed; what was waited for follows in the late slot. */
export function WaitingPage({ frame, stylesheet = "styles", className = "", children }: WaitingPageProps) {
  return (
    <Document
      frame={frame}
      title={INTERSTITIAL_COPY.meta.title}
      description={INTERSTITIAL_COPY.meta.description}
      index="noindex"
      stylesheet={stylesheet}
      chrome="none"
    >
      <div className={`interstitial wrap ${className}`.trimEnd()}>
        <a className="header-logo" href={PATHS.home}>
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
