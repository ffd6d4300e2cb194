/** The exam: a route leads from the screen in the exam hall, buoy by buoy, to the certificate. */
export function SceneExam() {
  return (
    <svg className="scene" viewBox="0 0 640 480" fill="none" aria-hidden="true" focusable="false">
      <path className="f-shallow" d="M0 0h640v480H0z" />
      <path className="f-shoal" d="M640 0H360c-30 50 30 90 80 100s60 60 110 70 60 70 90 80z" opacity=".55" />
      <path className="f-shoal" d="M640 0H440c-20 40 20 56 60 66s40 54 80 64 40 40 60 44z" />
      <g className="s-contour" strokeWidth="1.5">
        <path d="M306 0c-30 70 40 120 96 134s60 70 120 80 80 60 118 66M0 70c60-40 120 0 190-70" />
      </g>
      <g className="f-sounding soundings">
        <text x="40" y="36">
          8
        </text>
        <text x="404" y="40">
          4<tspan dy="4">2</tspan>
        </text>
        <text x="386" y="250">
          6
        </text>
      </g>
      <path className="f-ink" d="M0 372h640v14H0z" opacity=".12" />
      <path className="f-wood" d="M0 376h640v24H0z" />
      <path className="f-wood-2" d="M0 400h640v80H0z" />
      <path className="s-wood" d="M0 438h260M330 438h310M140 460h300" strokeWidth="2.5" opacity=".5" />
      <path
        className="s-magenta"
        d="M312 286c60 30 90 50 150 30s20-84 70-104"
        strokeWidth="5"
        strokeDasharray="2 12"
        strokeLinecap="round"
      />
      <path className="f-ink" d="M160 320h84l10 48h-104z" />
      <path className="f-ink-2" d="M116 366h172l10 12H106z" />
      <rect className="f-ink" x="44" y="104" width="316" height="222" rx="16" />
      <path className="f-paper" d="M60 120h284v180H60z" />
      <path className="f-sea-1" d="M60 120h284v28H60z" />
      <path className="s-paper" d="M76 134h70" strokeWidth="6" strokeLinecap="round" />
      <path className="s-contour" d="M246 134h44" strokeWidth="6" strokeLinecap="round" />
      <path className="s-sky-1" d="M302 134h26" strokeWidth="6" strokeLinecap="round" />
      <path className="f-contour" d="M76 164h108v66H76z" />
      <path className="f-shallow" d="M76 164h108v30H76z" />
      <path className="f-deep" d="M126 170v36h-28zM132 176v30h22z" />
      <path className="f-signal" d="M96 210h66l-10 12h-46z" />
      <path className="s-ink" d="M204 172h120M204 188h96" strokeWidth="7" strokeLinecap="round" />
      <path className="s-ink-soft" d="M204 206h110M204 222h70" strokeWidth="4.5" strokeLinecap="round" opacity=".6" />
      <rect className="f-mist" x="76" y="244" width="120" height="20" rx="6" />
      <rect className="f-mist" x="76" y="270" width="120" height="20" rx="6" />
      <rect className="f-mist" x="208" y="244" width="120" height="20" rx="6" />
      <rect className="f-deep s-starboard" x="208" y="269" width="120" height="22" rx="6" strokeWidth="3" />
      <path className="s-steel" d="M102 254h70M102 280h50M234 254h60" strokeWidth="4.5" strokeLinecap="round" />
      <path className="s-starboard" d="M238 280h66" strokeWidth="4.5" strokeLinecap="round" />
      <path className="f-starboard" d="m222 273 7 13h-14z" />
      <circle className="f-steel" cx="89" cy="254" r="4.5" />
      <circle className="f-steel" cx="89" cy="280" r="4.5" />
      <circle className="f-steel" cx="221" cy="254" r="4.5" />
      <path className="f-paper" d="M60 300 196 120h60L120 300z" opacity=".1" />
      <path className="f-ink-2" d="M70 392h214l14 22H56z" />
      <path className="s-steel" d="M84 399h186M78 407h198" strokeWidth="4" strokeDasharray="9 4" />
      <path className="f-paper" d="M322 394q24-8 36 6 4 14-22 14t-14-20z" />
      <path className="s-steel" d="m340 392-2 10" strokeWidth="3" strokeLinecap="round" />
      <g transform="translate(408 372)">
        <path className="f-port" d="M-17-46h34V0h-34z" />
        <path className="f-paper" d="M-17-46h10V0h-10z" opacity=".28" />
        <path className="s-ink" d="M-28 1h56" strokeWidth="5" strokeLinecap="round" />
      </g>
      <g transform="translate(492 278)">
        <path className="f-starboard" d="m0-54 22 54h-44z" />
        <path className="f-paper" d="m0-54-22 54h14z" opacity=".28" />
        <path className="s-ink" d="M-30 1h60" strokeWidth="5" strokeLinecap="round" />
      </g>
      <path className="f-ink" d="M452 60h156v152H452z" opacity=".14" transform="translate(7 9)" />
      <path className="f-land-2" d="M450 58h160v150H450z" />
      <path className="f-paper" d="M460 68h140v130H460z" />
      <path className="s-contour" d="M468 76h124v114H468z" strokeWidth="1.5" />
      <path className="s-ink" d="M492 96h76" strokeWidth="8" strokeLinecap="round" />
      <path className="s-steel" d="M484 116h92M484 130h92M484 144h54" strokeWidth="4.5" strokeLinecap="round" />
      <path className="s-magenta" d="M482 176q10-16 20-4t18-6 16 4" strokeWidth="3" strokeLinecap="round" />
      <path className="f-signal" d="m556 168-8 34 14-8 14 8-8-34z" />
      <circle className="f-signal" cx="562" cy="164" r="19" />
      <circle className="f-sun" cx="562" cy="164" r="13" />
      <path
        className="s-starboard"
        d="m555 164 5 6 9-11"
        strokeWidth="3.5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <g transform="translate(556 374)">
        <path className="f-sea-1" d="M-50-18h104V2H-50z" />
        <path className="f-signal" d="M-42-38h88v20h-88z" />
        <path className="f-land" d="M-46-54h82v16h-82z" />
        <path className="s-paper" d="M-38-8h40M-30-28h30" strokeWidth="4" strokeLinecap="round" />
        <path className="f-ink" d="M40-38h6v20h-6zM46-18h8V2h-8z" opacity=".25" />
        <path className="s-ink" d="M-8-56v-50" strokeWidth="4" strokeLinecap="round" />
        <path className="f-signal" d="M-6-106q16-8 30 0t28-2l-8 12 8 12q-14 8-28 2t-30 0z" />
      </g>
    </svg>
  );
}
