import type { ReactNode } from "react";
import { InlinePicture } from "../ui/picture.tsx";

/** The parcel on its boat in the moonlight, drawn back to front, with what a whole screen has room for. */
export function GiftNight({ behind, beside }: { behind?: ReactNode; beside?: ReactNode }) {
  return (
    <>
      {behind}
      <div className="gift-moon" aria-hidden="true" />
      <InlinePicture name="gift-shore" className="gift-drawing gift-shore" />
      <InlinePicture name="gift-wave" className="gift-drawing gift-wave gift-wave-back" />
      {beside}
      <InlinePicture name="gift-box" className="gift-drawing gift-picture" />
      <div className="gift-sea" aria-hidden="true">
        <InlinePicture name="gift-wave" className="gift-drawing gift-wave gift-wave-front" />
        <InlinePicture name="gift-reflection" className="gift-drawing gift-reflection" />
        <div className="gift-deep">
          <InlinePicture name="gift-wave" className="gift-drawing gift-wave gift-wave-deep" />
        </div>
      </div>
      <div className="gift-flood" aria-hidden="true" />
      <InlinePicture name="gift-rays" className="gift-drawing gift-burst" />
    </>
  );
}
