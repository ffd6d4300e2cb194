import { InlinePicture } from "./picture.tsx";

type CompassSpinnerProps = {
  /** Side in CSS pixels. */
  size?: number;
};

/** A compass whose needle settles, for waiting. It needs a text beside it that explains the wait. */
export function CompassSpinner({ size = 96 }: CompassSpinnerProps) {
  return <InlinePicture name="compass-spinner" size={size} className="compass-spinner" />;
}
