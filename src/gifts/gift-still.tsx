import { InlinePicture } from "../ui/picture.tsx";

/** The gift's boat on its chart, for pages without a gift to unwrap: with its parcel, without it, or in fog. */
export function GiftStill({ look }: { look: "full" | "empty" | "fog" }) {
  return (
    <div className={`gift-still${look === "empty" ? " gift-still-empty" : ""}`} aria-hidden="true">
      <InlinePicture name="gift-still-chart" className="gift-still-chart" />
      <InlinePicture name="gift-box" className="gift-still-box" />
      {look === "fog" ? <InlinePicture name="gift-fog" className="gift-still-fog" /> : null}
    </div>
  );
}
