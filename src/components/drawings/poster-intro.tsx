/** Poster of the introduction video: sailing home at dusk. The middle stays empty for the play button. */
export function PosterIntro() {
  return (
    <svg
      className="poster"
      viewBox="0 0 640 400"
      preserveAspectRatio="xMidYMid slice"
      fill="none"
      aria-hidden="true"
      focusable="false"
    >
      <path className="f-sky-1" d="M0 0h640v250H0z" />
      <path className="f-sun" d="M0 0h640v40Q420 74 0 52z" opacity=".5" />
      <path className="f-sky-2" d="M0 118Q220 88 640 100v150H0z" opacity=".55" />
      <path className="f-sky-2" d="M0 156q260-30 640-16v110H0z" />
      <path className="f-sky-3" d="M0 198q300-26 640-14v70H0z" opacity=".5" />
      <path className="f-sky-3" d="M0 224q300-12 640-6v36H0z" opacity=".7" />
      <circle className="f-sun" cx="486" cy="190" r="104" opacity=".22" />
      <circle className="f-sun" cx="486" cy="190" r="80" opacity=".35" />
      <circle className="f-sun" cx="486" cy="190" r="58" />
      <g className="s-sun" strokeWidth="7" strokeLinecap="round" opacity=".7">
        <path d="M64 84h96M120 98h74M246 58h70M214 46h50M566 74h40M536 88h50" />
      </g>
      <path
        className="s-ink"
        d="M226 112q7-8 13 0 6-8 13 0M258 130q5-6 10 0 5-6 10 0M206 140q4-5 8 0 4-5 8 0"
        strokeWidth="2.2"
        strokeLinecap="round"
        opacity=".7"
      />
      <path
        className="f-magenta"
        d="M0 228q12-10 24-6 14-12 30-2h66q10-14 24-4 14-8 22 4h84l3-20 3 20h40q12-12 26-4 12-6 20 4h60q20-12 34 0h90q14-14 30-4 16-10 30-2 12-8 24-2 14-10 30 0v40H0z"
        opacity=".38"
      />
      <g opacity=".75">
        <g className="f-ink">
          <path d="M0 240h30q8-12 18-8 10-10 20 2h4v-8l12-9 12 9v8h24l10-9h48l12 9h20q8-10 18-6 10-8 18 6h30l20 12H0z" />
          <path d="m143 232 7-50h20l7 50zM139 212h42v4h-42zM148 182q12-16 24 0zM300 250v-46h5v46zM336 250v-46h5v46zM296 204h49v-5h-49zM252 238h142v5H252z" />
        </g>
        <g className="s-ink" strokeWidth="4">
          <path d="m288 192 64-3M352 189v49M289 192l-3 12" />
          <path
            d="M160 178V126M162 164h8V128h-8M162 155h8M162 146h8M162 137h8M160 178h52M174 180v8h36v-8M183 180v8M192 180v8M201 180v8M160 178v52M158 192h-8v36h8M158 201h-8M158 210h-8M158 219h-8M160 178h-52M146 176v-8h-36v8M137 176v-8M128 176v-8M119 176v-8"
            strokeWidth="2"
            transform="rotate(22 160 178)"
          />
        </g>
      </g>
      <path className="f-sea-1" d="M0 246h640v154H0z" />
      <path className="f-sky-3" d="M0 246h640v10q-180 12-330 4T0 258z" opacity=".4" />
      <path className="f-ink" d="M136 246h48l-8 40h-30zM0 246h122q-40 16-122 14z" opacity=".25" />
      <g className="s-sky-1" strokeWidth="4" strokeLinecap="round" opacity=".85">
        <path d="M434 252h106M412 261h40M470 261h86M448 270h24M540 270h40M556 280h28M402 280h20" />
      </g>
      <path className="f-sea-2" d="M0 288q40-10 80 0t80 0 80 0 80 0 80 0 80 0 80 0 80 0v112H0z" opacity=".7" />
      <g transform="translate(478 296)">
        <path className="f-sun" d="M-52 26h94l-8 8h-80zM-38 42h62l-8 8h-48zM-24 58h36l-6 7h-24z" opacity=".28" />
        <path className="f-ink" d="M-86 12q80-8 172 0-30 16-84 16-56 0-88-16z" opacity=".4" />
        <path className="s-ink" d="M8-20V-196M6-28-82-36M6-150-44-186" strokeWidth="4" strokeLinecap="round" />
        <path className="f-deep" d="M4-34V-146Q-20-156-42-182q-8 74-38 142 38 12 84 6z" />
        <path className="f-land" d="M4-34V-146Q-14-98-30-33z" />
        <path className="f-sun" d="M12-172Q38-92 80-30 44-22 10-32z" />
        <path className="f-sky-1" d="M80-30Q44-22 10-32V-68q34 30 70 38z" opacity=".7" />
        <path className="f-signal" d="M8-198q16-8 30 2-14 2-30 8z" />
        <circle className="f-wood" cx="-56" cy="-38" r="6.5" />
        <path className="f-signal" d="M-65-18q-1-14 9-14t10 14z" />
        <path className="f-paper" d="M-90-24q80 12 184-6-4 30-24 42H-66q-20-8-24-36z" />
        <path className="f-ink" d="M-88-10Q0 4 90-12q-6 17-20 24H-66Q-80 6-88-10z" opacity=".2" />
        <path className="s-signal" d="M-90-17Q0-5 93-22" strokeWidth="5" />
        <path className="f-wood" d="M-26-8q-16 22-6 34 20 2 28-14l4-19z" />
        <path className="f-wood-2" d="M-6-11-12 22q6-4 8-10l4-19z" />
        <path
          className="s-paper"
          d="M66 14q14-4 24 0M-96 18q20 6 38 2M78 22q16 2 28-2"
          strokeWidth="3.5"
          strokeLinecap="round"
          opacity=".8"
        />
      </g>
      <path className="f-ink" d="M0 340q40-12 80 0t80 0 80 0 80 0 80 0 80 0 80 0 80 0v60H0z" opacity=".5" />
      <path
        className="s-contour"
        d="M204 318h34M262 330h22M300 304h26M352 352h40M236 372h50M572 334h30M520 364h44"
        strokeWidth="3"
        strokeLinecap="round"
        opacity=".35"
      />
      <path
        className="s-ink"
        d="M20 404q0-70 14-126M38 404q-2-50-14-90M52 404q4-60 22-104M72 404q0-34 16-62M6 404q0-40-8-72M92 404q8-30 24-44M614 404q0-50-12-92M630 404q-2-36 6-70"
        strokeWidth="4"
        strokeLinecap="round"
      />
      <path
        className="s-wood-2"
        d="M35 272l-4 24M75 294l-7 21M601 306l4 22M23 308l3 14"
        strokeWidth="9"
        strokeLinecap="round"
      />
    </svg>
  );
}
