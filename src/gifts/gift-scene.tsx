import type { ReactNode } from "react";
import { InlinePicture } from "../ui/picture.tsx";

/** The parcel on its boat in the moonlight, drawn back to front. `children`: what swims beside the boat. */
export function GiftNight({ children }: { children?: ReactNode }) {
  return (
    <>
      <div className="gift-moon" aria-hidden="true" />
      <InlinePicture name="gift-shore" className="gift-drawing gift-shore" />
      <InlinePicture name="gift-wave" className="gift-drawing gift-wave gift-wave-back" />
      {children}
      <InlinePicture name="gift-box" className="gift-drawing gift-picture" />
      <div className="gift-sea" aria-hidden="true">
        <InlinePicture name="gift-wave" className="gift-drawing gift-wave gift-wave-front" />
        <InlinePicture name="gift-reflection" className="gift-drawing gift-reflection" />
        <div className="gift-deep">
          <InlinePicture name="gift-wave" className="gift-drawing gift-wave gift-wave-deep" />
        </div>
      </div>
      <div className="gift-flood" aria-hidden="true" />
    </>
  );
}
