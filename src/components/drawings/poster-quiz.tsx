import type { ReactNode } from "react";
import { MotorBoat, Trees } from "./parts.tsx";

type PosterQuizProps = {
  /** The quiz question, 1 to 5. */
  number: number;
};

/** Poster of the video that explains a quiz question. The middle stays free for the play button. */
export function PosterQuiz({ number }: PosterQuizProps) {
  return (
    <svg
      className="poster"
      viewBox="0 0 640 400"
      preserveAspectRatio="xMidYMid slice"
      fill="none"
      aria-hidden="true"
      focusable="false"
    >
      {POSTERS[number - 1] ?? POSTERS[0]}
    </svg>
  );
}

const RIPPLES = (
  <path
    className="s-paper"
    d="M40 290h50M150 340h60M300 366h44M420 300h40M540 356h54M262 280h30M80 376h40"
    strokeWidth="3.5"
    strokeLinecap="round"
    opacity=".45"
  />
);

const CARGO_SHIP = (
  <>
    <path className="f-shallow" d="M0 0h640v400H0z" />
    <path className="f-paper" d="M60 66q14-24 44-16 18-26 48-8 30-4 32 24zM430 92q12-20 40-14 22-20 44 0 22-2 26 14z" />
    <g className="f-starboard" opacity=".35" transform="translate(60 176)">
      <Trees />
    </g>
    <g className="f-starboard" opacity=".35" transform="translate(420 176)">
      <Trees />
    </g>
    <path className="f-contour" d="M0 174h640v226H0z" />
    <path className="f-shoal" d="M0 174h640v16q-320 20-640 0z" opacity=".7" />
    <g transform="translate(0 234)">
      <path className="f-paper" d="M150-72h54v52h-54zM158-92h38v20h-38z" />
      <path className="f-sea-1" d="M162-88h30v11h-30zM156-64h18v12h-18zM180-64h18v12h-18z" />
      <path className="f-signal" d="M214-58h52v38h-52z" />
      <path className="f-starboard" d="M270-50h52v30h-52z" />
      <path className="f-sky-2" d="M326-58h52v38h-52z" />
      <path className="f-primary" d="M382-50h44v30h-44z" />
      <path
        className="s-ink"
        d="M223-58v38M232-58v38M241-58v38M250-58v38M279-50v30M288-50v30M297-50v30M306-50v30M335-58v38M344-58v38M353-58v38M362-58v38"
        strokeWidth="2"
        opacity=".25"
      />
      <path className="f-ink" d="M60-22h386l60-14q-8 46-54 54H60z" />
      <path className="f-signal-2" d="M60 8h412q-10 8-22 10H60z" />
      <path className="s-paper" d="M60-16h390l52-13" strokeWidth="4" />
      <path className="s-ink" d="M470-32v-26" strokeWidth="3" />
      <path
        className="s-paper"
        d="M452 22q30 4 60-12M440 32q30 4 52-4"
        strokeWidth="4"
        strokeLinecap="round"
        opacity=".9"
      />
    </g>
    <path className="f-land" d="M0 206q120-22 196 6 44 16 60 40-60 20-256 6z" />
    <path className="f-land-2" d="M0 236q150-4 256 16-60 20-256 6z" />
    <g className="f-starboard" transform="translate(-30 222)">
      <Trees />
    </g>
    <path className="f-land" d="M640 200q-60-4-96 20t-30 34q60 14 126 0z" />
    <path className="f-land-2" d="M640 236q-80 0-128 16 66 16 128 2z" />
    <g className="f-starboard" transform="translate(556 216)">
      <Trees />
    </g>
    <path className="f-sounding" d="M0 270q40-8 80 0t80 0 80 0 80 0 80 0 80 0 80 0 80 0v130H0z" opacity=".45" />
    {RIPPLES}
    <g transform="translate(500 344) scale(-1 1)">
      <MotorBoat />
    </g>
    <path
      className="s-magenta"
      d="M392 338q-60 4-110 24"
      strokeWidth="4"
      strokeDasharray="2 11"
      strokeLinecap="round"
    />
  </>
);

const SIGN = (
  <>
    <path className="f-sky-1" d="M0 0h640v400H0z" opacity=".7" />
    <path className="f-sun" d="M0 0h640v70Q300 120 0 84z" />
    <g className="f-starboard" opacity=".45" transform="translate(210 196)">
      <Trees />
    </g>
    <g className="f-starboard" opacity=".45" transform="translate(30 196) scale(1.1 1.3)">
      <Trees />
    </g>
    <path className="f-signal-2" d="m286 152 34-26 34 26v44h-68z" opacity=".8" />
    <path className="f-sun" d="M296 160h14v14h-14zM328 160h14v14h-14z" />
    <path className="f-land-2" d="M0 194h640v30H0z" />
    <path className="f-sea-1" d="M0 214h640v186H0z" />
    <path className="f-contour" d="M0 214h640v14q-300 16-640 0z" opacity=".5" />
    <path className="f-sea-2" d="M0 282q40-10 80 0t80 0 80 0 80 0 80 0 80 0 80 0 80 0v118H0z" opacity=".6" />
    {RIPPLES}
    <g transform="translate(118 270)">
      <path className="f-ink" d="M-90 6q90 16 190 0-40 16-94 16T-90 6z" opacity=".3" />
      <path className="f-paper" d="M-58-52h104v36H-58z" />
      <path className="f-wood" d="M-66-60h122l-6 9H-60z" />
      <path className="f-sea-1" d="M-48-42h22v16h-22zM-16-42h22v16h-22zM16-42h22v16H16z" />
      <path className="f-starboard" d="M-92-22q100 12 190-4-6 28-22 36H-76q-12-12-16-32z" />
      <path className="s-paper" d="M-92-19q100 12 190-4" strokeWidth="5" />
    </g>
    <path className="s-land" d="M30 262 4 216M208 258l34-40" strokeWidth="3" />
    <path
      className="s-paper"
      d="M36 296q20-10 36 0t36 0 36 0 36 0M60 314q16-8 30 0t30 0 30 0"
      strokeWidth="4"
      strokeLinecap="round"
      opacity=".6"
    />
    <path className="f-land" d="M400 400q20-104 120-120t120-16v136z" />
    <path className="f-land-2" d="M440 400q20-78 100-92t100-12v104z" />
    <path className="f-wood-2" d="M496 150h12v180h-12z" />
    <path className="f-wood" d="M496 150h5v180h-5z" />
    <path className="f-ink" d="M478 330q24-10 60 0-26 10-60 0z" opacity=".2" />
    <rect className="f-deep s-port" x="435" y="57" width="134" height="134" strokeWidth="16" />
    <path className="s-port" d="m435 57 134 134" strokeWidth="16" />
    <path
      className="s-ink"
      d="M461 107q10-16 20.5 0t20.5 0 20.5 0 20.5 0M461 140q10-16 20.5 0t20.5 0 20.5 0 20.5 0"
      strokeWidth="9"
      strokeLinecap="round"
    />
    <path
      className="s-starboard"
      d="M452 400q-2-40 8-70M468 400q2-34 16-52M580 400q0-50-12-86M598 400q2-44 14-74M616 400q8-30 22-46"
      strokeWidth="5"
      strokeLinecap="round"
    />
  </>
);

const FOG = (
  <>
    <path className="f-mist" d="M0 0h640v400H0z" />
    <path className="f-steel" d="M0 176h640v224H0z" opacity=".35" />
    <g className="f-steel" opacity=".3">
      <path d="M120 0h8v90h-8zM240 0h8v90h-8zM-10 88h660v10H-10zM172 60h20v116h-20z" />
    </g>
    <g className="s-steel" opacity=".3" strokeWidth="3">
      <path d="M182 40 20 90M182 40 344 90M182 40 100 90M182 40l82 50" />
    </g>
    <g opacity=".4" transform="translate(20 196)">
      <path className="f-ink-2" d="M-30-30h190v-26h30v26h30l-12 30H-30zM160-76h32v20h-32z" />
    </g>
    <path className="f-sounding" d="M0 252q40-8 80 0t80 0 80 0 80 0 80 0 80 0 80 0 80 0v148H0z" opacity=".45" />
    <g transform="translate(150 308)">
      <path className="f-ink" d="M-100 8q100 14 214 0-42 18-106 18T-100 8z" opacity=".2" />
      <path className="f-paper" d="M-64-26v-34h92l26 34z" />
      <path className="f-sea-1" d="M-54-50h26v16h-26zM-20-50H6v16h-26zM14-50h10l12 16H14z" />
      <path className="s-ink" d="M-20-60v-34M-34-92h28" strokeWidth="5" strokeLinecap="round" />
      <path className="f-starboard" d="M-94-30q104 12 206-8-10 40-44 48H-80q-12-16-14-40z" />
      <path className="f-ink" d="M-91-14q100 10 194-4-12 22-35 28H-80q-8-10-11-24z" opacity=".25" />
      <path className="s-paper" d="M-94-27q104 12 206-8" strokeWidth="5" />
    </g>
    <g transform="translate(496 196)">
      <circle className="f-ink" r="128" />
      <circle className="f-sea-2" r="114" />
      <path className="f-starboard" d="M0 0 57-99A114 114 0 0 1 110 30z" opacity=".55" />
      <path className="f-starboard" d="M0 0 96-61A114 114 0 0 1 110 30z" opacity=".6" />
      <g className="s-contour" strokeWidth="1.5" opacity=".6">
        <circle r="38" />
        <circle r="76" />
        <circle r="113" />
        <path d="M-114 0h228M0-114v228" />
      </g>
      <path className="s-sky-1" d="m0 0 110 30" strokeWidth="3.5" strokeLinecap="round" />
      <g className="f-sky-1">
        <path d="M-30-98q-20 40-10 76t-16 108l-20-18q20-46 6-90t14-90z" opacity=".75" />
        <rect x="34" y="-70" width="10" height="30" rx="5" transform="rotate(20 39 -55)" />
        <circle cx="20" cy="56" r="6" />
        <circle r="4" />
      </g>
    </g>
    <g className="s-paper" strokeWidth="22" strokeLinecap="round" opacity=".6">
      <path d="M-10 140h180M230 170h120M-10 226h90M150 346h160M-10 376h120M360 386h240" />
    </g>
  </>
);

const NARROWS = (
  <>
    <path className="f-shoal" d="M0 0h640v400H0z" />
    <path className="f-shallow" d="M0 112c150 4 210 68 320 70s170-66 320-70v198c-150-8-210-62-320-62S150 306 0 310z" />
    <path
      className="f-deep"
      d="M0 150c150 4 210 52 320 54s170-50 320-54v116c-150-6-210-44-320-44S150 262 0 266z"
      opacity=".8"
    />
    <g className="f-land s-land-2" strokeWidth="3">
      <path d="M-4-4h648v84c-150 8-220 76-324 78S150 86-4 80z" />
      <path d="M-4 404v-60c160-6 224-70 324-70s170 60 324 64v66z" />
    </g>
    <path
      className="s-contour"
      d="M0 112c150 4 210 68 320 70s170-66 320-70M0 310c150-4 210-62 320-62s170 54 320 62"
      strokeWidth="1.6"
    />
    <path
      className="s-land-2"
      d="M0 44c150 6 220 72 320 72s180-64 320-72M0 374c160-4 224-62 320-62s170 54 320 60"
      strokeWidth="2"
      strokeDasharray="8 7"
    />
    <g className="f-starboard" opacity=".55">
      <circle cx="90" cy="34" r="15" />
      <circle cx="112" cy="24" r="11" />
      <circle cx="520" cy="44" r="17" />
      <circle cx="546" cy="34" r="11" />
      <circle cx="212" cy="366" r="14" />
      <circle cx="476" cy="372" r="17" />
      <circle cx="452" cy="362" r="10" />
    </g>
    <path className="f-signal-2" d="m300 44 24-12 24 12v22h-48zM60 352h34v20H60z" opacity=".85" />
    <g className="s-primary" strokeWidth="4.5" strokeLinecap="round" strokeLinejoin="round">
      <path d="M34 176h66m-14-11 14 11-14 11M40 244h52m-12-10 12 10-12 10M404 206h50m-12-10 12 10-12 10M540 158h56m-12-10 12 10-12 10M548 262h56m-12-10 12 10-12 10" />
    </g>
    <path
      className="s-magenta"
      d="M196 206q70 12 122-8t112-2"
      strokeWidth="4"
      strokeDasharray="2 11"
      strokeLinecap="round"
      opacity=".9"
    />
    <g transform="translate(150 208)">
      <path className="f-ink" d="M-44-14q54-10 96 18-42 30-96 16z" opacity=".14" />
      <path className="f-wood" d="M-44-20q56-8 96 20-40 28-96 20z" />
      <path className="f-land" d="M-38-14q44-6 76 14-32 20-76 14z" />
      <path className="f-signal" d="M-30-10h34v20h-34z" />
      <path className="f-paper" d="M-56-12q-8 12 0 24" />
      <path className="s-paper" d="M-62-18q-14 18 0 36M-76-12q-10 12 0 24" strokeWidth="3.5" strokeLinecap="round" />
    </g>
    <g transform="translate(510 210) rotate(180)">
      <path className="f-sea-1" d="M-44-20q56-8 96 20-40 28-96 20z" />
      <path className="f-paper" d="M-38-14q44-6 76 14-32 20-76 14z" />
      <path className="f-contour" d="M-26-10H8l8 10-8 10h-34z" />
    </g>
  </>
);

const ALCOHOL = (
  <>
    <path className="f-sea-2" d="M0 0h640v400H0z" />
    <path className="f-sea-1" d="M0 0h640v150q-320 40-640 0z" />
    <path className="f-sky-3" d="M0 84q320-30 640 0v66q-320 30-640 0z" opacity=".55" />
    <path className="f-sky-2" d="M0 116q320-20 640 0v38q-320 20-640 0z" opacity=".8" />
    <path className="f-ink" d="M0 150h120l14-10h60l10 10h436v14H0z" />
    <path
      className="s-sky-1"
      d="M270 186h100M300 202h60M250 214h30M340 224h44"
      strokeWidth="4"
      strokeLinecap="round"
      opacity=".7"
    />
    <path className="f-wood-2" d="M0 318q320-34 640 0v82H0z" />
    <path className="f-wood" d="M0 318q320-34 640 0v16q-320-34-640 0z" />
    <path
      className="s-ink"
      d="M70 334 40 400M210 322l-18 78M430 322l18 78M570 334l30 66"
      strokeWidth="3"
      opacity=".3"
    />
    <g transform="translate(162 216)">
      <path className="f-ink" d="M-14 40h28l16 90h-60z" />
      <g className="s-wood-2" strokeWidth="15" strokeLinecap="round">
        <path d="M0-126V126M-126 0H126M-89-89 89 89M-89 89 89-89" />
      </g>
      <g className="s-wood" strokeWidth="9" strokeLinecap="round">
        <path d="M0-126V126M-126 0H126M-89-89 89 89M-89 89 89-89" />
      </g>
      <circle className="s-wood-2" r="80" strokeWidth="24" />
      <circle className="s-wood" r="82" strokeWidth="15" />
      <circle className="s-sky-1" r="86" strokeWidth="3" opacity=".6" />
      <circle className="f-wood-2" r="27" />
      <circle className="f-land-2" r="17" />
      <circle className="f-wood-2" r="6" />
    </g>
    <g transform="translate(492 190)">
      <circle className="f-paper" r="104" opacity=".96" />
      <path className="f-shallow" d="M-38-70h76q6 70-38 84-44-14-38-84z" />
      <path className="f-signal-2" d="M-39-44h78q-2 46-39 58-37-12-39-58z" />
      <path className="f-port" d="M-39-44h78q-2 8-4 14-40 12-70 0-2-6-4-14z" />
      <path
        className="s-ink"
        d="M-38-70h76q6 70-38 84-44-14-38-84zM0 14v50M-28 68q28-8 56 0"
        strokeWidth="6"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
      <path className="s-paper" d="M22-58q4 30-8 48" strokeWidth="5" strokeLinecap="round" opacity=".7" />
      <path className="s-paper" d="m-72-72 144 144" strokeWidth="24" />
      <circle className="s-port" r="104" strokeWidth="14" />
      <path className="s-port" d="m-74-74 148 148" strokeWidth="14" />
    </g>
  </>
);

const POSTERS: readonly ReactNode[] = [CARGO_SHIP, SIGN, FOG, NARROWS, ALCOHOL];
