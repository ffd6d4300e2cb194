import type { ReactNode } from "react";

/** Three measures of a boat, drawn on the same strip of water. */

/** An outboard engine on a transom. */
export function LicencePower() {
  return (
    <Water>
      <path
        className="f-paper s-ink"
        d="M168 40h140v60H186c-10-14-16-36-18-60z"
        strokeWidth="2.5"
        strokeLinejoin="round"
      />
      <path className="s-ink" d="M172 54h136" strokeWidth="2.5" />
      <path className="f-ink" d="M150 36h22v26h-14z" />
      <path
        className="f-ink"
        d="M100 12h34c14 0 22 9 22 22v14h-60V18c0-4 1-6 4-6zM112 48h32l-5 40h-22zM104 88h38c7 0 10 4 10 8s-3 8-10 8h-15l-7 14-10-14h-6z"
      />
      <path className="s-signal" d="M98 38h57" strokeWidth="4" />
      <path className="s-ink" d="M154 90v16M152 98h10" strokeWidth="4" strokeLinecap="round" />
      <path
        className="s-magenta"
        d="M40 60h36M30 74h46M46 46h30"
        strokeWidth="2.4"
        strokeDasharray="2 8"
        strokeLinecap="round"
      />
      <path className="s-contour" d="M26 112h52M90 120h30M206 114h60" strokeWidth="2.4" strokeLinecap="round" />
    </Water>
  );
}

/** A long cabin cruiser under a dimension line. */
export function LicenceLength() {
  return (
    <Water>
      <path
        className="f-paper s-ink"
        d="M38 72h226c-6 16-16 26-28 30H58c-10-6-17-18-20-30z"
        strokeWidth="2.5"
        strokeLinejoin="round"
      />
      <path
        className="f-paper s-ink"
        d="M78 72V52h108l18 20zM98 52V40h62l14 12z"
        strokeWidth="2.5"
        strokeLinejoin="round"
      />
      <path className="f-sea-1" d="M86 58h20v8H86zM114 58h20v8h-20zM142 58h20v8h-20z" />
      <path className="s-signal" d="M44 84h212" strokeWidth="4" />
      <path className="f-shoal" d="M30 100q19-7 38 0t38 0 37 0 38 0 37 0 38 0 26 0v30H30z" />
      <path className="s-contour" d="M62 114h46M138 120h34M200 112h40" strokeWidth="2.4" strokeLinecap="round" />
      <g className="s-magenta" strokeWidth="2.2" strokeLinecap="round">
        <path d="M38 10v54M264 10v54" strokeDasharray="2 6" />
        <path d="M40 18h222M48 12l-9 6 9 6M254 12l9 6-9 6" />
      </g>
    </Water>
  );
}

/** A small boat that planes, with its wake. */
export function LicenceSpeed() {
  return (
    <Water>
      <path
        className="f-paper"
        d="M20 96c40 4 80-2 118-12l20 14c-50 12-98 14-138 8zM6 112c50 6 110 2 160-8l10 8c-54 12-120 16-170 10z"
        opacity=".9"
      />
      <g transform="rotate(-7 190 76)">
        <path
          className="f-paper s-ink"
          d="M112 66h166c-12 20-30 32-52 34H124c-8-8-12-20-12-34z"
          strokeWidth="2.5"
          strokeLinejoin="round"
        />
        <path className="f-sea-1 s-ink" d="M172 66l16-22h8l18 22z" strokeWidth="2.5" strokeLinejoin="round" />
        <path className="f-ink" d="M104 56h14v34h-10zM152 66q-1-18 8-20 10 2 10 20z" />
        <circle className="f-wood" cx="160" cy="40" r="7" />
        <path className="s-signal" d="M118 78h148" strokeWidth="4" />
      </g>
      <path
        className="s-magenta"
        d="M26 34h58M14 50h74M34 66h50"
        strokeWidth="2.4"
        strokeDasharray="2 8"
        strokeLinecap="round"
      />
      <path className="s-contour" d="M214 116h56M186 122h18" strokeWidth="2.4" strokeLinecap="round" />
    </Water>
  );
}

function Water({ children }: { children: ReactNode }) {
  return (
    <svg viewBox="0 0 300 130">
      <path className="f-shallow" d="M0 0h300v130H0z" />
      <path className="f-shoal" d="M0 88q19-7 38 0t38 0 37 0 38 0 37 0 38 0 37 0 37 0v42H0z" />
      {children}
    </svg>
  );
}
