type CompassSpinnerProps = {
  /** Side in CSS pixels. */
  size?: number;
};

/** A compass whose needle settles, for waiting. Say what is going on in text beside it. */
export function CompassSpinner({ size = 96 }: CompassSpinnerProps) {
  return (
    <svg
      className="compass-spinner"
      width={size}
      height={size}
      viewBox="0 0 96 96"
      fill="none"
      aria-hidden="true"
      focusable="false"
    >
      <circle className="f-ink" cx="48" cy="48" r="47" />
      <circle className="f-paper" cx="48" cy="48" r="41" />
      <circle className="s-contour" cx="48" cy="48" r="36" strokeWidth="4" strokeDasharray="1 5.283" />
      <circle className="s-shoal" cx="48" cy="48" r="29" strokeWidth="1.5" />
      <path className="f-shoal" d="m48 22 5.5 20.5L74 48l-20.5 5.5L48 74l-5.5-20.5L22 48l20.5-5.5z" />
      <path className="s-ink" d="M48 10v6.5M86 48h-6.5M48 86v-6.5M10 48h6.5" strokeWidth="3" strokeLinecap="round" />
      <g className="compass-needle">
        <path className="f-steel" d="M48 80 39.5 48H48z" />
        <path className="f-ink-2" d="M48 80 56.5 48H48z" />
        <path className="f-signal" d="M48 16 39.5 48H48z" />
        <path className="f-signal-2" d="M48 16 56.5 48H48z" />
      </g>
      <circle className="f-ink" cx="48" cy="48" r="4.5" />
      <circle className="f-land" cx="48" cy="48" r="1.8" />
    </svg>
  );
}
