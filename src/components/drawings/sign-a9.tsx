type SignA9Props = {
  /** Accessible name: say what the board looks like, not what it means. */
  title: string;
};

/** The waterway board of quiz question 2 (BPR, annex 7, A.9), drawn after its description in the statute. */
export function SignA9({ title }: SignA9Props) {
  return (
    <svg className="sign" viewBox="0 0 600 600" role="img" aria-label={title} focusable="false" fill="none">
      <rect className="f-steel" width="600" height="600" rx="20" />
      <rect className="f-deep s-port" x="38" y="38" width="524" height="524" strokeWidth="60" />
      <path className="s-port" d="m38 38 524 524" strokeWidth="60" />
      <g className="s-ink" strokeWidth="34" strokeLinecap="round">
        <path d="M130 235q42.5-70 85 0t85 0 85 0 85 0M130 365q42.5-70 85 0t85 0 85 0 85 0" />
      </g>
      <g className="f-steel">
        <circle cx="38" cy="38" r="9" />
        <circle cx="562" cy="38" r="9" />
        <circle cx="38" cy="562" r="9" />
        <circle cx="562" cy="562" r="9" />
      </g>
    </svg>
  );
}
