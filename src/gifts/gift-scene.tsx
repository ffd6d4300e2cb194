import { InlinePicture } from "../ui/picture.tsx";

/** The parcel on its boat in the moonlight, drawn back to front. `withBuoys`: there is room beside the boat. */
export function GiftNight({ withBuoys = false }: { withBuoys?: boolean }) {
  return (
    <>
      <InlinePicture name="gift-night-sky" className="gift-drawing gift-sky" />
      <div className="gift-moon" aria-hidden="true" />
      <InlinePicture name="gift-beam" className="gift-drawing gift-shore gift-beam" />
      <InlinePicture name="gift-shore" className="gift-drawing gift-shore" />
      <InlinePicture name="gift-wave" className="gift-drawing gift-wave gift-wave-back" />
      {withBuoys ? <InlinePicture name="gift-buoys" className="gift-drawing gift-buoys" /> : null}
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
