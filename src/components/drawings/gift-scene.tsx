/** What surrounds the gift: night before it is unwrapped, a chart by day after it. pages/gift.css places and moves it. */

/** Stars and the contours of a chart in its night colours; both keep clear of the middle, where the heading stands. */
export function GiftNightSky() {
  return (
    <svg
      className="gift-sky"
      viewBox="0 0 1440 900"
      preserveAspectRatio="xMidYMin slice"
      fill="none"
      aria-hidden="true"
      focusable="false"
    >
      <g className="gift-sky-chart">
        <path
          className="f-sea-2"
          d="M0 0h250c40 60 20 120-34 170s-60 110-30 180-20 140-90 170-80 60-96 110zM1440 0h-216c-50 70-24 130 30 176s50 104 16 168 26 130 84 160 70 60 86 104z"
          opacity=".38"
        />
        <g className="s-sea-1" strokeWidth="1.5">
          <path d="M330 0c46 72 16 140-42 196s-62 110-36 184-18 150-92 184-110 60-160 130" />
          <path d="M250 0c40 60 20 120-34 170s-60 110-30 180-20 140-90 170-80 60-96 110" />
          <path d="M120 0c30 60 4 96-40 136S10 220 0 250" />
          <path d="M1142 0c-60 80-30 146 30 200s52 104 18 176 34 142 100 176 100 60 150 124" />
          <path d="M1224 0c-50 70-24 130 30 176s50 104 16 168 26 130 84 160 70 60 86 104" />
          <path d="M1340 0c-20 50 0 90 34 120s50 60 66 110" />
        </g>
        <g className="f-sounding soundings" opacity=".75">
          <text x="286" y="112">
            11
          </text>
          <text x="138" y="262">
            8<tspan {...SMALL}>4</tspan>
          </text>
          <text x="54" y="96">
            5<tspan {...SMALL}>6</tspan>
          </text>
          <text x="206" y="430">
            9
          </text>
          <text x="1176" y="118">
            12
          </text>
          <text x="1318" y="250">
            6<tspan {...SMALL}>1</tspan>
          </text>
          <text x="1226" y="402">
            9<tspan {...SMALL}>3</tspan>
          </text>
          <text x="1392" y="84">
            4
          </text>
        </g>
      </g>
      <g className="gift-stars f-sun">
        {STARS.map(([x, y, radius]) => (
          <circle key={`${x} ${y}`} cx={x} cy={y} r={radius} />
        ))}
      </g>
    </svg>
  );
}

const STARS: readonly (readonly [x: number, y: number, radius: number])[] = [
  [536, 34, 1.6],
  [604, 18, 1.1],
  [690, 40, 1.3],
  [782, 16, 1.6],
  [846, 38, 1.1],
  [912, 22, 1.5],
  [430, 60, 1.4],
  [388, 168, 1.1],
  [446, 300, 1.6],
  [372, 402, 1.1],
  [540, 330, 1.3],
  [528, 436, 1.1],
  [898, 318, 1.4],
  [918, 424, 1.1],
  [1010, 64, 1.4],
  [1072, 190, 1.1],
  [1018, 290, 1.6],
  [1090, 414, 1.2],
  [560, 512, 1.1],
  [1044, 512, 1.1],
];

/** A low shore in the dark, its foot at the bottom of the box: dike, trees, a mill and a lighthouse that is lit. */
export function GiftShore() {
  return (
    <svg className="gift-shore" viewBox="-1440 0 4320 200" fill="none" aria-hidden="true" focusable="false">
      <path className="gift-shore-land" d={SHORE} />
      <g className="gift-shore-land">
        <path d="M480 190l6-66h26l6 66zM485 126q14-22 28 0z" />
      </g>
      <g className="gift-shore-sails" strokeWidth="5" strokeLinecap="round">
        <path d="M499 118l38-26M499 118l-38 26M499 118l-26-38M499 118l26 38" />
      </g>
      <g className="gift-shore-land">
        <path d="M932 192l6-92h12l6 92zM934 84h20v18h-20zM932 84q12-16 24 0z" />
      </g>
      <circle className="f-sun" cx="944" cy="93" r="6" />
    </svg>
  );
}

/** What the lighthouse throws over the water, both ways; as large as the shore. A drawing of its own moves cheaply. */
export function GiftBeam() {
  return (
    <svg className="gift-shore gift-beam" viewBox="-1440 0 4320 200" aria-hidden="true" focusable="false">
      <path className="f-sun" d="M944 93 2880 10v190zM944 93-1440 0v200z" />
    </svg>
  );
}

const SHORE =
  "M-1440 200v-14l300-4 40-18 60 2 30 14 320-2 20-14 30-10 40 8 26 16 260 2 60-10q10-18 26-14 8-18 26-12 14-14 28 0 18-6 24 12 14-2 18 12l118 4 60-4 40-6 60 2 40 6 60 0 20-4q12-20 30-14 12-18 32-8 18-10 28 8 16-4 22 12l40 4 488 0 40-14q12-16 30-10 16-16 34-4 18-6 26 12l60 12 260 4 60-16 80 2 40 14 420 4 220-10 360 8 360-2v24z";

/** A red can and a green cone, the gate that the boat lies in; their feet are under the front wave. */
export function GiftBuoys() {
  return (
    <svg className="gift-buoys" viewBox="0 0 1440 120" fill="none" aria-hidden="true" focusable="false">
      <g>
        <path className="f-port" d="M222 40h34l6 76h-46z" />
        <path className="f-ink" d="M242 40h14l6 76h-20z" opacity=".18" />
        <path className="f-port" d="M228 14h22v18h-22z" />
        <path className="s-port" d="M239 30v12" strokeWidth="4" />
      </g>
      <g>
        <path className="f-starboard" d="m1198 42 10 0 18 74h-46z" />
        <path className="f-ink" d="m1203 42 5 0 18 74h-20z" opacity=".18" />
        <path className="f-starboard" d="m1203 12 12 22h-24z" />
        <path className="s-starboard" d="M1203 32v12" strokeWidth="4" />
      </g>
    </svg>
  );
}

/** The edge of the water, wide enough for any screen; it repeats every `WAVE_LENGTH` so that it can drift unseen. */
export function GiftWave({ layer }: { layer: "back" | "front" | "deep" }) {
  return (
    <svg
      className={`gift-wave gift-wave-${layer}`}
      viewBox={`0 0 ${WAVE_LENGTH * WAVES} 26`}
      aria-hidden="true"
      focusable="false"
    >
      <path d={`M0 14${"q40-13 80 0t80 0".repeat(WAVES)}v13H0z`} />
    </svg>
  );
}

/** Units of the drawing and CSS pixels; gift.css moves a wave by this much. */
const WAVE_LENGTH = 160;
const WAVES = 26;

/** Moonlight on the water, below the boat. */
export function GiftReflection() {
  return (
    <svg className="gift-reflection" viewBox="0 0 320 48" fill="none" aria-hidden="true" focusable="false">
      <path
        className="s-sun"
        d="M96 8h52M172 8h40M118 20h90M132 32h24M170 32h32M146 44h36"
        strokeWidth="3.5"
        strokeLinecap="round"
      />
    </svg>
  );
}

/** The chart that daylight shows behind the card: shallows, land with a mill, the buoyed route that starts here. */
export function GiftDayChart() {
  return (
    <svg
      className="gift-day"
      viewBox="0 0 1440 900"
      preserveAspectRatio="xMidYMid slice"
      fill="none"
      aria-hidden="true"
      focusable="false"
    >
      <path
        className="f-shoal"
        d="M0 900V560c80-20 130 10 190 60s90 90 170 110 110 60 130 170zM1440 0v470c-70-10-110-50-130-110s-60-90-130-120-120-110-90-240z"
        opacity=".65"
      />
      <path
        className="f-land s-land-2"
        d="M-4 904V690c60-10 96 10 130 50s60 60 110 80 70 40 78 84zM1444-4v260c-50 0-80-20-96-70s-60-70-104-92-64-60-56-98z"
        strokeWidth="2.5"
      />
      <path
        className="s-land-2"
        d="M0 740c50-6 70 14 96 48s50 52 90 66 50 30 56 50M1440 200c-36 0-56-16-70-52s-46-56-86-74-46-40-42-76"
        strokeWidth="1.5"
        strokeDasharray="7 5"
      />
      <g className="s-contour" strokeWidth="1.4">
        <path d="M0 560c80-20 130 10 190 60s90 90 170 110 110 60 130 170" />
        <path d="M0 470c110-30 180 10 250 80s110 70 190 96 130 90 150 254" opacity=".7" />
        <path d="M1440 470c-70-10-110-50-130-110s-60-90-130-120-120-110-90-240" />
        <path d="M1440 570c-110-10-160-70-190-140s-80-110-160-146S980 130 990 0" opacity=".7" />
        <path d="M0 250c70-8 130-40 190-110S300 40 320 0M900 900c60-90 150-130 260-140s200-50 280-110" />
        <path d="M0 90c40-10 70-40 90-90M1080 900c60-40 140-50 220-60s100-30 140-60" opacity=".7" />
      </g>
      <g className="f-sounding soundings">
        <text x="150" y="70">
          9<tspan {...SMALL}>5</tspan>
        </text>
        <text x="64" y="350">
          12
        </text>
        <text x="236" y="262">
          14
        </text>
        <text x="150" y="530">
          7<tspan {...SMALL}>2</tspan>
        </text>
        <text x="352" y="700">
          4<tspan {...SMALL}>1</tspan>
        </text>
        <text x="232" y="740">
          1<tspan {...SMALL}>6</tspan>
        </text>
        <text x="1120" y="96">
          3<tspan {...SMALL}>8</tspan>
        </text>
        <text x="1248" y="238">
          1<tspan {...SMALL}>9</tspan>
        </text>
        <text x="1160" y="410">
          6<tspan {...SMALL}>4</tspan>
        </text>
        <text x="1330" y="650">
          11
        </text>
        <text x="1120" y="690">
          13
        </text>
        <text x="1230" y="872">
          8<tspan {...SMALL}>7</tspan>
        </text>
      </g>
      <path
        className="s-magenta"
        d="M174 900c40-90 120-90 150-190s-40-170-10-270S470 260 700 250s330 60 390 170 20 210 110 290 150 80 244 82"
        strokeWidth="2.6"
        strokeDasharray="2 9"
        strokeLinecap="round"
      />
      <g className="s-magenta" opacity=".35" transform="translate(1262 552)">
        <circle r="92" strokeWidth="1.2" />
        <circle r="82" strokeWidth="8" strokeDasharray="1 9.73" />
        <circle r="58" strokeWidth="1.2" />
        <path d="M0-102 7-58H-7zM0-58V58M-58 0H58M-41-41 41 41M-41 41 41-41" strokeWidth="1.2" />
      </g>
      <g transform="translate(256 612)">
        <path className="f-starboard" d="M0-24 10 0H-10z" />
        <path className="s-ink" d="M-15 1H15" strokeWidth="2.5" strokeLinecap="round" />
      </g>
      <g transform="translate(356 610)">
        <path className="f-port" d="M-9-22H9V0H-9z" />
        <path className="s-ink" d="M-15 1H15" strokeWidth="2.5" strokeLinecap="round" />
      </g>
      <g
        className="s-ink"
        transform="translate(94 842)"
        strokeWidth="1.8"
        strokeLinecap="round"
        strokeLinejoin="round"
        opacity=".75"
      >
        <path className="f-paper" d="M-7 0-4-18H4L7 0z" />
        <path d="M-11-29 11-9M11-29-11-9" />
      </g>
      <path
        className="f-ink"
        d="M1362 62h4l0 14h12v8h-20v-8h4zM1364 50l3 12h-6zM1386 78h9v7h-9zM1400 81h7v7h-7zM1344 82h7v6h-7z"
        opacity=".75"
      />
    </svg>
  );
}

const SMALL = { dy: "4", fontSize: "11" } as const;

/** A postage stamp of the night that the gift came in, struck with a postmark; `postmark` is the text around it. */
export function GiftStamp({ postmark }: { postmark: string }) {
  return (
    <svg className="gift-stamp" viewBox="0 0 132 124" fill="none" aria-hidden="true" focusable="false">
      <g className="gift-stamp-paper">
        <path className="f-land" d="M34 6h92v112H34z" />
        <path className="s-deep" d="M34 6h92v112H34z" strokeWidth="7" strokeDasharray=".1 10.2" strokeLinecap="round" />
        <path className="f-ink" d="M44 16h72v92H44z" />
        <circle className="f-sun" cx="80" cy="52" r="23" />
        <path className="f-sea-2" d="M44 74q9-4 18 0t18 0 18 0 18 0v34H44z" />
        <path className="f-shoal" d="M65 47h30v30H65z" />
        <path className="f-land-2" d="M62 42h36v9H62z" />
        <path
          className="f-signal"
          d="M77 42h6v34h-6zM80 41c-4-10-12-14-16-11s-1 11 16 11zM80 41c4-10 12-14 16-11s1 11-16 11z"
        />
        <path className="f-wood" d="M50 71q30 5 60 0-2 13-10 18H60q-8-5-10-18z" />
        <path className="f-paper" d="M49 70q31 5 62 0v3q-31 5-62 0z" />
        <path className="f-sea-1" d="M44 86q9-4 18 0t18 0 18 0 18 0v22H44z" />
        <path className="s-sun" d="M70 94h20M74 101h12" strokeWidth="2" strokeLinecap="round" opacity=".8" />
      </g>
      <g className="gift-postmark s-magenta" strokeWidth="1.8">
        <circle cx="34" cy="84" r="31" />
        <circle cx="34" cy="84" r="19" strokeWidth="1.2" />
        <path d="M34 69l4 11 11 4-11 4-4 11-4-11-11-4 11-4z" className="f-magenta" stroke="none" />
        <path id="gift-postmark-ring" d="M34 106.500a22.500 22.500 0 1 1 .1 0" stroke="none" />
        <text className="f-magenta gift-postmark-text" stroke="none">
          <textPath href="#gift-postmark-ring">{postmark}</textPath>
        </text>
        <path d="M68 66q8-5 16 0t16 0 16 0M68 76q8-5 16 0t16 0 16 0M68 86q8-5 16 0t16 0 16 0" opacity=".85" />
      </g>
    </svg>
  );
}

/** The chart under a gift that is not to be had: open water with a bank, 640 by 400. */
export function GiftStillChart() {
  return (
    <svg className="gift-still-chart" viewBox="0 0 640 400" fill="none" aria-hidden="true" focusable="false">
      <path className="f-shallow" d="M0 0h640v400H0z" />
      <path
        className="f-shoal"
        d="M64 282c-8-76 84-104 170-112s136-62 224-44 128 84 124 154-104 92-240 92S72 358 64 282z"
        opacity=".6"
      />
      <g className="s-contour" strokeWidth="1.5">
        <path d="M24 284c-10-104 96-138 196-148s148-78 256-54 152 108 146 198-128 118-292 118" />
        <path d="M0 150c70-30 150-24 206-62S296 20 330 0M640 60c-40-10-70-30-86-60" />
        <path d="M0 62C40 54 76 34 92 0" opacity=".7" />
      </g>
      <g className="f-sounding soundings">
        <text x="118" y="66">
          9<tspan {...SMALL}>5</tspan>
        </text>
        <text x="40" y="122">
          11
        </text>
        <text x="244" y="44">
          8
        </text>
        <text x="596" y="112">
          7<tspan {...SMALL}>2</tspan>
        </text>
        <text x="524" y="190">
          3<tspan {...SMALL}>1</tspan>
        </text>
        <text x="116" y="250">
          2<tspan {...SMALL}>4</tspan>
        </text>
        <text x="586" y="372">
          6
        </text>
      </g>
      <path
        className="s-magenta"
        d="M0 340c60-6 84-30 128-26"
        strokeWidth="2.6"
        strokeDasharray="2 9"
        strokeLinecap="round"
      />
    </svg>
  );
}

/** Bands of fog over the same chart, 640 by 400. */
export function GiftFog() {
  return (
    <svg className="gift-fog" viewBox="0 0 640 400" fill="none" aria-hidden="true" focusable="false">
      <g className="s-paper" strokeWidth="22" strokeLinecap="round" opacity=".82">
        <path d="M70 196h190M330 168h220M214 232h330M110 268h150M318 296h210M180 140h120" />
      </g>
    </svg>
  );
}
