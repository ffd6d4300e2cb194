import { Trees } from "./parts.tsx";

/** Inland water: a sloop leaves a lock through its half-open gates' chamber. */
export function SceneKvb1() {
  return (
    <svg className="scene" viewBox="0 0 640 480" fill="none" aria-hidden="true" focusable="false">
      <path className="f-shallow" d="M0 0h640v480H0z" />
      <circle className="f-sun" cx="392" cy="92" r="40" />
      <path
        className="f-paper"
        d="M196 76q14-26 46-16 20-26 50-8 32-2 32 24zM468 62q12-20 38-12 20-22 46-4 26-2 28 16z"
      />
      <g className="f-starboard" opacity=".3">
        <path d="M286 202q-6-70 4-84 10 14 4 84zM306 202q-6-78 4-92 10 14 4 92zM328 202q-6-74 4-88 10 14 4 88zM350 202q-5-62 3-76 9 14 3 76z" />
      </g>
      <g className="f-starboard" opacity=".45" transform="translate(120 206) scale(.9 1)">
        <Trees />
      </g>
      <g className="f-starboard" opacity=".45" transform="translate(356 206) scale(1.2 1)">
        <Trees />
      </g>
      <path className="f-contour" d="M0 204h640v276H0z" />
      <path className="f-shoal" d="M284 204h72v66h-72z" />
      <path className="f-land" d="M0 204h216l-12 26L0 262zM640 204H424l12 26 204 32z" />
      <path className="f-signal-2" d="M0 276l204-32v42L0 420zM640 276l-204-32v42l204 134z" />
      <path className="f-land-2" d="M0 276l204-32v42L0 420zM640 276l-204-32v42l204 134z" opacity=".25" />
      <path className="f-ink" d="M0 380l204-104v10L0 420zM640 380l-204-104v10l204 134z" opacity=".3" />
      <path
        className="s-paper"
        d="M0 304l204-48M0 334l204-66M0 364l204-86M0 392l204-110M640 304l-204-48M640 334l-204-66M640 364l-204-86M640 392l-204-110M150 252v68M90 262v99M34 271v128M490 252v68M550 262v99M606 271v128"
        strokeWidth="1.5"
        opacity=".35"
      />
      <path className="f-land-2" d="M0 260l206-31v16L0 280zM640 260l-206-31v16l206 35z" />
      <path
        className="s-ink"
        d="M58 270v112M78 267v102M58 290l20-4M58 310l20-5M58 330l20-7M58 350l20-9"
        strokeWidth="3.5"
        opacity=".75"
      />
      <g className="f-wood-2">
        <path d="m204 196 82 12v68l-82 16zM436 196l-82 12v68l82 16z" />
      </g>
      <path
        className="s-wood"
        d="M224 200v88M244 203v81M264 206v74M416 200v88M396 203v81M376 206v74M204 244l82-2M436 244l-82-2M206 286l78-72M434 286l-78-72"
        strokeWidth="3.5"
      />
      <path className="s-paper" d="m286 206-82-12M354 206l82-12" strokeWidth="6" />
      <path className="s-deep" d="m284 198-176-16M356 198l176-16" strokeWidth="13" strokeLinecap="round" />
      <path className="s-ink" d="m142 185-34-3M498 185l34-3" strokeWidth="13" strokeLinecap="round" />
      <path className="s-ink" d="M208 196v-28h34M432 196v-28h-34" strokeWidth="3" opacity=".7" />
      <g transform="translate(14 84)">
        <path className="f-wood" d="M0 50h100v78H0z" />
        <path className="f-wood-2" d="M68 50h32v78H68z" opacity=".45" />
        <path className="f-signal-2" d="M-8 54 14 14h72l22 40z" />
        <path className="f-signal" d="M-8 54 14 14h46l10 40z" />
        <path className="f-ink" d="M70 0h12v22H70z" />
        <path className="f-paper" d="M10 70h22v26H10zM42 70h20v58H42zM74 70h16v26H74z" />
        <path className="f-starboard" d="M46 74h12v54H46zM5 68h5v30H5zM32 68h5v30h-5z" />
        <path className="f-contour" d="M13 73h16v20H13zM77 73h10v20H77z" />
      </g>
      <path className="f-starboard" d="M118 214q-2-16 14-16t16 14q-16 6-30 2zM-6 216q6-18 22-12 10 6 8 14-16 4-30-2z" />
      <path className="s-ink" d="M500 214V92" strokeWidth="5" strokeLinecap="round" />
      <path className="f-ink" d="M486 96h28v56h-28z" />
      <circle className="f-signal" cx="500" cy="111" r="8.5" />
      <circle className="f-starboard" cx="500" cy="137" r="8.5" />
      <circle className="f-paper" cx="497" cy="134" r="2.5" opacity=".8" />
      <path className="s-ink-2" d="M590 222V50" strokeWidth="4" strokeLinecap="round" />
      <path className="f-port" d="M590 54q16-6 30 0t28 0v12q-14 6-28 0t-30 0z" />
      <path className="f-deep" d="M590 66q16-6 30 0t28 0v12q-14 6-28 0t-30 0z" />
      <path className="f-primary" d="M590 78q16-6 30 0t28 0v12q-14 6-28 0t-30 0z" />
      <path className="f-starboard" d="M560 226q-2-20 18-20 8-12 22-2 18 0 18 20-24 10-58 2z" />
      <path className="f-ink" d="M160 238q0-12 8-12t8 12v6h-16zM464 238q0-12 8-12t8 12v6h-16z" />
      <path className="f-sea-1" d="M204 290q116 20 232 0l60 40q-176 24-352 0z" opacity=".25" />
      <path
        className="s-paper"
        d="M226 318h40M300 306h44M380 322h36M60 432h46M150 456h56M470 452h60M548 418h44M96 398h28"
        strokeWidth="4"
        strokeLinecap="round"
        opacity=".6"
      />
      <path className="f-sounding" d="M0 446q40-10 80 0t80 0 80 0 80 0 80 0 80 0 80 0 80 0v34H0z" opacity=".45" />
      <g transform="translate(322 398)">
        <path className="f-sea-2" d="M-176 24q180 24 350-2-20 34-90 38H-96q-64-6-80-36z" opacity=".35" />
        <path className="f-wood" d="M-150-30h150l-8 24h-138z" />
        <circle className="f-wood" cx="-98" cy="-88" r="13" />
        <path className="f-ink" d="M-112-88q-2-14 13-15 15 0 15 12-12-4-20-4-4 4-8 7z" />
        <path className="f-signal" d="M-124-30q-2-44 26-44t27 44z" />
        <path className="s-signal-2" d="M-88-60q8 20 34 18" strokeWidth="10" strokeLinecap="round" />
        <path className="f-paper" d="M-58-62h14l10 36h-28z" />
        <path className="s-ink" d="m-66-52 14 26M-74-46l14-10" strokeWidth="4" strokeLinecap="round" />
        <circle className="f-wood-2" cx="28" cy="-82" r="12.5" />
        <path className="f-land-2" d="M14-86q2-12 15-12t13 12z" />
        <path className="f-land-2" d="M8-88h40v5H8z" />
        <path className="f-primary" d="M2-26q0-42 26-42t26 42z" />
        <path className="s-primary" d="M46-56q14 14 30 8" strokeWidth="9" strokeLinecap="round" />
        <path className="f-sea-1" d="M-164-34q170 24 334-14 0 46-40 74-10 6-24 6H-116q-40-4-48-66z" />
        <path className="f-ink" d="M-158-2Q0 16 150 2q-10 18-22 24-8 6-22 6H-116q-30-2-42-34z" opacity=".4" />
        <path className="s-land-2" d="M-166-33Q0-10 171-48" strokeWidth="11" strokeLinecap="round" />
        <path className="s-wood" d="M-160-27Q0-6 168-40" strokeWidth="2" opacity=".7" />
        <path className="f-paper" d="M-108-16h14V4a7 7 0 0 1-14 0zM70-18h14V2a7 7 0 0 1-14 0z" />
        <path className="s-ink-2" d="M-160-36v-60" strokeWidth="4" strokeLinecap="round" />
        <path className="f-port" d="M-162-96q-18-6-34 2l2 9q16-6 32-2z" />
        <path className="f-deep" d="M-194-85q16-6 32-2v9q-16-4-30 2z" />
        <path className="f-primary" d="M-192-76q14-6 30-2v9q-14-4-28 2z" />
        <path
          className="s-paper"
          d="M112 34q30-2 44-20M130 42q34 0 56-16M-176 36q-24 6-40 0M-156 48q-20 6-34 2"
          strokeWidth="4"
          strokeLinecap="round"
          opacity=".9"
        />
      </g>
    </svg>
  );
}
