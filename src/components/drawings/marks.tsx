import { Drawn } from "./drawn.tsx";

type MarkProps = {
  /** Side in CSS pixels. */
  size?: number;
};

/** Starboard lateral mark: the bullet of lists that say what is included, and of a right answer. */
export function GreenCone({ size = 18 }: MarkProps) {
  return <Drawn svg={drawMark(size, GREEN_CONE)} />;
}

/** Port lateral mark: the bullet of a wrong answer. */
export function RedCan({ size = 18 }: MarkProps) {
  return <Drawn svg={drawMark(size, RED_CAN)} />;
}

const GREEN_CONE =
  '<path class="f-starboard s-starboard" d="M9 2.2 15.2 15H2.8z" stroke-width="1.8" stroke-linejoin="round"/>' +
  '<path class="f-paper" d="M9 2.2 2.8 15h3.9z" opacity=".28"/>';
const RED_CAN =
  '<rect class="f-port" x="3.4" y="2" width="11.2" height="14" rx="1.4"/>' +
  '<path class="f-paper" d="M4.8 2h1.8v14H4.8A1.4 1.4 0 0 1 3.4 14.6V3.4A1.4 1.4 0 0 1 4.8 2z" opacity=".28"/>';

function drawMark(size: number, shapes: string): string {
  return `<svg width="${size}" height="${size}" viewBox="0 0 18 18" aria-hidden="true">${shapes}</svg>`;
}

type BuoyDotProps = {
  state: "todo" | "current" | "right" | "wrong";
  /** Text for screen readers; without it the dot is decorative. */
  label?: string;
};

/** One of the quiz's five progress dots: still to come, here, green cone (right) or red can (wrong). */
export function BuoyDot({ state, label }: BuoyDotProps) {
  const semantics = label ? { role: "img", "aria-label": label } : { "aria-hidden": true };
  return (
    <svg
      className={`buoy-dot buoy-dot-${state}`}
      width="32"
      height="32"
      viewBox="0 0 32 32"
      focusable="false"
      {...semantics}
    >
      {BUOY_DOTS[state]}
    </svg>
  );
}

const WATERLINE = (
  <path
    className="s-contour"
    d="M4 27.5q3-2.4 6 0t6 0 6 0 6 0"
    fill="none"
    strokeWidth="2"
    strokeLinecap="round"
    strokeLinejoin="round"
  />
);

const BUOY_DOTS = {
  todo: <circle className="f-deep s-steel" cx="16" cy="16" r="6.5" strokeWidth="2" />,
  current: (
    <>
      <circle className="f-deep s-magenta" cx="16" cy="16" r="11" strokeWidth="2.4" />
      <circle className="f-magenta" cx="16" cy="16" r="5" />
    </>
  ),
  right: (
    <>
      <path className="f-starboard s-starboard" d="M16 4.5 23 22H9z" strokeWidth="2" strokeLinejoin="round" />
      <path className="f-paper" d="M16 4.5 9 22h4.5z" opacity=".28" />
      {WATERLINE}
    </>
  ),
  wrong: (
    <>
      <rect className="f-port" x="9.5" y="5" width="13" height="18" rx="1.6" />
      <path className="f-paper" d="M11.1 5H13v18h-1.9a1.6 1.6 0 0 1-1.6-1.6V6.6A1.6 1.6 0 0 1 11.1 5z" opacity=".28" />
      {WATERLINE}
    </>
  ),
} as const;
