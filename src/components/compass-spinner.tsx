import { InlinePicture } from "./picture.tsx";

type CompassSpinnerProps = {
  /** Side in CSS pixels. */
  size?: number;
};

/** A compass whose needle settles, for waiting. A text beside it must say what is going on. */
export function CompassSpinner({ size = 96 }: CompassSpinnerProps) {
  return <InlinePicture name="compass-spinner" size={size} className="compass-spinner" />;
}
