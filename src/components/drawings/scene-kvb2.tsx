/** Open water: a yacht follows the buoyed channel past a north cardinal mark and the lighthouse. */
export function SceneKvb2() {
  return (
    <svg className="scene" viewBox="0 0 640 480" fill="none" aria-hidden="true" focusable="false">
      <path className="f-shallow" d="M0 0h640v480H0z" />
      <path className="f-sky-1" d="M0 150q320-40 640-10v80H0z" opacity=".45" />
      <path className="f-sky-1" d="M0 184q320-24 640-8v44H0z" opacity=".6" />
      <path className="f-sun" d="m128 66 512-96v192zM128 66 0 40v50z" opacity=".85" />
      <path
        className="f-paper"
        d="M352 128q14-26 48-16 22-26 54-6 36-2 36 22zM520 84q10-16 32-10 16-18 38-2 22 0 22 12z"
      />
      <path
        className="s-ink"
        d="M250 96q8-9 14 0 6-9 14 0M290 116q5-7 10 0 5-7 10 0M220 124q5-7 10 0 5-7 10 0"
        strokeWidth="2.5"
        strokeLinecap="round"
      />
      <path className="f-contour" d="M0 214h640v266H0z" />
      <path className="f-shoal" d="M0 214h640v14q-300 22-640 6z" />
      <path className="f-land-2" d="M0 190q60-22 108-14 70 10 118 40 20 10 60 14-150 14-286 4z" />
      <path className="f-land" d="M0 206q80-18 140 0 60 16 90 18-120 14-230 6z" />
      <path
        className="s-starboard"
        d="M22 194l-6-18M28 192l2-20M34 192l10-14M182 204l-4-16M188 206l4-16M60 182l-2-14M66 181l6-12"
        strokeWidth="3"
        strokeLinecap="round"
        opacity=".8"
      />
      <path className="f-paper" d="M140 160h44v24h-44z" />
      <path className="f-signal-2" d="m134 162 28-18 28 18z" />
      <path className="f-deep" d="m114 82-10 104h48L142 82z" />
      <path className="f-signal" d="m112 102-3 26h38l-3-26zM106 154l-2 26h48l-3-26z" />
      <path className="f-ink" d="m132 82 8 104h12L142 82z" opacity=".14" />
      <path className="f-ink" d="M104 76h48v7h-48zM112 48q16-20 32 0z" />
      <path className="f-sun s-ink" d="M115 50h26v26h-26z" strokeWidth="3" />
      <path className="s-ink" d="M128 50v26M128 38v-8" strokeWidth="2.5" />
      <path className="f-sounding" d="M0 270q40-10 80 0t80 0 80 0 80 0 80 0 80 0 80 0 80 0v210H0z" opacity=".6" />
      <path
        className="s-magenta"
        d="M250 486C220 420 300 390 352 346s20-74 34-122"
        strokeWidth="3.5"
        strokeDasharray="2 10"
        strokeLinecap="round"
      />
      <path className="f-port" d="M360 222h8v11h-8zM228 304h20v28h-20z" />
      <path className="f-signal" d="M228 304h7v28h-7z" />
      <path className="f-starboard" d="m404 220 6 12h-12zM416 252l10 22h-20zM448 318l16 36h-32z" />
      <path className="f-ink" d="m448 318 16 36h-10z" opacity=".25" />
      <path
        className="s-ink"
        d="M357 234h14M223 333h30M397 233h14M403 275h26M426 355h44"
        strokeWidth="4"
        strokeLinecap="round"
      />
      <g transform="translate(302 376) rotate(7) scale(1.35)">
        <path className="s-ink" d="M2-8v-106" strokeWidth="3" />
        <path className="f-deep" d="M-2-12v-98q-30 46-40 92 20 8 40 6z" />
        <path className="f-land" d="M-2-12v-66q-14 30-18 64z" />
        <path className="f-paper" d="M5-14q20 6 40-2Q18-56 5-104z" />
        <path className="f-signal" d="M2-118q10-4 18 2-8 0-18 4z" />
        <path className="f-sea-1" d="M-46-10q46 10 98-4-4 20-18 24h-66q-12-8-14-20z" />
        <path className="s-paper" d="M-46-8Q0 2 51-12" strokeWidth="4" />
      </g>
      <path className="s-paper" d="M224 392q20 8 36 2M360 394q20 4 34-4" strokeWidth="4" strokeLinecap="round" />
      <path className="f-sea-1" d="M0 384q40-14 80 0t80 0 80 0 80 0 80 0 80 0 80 0 80 0v96H0z" opacity=".55" />
      <g transform="translate(528 420) rotate(5)">
        <path className="f-sea-2" d="M-76 8Q0 30 84 4q-20 32-78 32T-76 8z" opacity=".45" />
        <path className="s-ink" d="M0-160v-132" strokeWidth="6" strokeLinecap="round" />
        <path className="f-ink" d="m0-350 24 46h-48zM0-296l24 46h-48z" />
        <path className="s-ink" d="m-24-124 12-90M24-124l-12-90M-18-168h36M-14-200h28" strokeWidth="5" />
        <path className="f-ink" d="M-16-220h32v12h-32zM-26-136h52l10 60h-72z" />
        <path className="f-yellow" d="M-36-76h72L50 4h-100z" />
        <path className="f-ink" d="M10-136h16L50 4H26z" opacity=".2" />
        <path className="f-paper" d="M-26-136h8L-38 4h-12z" opacity=".25" />
        <path className="f-ink-2" d="M-66 0q68 14 132 0l-8 20q-58 14-116 0z" />
      </g>
      <path className="f-port" d="M104 392h36v52h-36z" />
      <path className="f-signal" d="M104 392h12v52h-12z" />
      <path className="s-ink" d="M94 446h56" strokeWidth="5" strokeLinecap="round" />
      <path className="f-sea-2" d="M0 440q40-12 80 0t80 0 80 0 80 0 80 0 80 0 80 0 80 0v40H0z" opacity=".7" />
      <g className="s-paper" strokeWidth="4" strokeLinecap="round" opacity=".75">
        <path d="M450 436q16-8 32 0M574 438q16-8 32 0M88 460q16-6 30 0M30 300h40M140 280h40M40 350h26M190 424h34" />
      </g>
    </svg>
  );
}
