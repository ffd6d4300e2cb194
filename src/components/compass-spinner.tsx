import { InlinePicture } from "./picture.tsx";

type CompassSpinnerProps = {
  /** Side in CSS pixels. */
  size?: number;
};

/** A compass whose needle settles, for waiting. Say what is going on in text beside it. */
export function CompassSpinner({ size = 96 }: CompassSpinnerProps) {
  return <InlinePicture name="compass-spinner" size={size} className="compass-spinner" />;
}
