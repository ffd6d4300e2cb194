/** VHF radio: the set on the chart table calls the bridge's operator house. */
export function SceneMarifonie() {
  return (
    <svg className="scene" viewBox="0 0 640 480" fill="none" aria-hidden="true" focusable="false">
      <path className="f-shallow" d="M0 0h640v480H0z" />
      <path className="f-paper" d="M216 60q14-26 46-16 20-26 50-8 32-2 32 24z" />
      <path className="f-starboard" d="M0 184q14-24 34-10 12-22 34-4 18-16 34 4 20-12 34 10h60v18H0z" opacity=".35" />
      <path className="f-contour" d="M0 194h640v160H0z" />
      <path className="f-shoal" d="M0 194h640v12q-300 26-640 8z" />
      <g className="s-magenta" strokeWidth="5" strokeLinecap="round">
        <path d="M115 64a46 46 0 0 1 0 49" opacity=".95" />
        <path d="M154 39a92 92 0 0 1 0 98" opacity=".8" />
        <path d="M193 15a138 138 0 0 1 0 146" opacity=".65" />
        <path d="M232 -10a184 184 0 0 1 0 195" opacity=".5" />
        <path d="M271 -34a230 230 0 0 1 0 244" opacity=".36" />
        <path d="M310 -58a276 276 0 0 1 0 293" opacity=".24" />
      </g>
      <path className="f-ink-2" d="M356 150h284v14H356z" />
      <path
        className="s-ink-2"
        d="M356 138h284M372 138v14M404 138v14M436 138v14M600 138v14M628 138v14"
        strokeWidth="3"
      />
      <path className="f-steel" d="M362 164h26v58h-26zM594 164h26v58h-26z" />
      <path className="f-steel" d="M470 126h74v100h-74z" />
      <path className="f-ink" d="M520 126h24v100h-24z" opacity=".16" />
      <path className="f-paper" d="M456 60h102v56H456z" />
      <path className="f-sea-1" d="M464 72h24v28h-24zM494 72h26v28h-26zM526 72h24v28h-24z" />
      <path className="f-sun" d="M494 72h26v28h-26z" />
      <path className="f-ink" d="M503 100v-6q0-6 5-6t5 6v6z" />
      <circle className="f-ink" cx="508" cy="83" r="4.5" />
      <path className="f-signal" d="m446 62 16-22h90l16 22z" />
      <path className="f-signal-2" d="M520 40h32l16 22h-40z" />
      <path className="f-ink" d="M450 116h114v9H450z" />
      <path className="s-ink" d="M540 40V4M530 12h20M534 22h12" strokeWidth="3.5" strokeLinecap="round" />
      <path className="f-ink" d="M404 168h16v40h-16z" />
      <circle className="f-signal" cx="412" cy="178" r="5.5" />
      <circle className="f-starboard" cx="412" cy="197" r="5.5" />
      <path
        className="s-paper"
        d="M40 236h50M210 222h40M420 250h50M540 262h60M120 268h36M360 276h30"
        strokeWidth="4"
        strokeLinecap="round"
        opacity=".7"
      />
      <path className="f-wood-2" d="M0 308h640v172H0z" />
      <path className="f-wood" d="M0 300h640v20H0z" />
      <path className="f-deep" d="M110 340h446l56 140H54z" />
      <path className="f-shallow" d="M124 350h424l52 130H70z" />
      <path className="f-shoal" d="M420 350c-10 44 50 50 40 90 0 20 10 30 20 40h120l-52-130z" />
      <path className="f-land" d="M508 350c-6 40 50 60 44 130h48l-52-130z" />
      <path className="s-contour" d="M384 350c-6 50 50 60 40 96s10 20 14 34" strokeWidth="2" />
      <path className="s-ink" d="m549 346 52 130" strokeWidth="4" strokeDasharray="13 13" />
      <path className="s-wood" d="M20 350h60M2 420h40M600 360h40M622 430h18" strokeWidth="3" opacity=".6" />
      <path className="f-ink" d="M50 420h372l24 24H40z" opacity=".2" />
      <path className="s-ink" d="M76 270V92" strokeWidth="6" strokeLinecap="round" />
      <circle className="f-ink" cx="76" cy="88" r="7" />
      <rect className="f-ink" x="44" y="262" width="376" height="168" rx="20" />
      <rect className="f-ink-2" x="56" y="272" width="352" height="146" rx="13" />
      <rect className="f-ink" x="76" y="288" width="178" height="88" rx="8" />
      <rect className="f-shoal" x="84" y="296" width="162" height="72" rx="4" />
      <path className="f-ink" d="M84 296h162v18H84z" opacity=".16" />
      <g className="s-ink" strokeLinecap="round" strokeLinejoin="round">
        <path d="m104 330 9-7v36M150 324q-18 4-18 22 0 13 11 13t11-12-11-12-11 11" strokeWidth="7" />
        <path d="M178 330h52M178 344h36M178 357h44M92 305h34M196 305h10M214 305h24" strokeWidth="4" opacity=".75" />
      </g>
      <g className="f-mist">
        <rect x="76" y="388" width="38" height="16" rx="5" />
        <rect x="122" y="388" width="38" height="16" rx="5" />
        <rect x="168" y="388" width="38" height="16" rx="5" />
      </g>
      <rect className="f-signal" x="216" y="386" width="40" height="20" rx="5" />
      <circle className="f-ink" cx="306" cy="320" r="28" />
      <circle className="f-steel" cx="306" cy="320" r="20" />
      <path className="s-paper" d="m306 320 10-14" strokeWidth="5" strokeLinecap="round" />
      <circle className="f-ink" cx="366" cy="306" r="17" />
      <circle className="f-steel" cx="366" cy="306" r="11" />
      <path
        className="s-ink"
        d="M288 370h104M288 382h104M288 394h104M288 406h104"
        strokeWidth="5"
        strokeLinecap="round"
      />
      <path
        className="s-ink"
        d="M416 396c30 0 22 34 44 34s14-26 30-26 8 30 26 30 12-26 26-28 10 26 24 22 6-40-6-62"
        strokeWidth="7"
        strokeLinecap="round"
      />
      <g transform="rotate(-9 540 310)">
        <path
          className="f-ink"
          d="M506 226h62a18 18 0 0 1 18 18v58q0 20-12 40l-6 24a14 14 0 0 1-14 10h-34a14 14 0 0 1-14-10l-6-24q-12-20-12-40v-58a18 18 0 0 1 18-18z"
        />
        <path
          className="f-ink-2"
          d="M510 234h54a14 14 0 0 1 14 14v54q0 18-12 36l-6 22a10 10 0 0 1-10 7h-26a10 10 0 0 1-10-7l-6-22q-12-18-12-36v-54a14 14 0 0 1 14-14z"
        />
        <path
          className="s-ink"
          d="M516 252h42M512 264h50M512 276h50M512 288h50M516 300h42"
          strokeWidth="5"
          strokeLinecap="round"
        />
        <circle className="f-mist" cx="537" cy="336" r="8" />
        <rect className="f-signal" x="484" y="256" width="10" height="44" rx="5" />
      </g>
    </svg>
  );
}
