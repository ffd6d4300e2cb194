/** 404: off the route and aground on a bank that dries. */
export function NotFoundScene() {
  return (
    <svg className="scene" viewBox="0 0 640 400" fill="none" aria-hidden="true" focusable="false">
      <path className="f-shallow" d="M0 0h640v400H0z" />
      <path
        className="f-shoal"
        d="M52 262c-6-62 74-86 146-96s120-62 206-56 108 50 158 88 54 104-8 136-150 22-232 34-128 18-188-4S58 322 52 262z"
        opacity=".65"
      />
      <path
        className="f-shoal"
        d="M106 264c0-42 62-60 122-68s106-44 176-38 92 40 126 72 30 70-20 92-122 10-192 20-112 16-156-2-56-40-56-76z"
      />
      <path
        className="s-contour"
        d="M18 262c-8-84 92-110 172-122s128-72 224-64 128 56 178 98 60 132-12 168-168 28-254 38-138 20-204-8-98-50-104-110z"
        strokeWidth="1.5"
      />
      <path
        className="s-contour"
        d="M0 132c70-34 150-24 212-60S318 16 356 0M596 400c12-18 26-30 44-38"
        strokeWidth="1.5"
      />
      <path
        className="f-land s-land-2"
        d="M158 272c4-24 54-36 102-42s92-26 144-22 66 26 88 44 16 38-20 50-92 2-144 10-86 12-124 2-48-18-46-42z"
        strokeWidth="2.5"
      />
      <path
        className="s-land-2"
        d="M206 274c26-14 50-14 72-20M232 296c40 6 80-10 120-8M408 240c24 2 40 12 52 22M394 286c22-4 44-2 62-12"
        strokeWidth="2.5"
        strokeLinecap="round"
      />
      <g className="f-sounding soundings">
        <text x="74" y="72">
          9<tspan {...SMALL}>5</tspan>
        </text>
        <text x="186" y="48">
          12
        </text>
        <text x="556" y="62">
          8
        </text>
        <text x="586" y="370">
          7<tspan {...SMALL}>2</tspan>
        </text>
        <text x="96" y="196">
          4<tspan {...SMALL}>1</tspan>
        </text>
        <text x="492" y="180">
          1<tspan {...SMALL}>3</tspan>
        </text>
        <text x="128" y="296">
          0<tspan {...SMALL}>6</tspan>
        </text>
        <text x="528" y="300">
          0<tspan {...SMALL}>4</tspan>
        </text>
        <text x="292" y="368">
          1<tspan {...SMALL}>8</tspan>
        </text>
        <text x="46" y="372">
          6
        </text>
      </g>
      <path
        className="s-magenta"
        d="M-4 340c50-30 40-92 112-104s84 40 132 16 44-20 68-12"
        strokeWidth="3"
        strokeDasharray="2 10"
        strokeLinecap="round"
      />
      <circle className="f-shallow s-magenta" cx="462" cy="88" r="21" strokeWidth="2.5" />
      <path
        className="s-magenta"
        d="M456 83.5a6.5 6.5 0 1 1 9.5 5.5c-2.2 1.2-3.5 2.5-3.5 5M462 99v.2"
        strokeWidth="3.2"
        strokeLinecap="round"
      />
      <path className="f-ink" d="M252 284c30 12 128 10 164-6l-8 14c-40 14-110 12-148 4z" opacity=".16" />
      <g transform="rotate(13 334 270)">
        <path className="s-ink" d="M336 240V92" strokeWidth="5" strokeLinecap="round" />
        <path className="f-paper" d="M330 228V104q-30 62-64 112 28 14 64 12z" />
        <path className="f-land" d="M330 228V150q-12 44-22 78z" />
        <path className="f-land-2" d="M342 226c26 8 50 4 64-4q-44-40-64-98z" />
        <path className="f-signal" d="M336 92q14-7 28 1-12 3-28 9z" />
        <path className="f-wood-2" d="M318 270h30l-6 28h-16z" />
        <path className="f-paper" d="M246 240c60 8 130 8 184-6-4 26-16 42-32 46H274c-16-4-26-22-28-40z" />
        <path className="f-ink" d="M252 260c40 10 120 10 168-2-6 12-14 19-22 22H274c-10-2-18-12-22-20z" opacity=".14" />
        <path className="s-signal" d="M248 250c60 8 126 8 178-4" strokeWidth="6" />
      </g>
      <path className="f-ink" d="M440 292q14-6 32 0-16 6-32 0z" opacity=".16" />
      <path className="f-sea-1" d="M445 258h18l-2 33h-6l-1-20-1 20h-6z" />
      <path className="f-signal" d="M444 240q10-6 20 0l1 22h-22z" />
      <path
        className="s-signal"
        d="m462 242 9 9-12-18M446 242l-8 16"
        strokeWidth="5.5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <circle className="f-wood" cx="454" cy="229" r="8" />
      <path className="f-ink" d="M445.5 229q0-10 8.5-10t8.5 7q-8-1-9 0-1 3-3 5z" />
    </svg>
  );
}

const SMALL = { dy: "5", fontSize: "12" } as const;
