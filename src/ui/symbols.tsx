import { InlinePicture } from "./picture.tsx";

type MarkProps = {
  /** Side in CSS pixels. */
  size?: number;
};

/** The compass mark. It is decorative, because the shop's name is text beside it. */
export function Logo({ size = 34 }: MarkProps) {
  return <InlinePicture name="logo" size={size} />;
}

/** Starboard lateral mark: the bullet of included things, and of a right answer. */
export function GreenCone({ size = 18 }: MarkProps) {
  return <InlinePicture name="green-cone" size={size} />;
}

/** Port lateral mark: the bullet of a wrong answer. */
export function RedCan({ size = 18 }: MarkProps) {
  return <InlinePicture name="red-can" size={size} />;
}

type BuoyDotProps = {
  state: "todo" | "current" | "right" | "wrong";
  /** Text for screen readers; without it the dot is decorative. */
  label?: string;
};

/** One of the quiz's five progress dots: still to come, here, green cone (right) or red can (wrong). */
export function BuoyDot({ state, ...semantics }: BuoyDotProps) {
  return <InlinePicture name={`buoy-dot-${state}`} size={32} className={`buoy-dot buoy-dot-${state}`} {...semantics} />;
}

/** The waterway board of quiz question 2. Its title describes the board without its meaning. */
export function SignA9({ title }: { title: string }) {
  return <InlinePicture name="sign-a9" className="sign" label={title} />;
}
