/** The fallback for what went wrong on our side: a boat waiting out the fog beside a lit buoy. */
export function ErrorScene() {
  return (
    <svg className="scene" viewBox="0 0 640 400" fill="none" aria-hidden="true" focusable="false">
      <path className="f-mist" d="M0 0h640v400H0z" />
      <circle className="f-paper" cx="320" cy="96" r="46" opacity=".7" />
      <circle className="f-paper" cx="320" cy="96" r="82" opacity=".35" />
      <path
        className="f-steel"
        d="M0 196h60q10-14 26-8 12-14 30 0h84l4-26 4 26h60q20-16 44-4 14-8 26 4h90l6-40h18l6 40h52q14-14 34-4 16-12 30 4h60v30H0z"
        opacity=".3"
      />
      <path className="f-contour" d="M0 214h640v186H0z" opacity=".55" />
      <path className="f-sounding" d="M0 270q40-10 80 0t80 0 80 0 80 0 80 0 80 0 80 0 80 0v130H0z" opacity=".4" />
      <g className="s-paper" strokeWidth="16" strokeLinecap="round" opacity=".6">
        <path d="M-10 176h190M240 150h120M420 182h240M60 206h100M330 208h150" />
      </g>
      <path className="f-ink" d="M146 290q100 14 216 0-40 24-106 24-70 0-110-24z" opacity=".22" />
      <path className="s-ink-2" d="M262 250V112" strokeWidth="5" strokeLinecap="round" />
      <path className="f-land-2" d="M262 106q12-5 24 1-12 2-24 7z" opacity=".8" />
      <path className="f-paper" d="M256 238V124q-28 62-64 106 34 12 64 8z" />
      <path className="f-mist" d="M256 238v-64q-10 36-24 64z" />
      <path className="f-paper" d="M268 238q30 4 58-6-40-42-58-96z" opacity=".8" />
      <path className="f-ink-2" d="M232 254v-14q22-8 48 0v14z" />
      <path className="f-sky-1" d="M240 245h10v6h-10zM258 244h12v6h-12z" />
      <path className="f-paper" d="M150 250q106 14 206-6-4 34-30 52H188q-30-12-38-46z" />
      <path className="f-ink" d="M155 268q100 14 196-4-8 22-25 32H188q-24-10-33-28z" opacity=".16" />
      <path className="s-signal" d="M151 260q104 14 204-6" strokeWidth="6" />
      <g transform="translate(500 306)">
        <path className="f-ink" d="M-58 6q58 16 116 0-20 16-58 16T-58 6z" opacity=".22" />
        <g className="f-sun">
          <circle cy="-112" r="64" opacity=".35" />
          <circle cy="-112" r="38" opacity=".55" />
        </g>
        <path className="f-signal" d="M-20-84-40 0h80L20-84z" />
        <path className="f-signal-2" d="M4-84 12 0h28L20-84z" />
        <path className="f-paper" d="m-27-56-7 30h68l-7-30z" />
        <path className="f-mist" d="m8-56 3 30h23l-7-30z" />
        <path className="s-ink" d="M-12-84v-18M12-84v-18M-16-102h32" strokeWidth="4" strokeLinecap="round" />
        <path className="f-sun s-ink" d="M-8-104v-8a8 8 0 0 1 16 0v8z" strokeWidth="3" />
        <path className="f-ink-2" d="M-54 0h108l-8 16q-46 10-92 0z" />
      </g>
      <path className="f-sea-1" d="M0 322q40-12 80 0t80 0 80 0 80 0 80 0 80 0 80 0 80 0v78H0z" opacity=".4" />
      <g className="s-paper" strokeWidth="20" strokeLinecap="round" opacity=".5">
        <path d="M-10 272h120M380 232h80M566 258h90M40 350h180M300 372h240M20 236h60" />
      </g>
      <g className="s-paper" strokeWidth="4" strokeLinecap="round" opacity=".8">
        <path d="M146 300q24 6 44 0M334 298q20 4 36-2M440 318q18 6 34 0M536 320q18 4 32-2" />
      </g>
    </svg>
  );
}
