type LogoProps = {
  /** Side in CSS pixels. */
  size?: number;
};

/** The compass mark. The shop's name stands beside it as text, so the mark itself is decorative. */
export function Logo({ size = 34 }: LogoProps) {
  return (
    <svg className="logo-mark" width={size} height={size} viewBox="0 0 34 34" aria-hidden="true" focusable="false">
      <circle className="f-ink" cx="17" cy="17" r="17" />
      <circle className="s-paper" cx="17" cy="17" r="14.2" fill="none" strokeWidth=".9" opacity=".45" />
      <path
        className="s-paper"
        d="M17 2.8v2.6M31.2 17h-2.6M17 31.2v-2.6M2.8 17h2.6"
        fill="none"
        strokeWidth="1.5"
        strokeLinecap="round"
      />
      <path className="f-steel" d="M17 28.6 12.6 17H17z" />
      <path className="f-paper" d="M17 28.6 21.4 17H17z" />
      <path className="f-signal" d="M17 5.4 12.6 17H17z" />
      <path className="f-signal-2" d="M17 5.4 21.4 17H17z" />
      <circle className="f-ink" cx="17" cy="17" r="1.5" />
    </svg>
  );
}
