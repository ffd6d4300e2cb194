/**
 * The gift: a parcel in chart paper, tied with a red ribbon, in a rowing boat. CSS moves the groups `gift-boat`,
 * `gift-body`, `gift-lid` and `gift-bow`; the bow is part of the lid, so it travels with it.
 */
export function GiftBox() {
  return (
    <svg className="gift-box" viewBox="0 0 320 320" fill="none" aria-hidden="true" focusable="false">
      <path className="f-shoal" d="M22 268q68-16 138-10t138 4q8 24-34 36-104 22-208 0-42-10-34-30z" />
      <g className="gift-parcel">
        <g className="gift-body">
          <path className="f-shoal" d="M86 136h148v128H86z" />
          <path className="f-shallow" d="M86 136h148v10c-14 4-16 22-34 30s-28-10-50-12-40 22-64 18z" />
          <path className="f-contour" d="M86 222c30 6 46-18 70-14s30 16 48 8 18-24 30-28v76H86z" opacity=".6" />
          <path className="f-land" d="M234 212c-20 4-22 22-44 26s-30 6-40 26h84z" />
          <path
            className="s-sounding"
            d="M86 182c26 4 40-20 64-18s32 20 50 12 20-26 34-30M86 202c28 4 44-18 68-16s32 18 50 10 18-24 30-28"
            strokeWidth="1.3"
            opacity=".7"
          />
          <path
            className="s-magenta"
            d="M86 248c18-20 34-14 48-30M186 196c20-10 20-36 48-46"
            strokeWidth="2.2"
            strokeDasharray="1 6"
            strokeLinecap="round"
          />
          <path className="f-starboard" d="m206 186 6 13h-12z" />
          <path className="f-port" d="M104 222h9v11h-9z" />
          <path className="f-signal" d="M144 136h32v128h-32z" />
          <path className="f-signal-2" d="M164 136h12v128h-12z" />
          <path className="f-ink" d="M208 136h26v128h-26z" opacity=".07" />
          <path className="f-ink" d="M86 148h148v9H86z" opacity=".13" />
        </g>
        <g className="gift-lid">
          <path className="f-land" d="M80 114h160a4 4 0 0 1 4 4v26a4 4 0 0 1-4 4H80a4 4 0 0 1-4-4v-26a4 4 0 0 1 4-4z" />
          <path className="f-land-2" d="M76 138h168v6a4 4 0 0 1-4 4H80a4 4 0 0 1-4-4z" />
          <path className="s-land-2" d="M77 126c24-8 40 6 65 1M178 128c22-8 44 4 65-4" strokeWidth="2" />
          <path className="f-signal" d="M142 114h36v34h-36z" />
          <path className="f-signal-2" d="M166 114h12v34h-12z" />
          <path className="f-ink" d="M214 114h26a4 4 0 0 1 4 4v26a4 4 0 0 1-4 4h-26z" opacity=".07" />
          <g className="gift-bow">
            <path className="f-signal-2" d="m150 108-34 34-6-12-14-2 44-30zM170 108l34 34 6-12 14-2-44-30z" />
            <path
              className="f-signal"
              d="M160 104C146 66 112 46 92 58s-10 48 22 54c18 4 38 0 46-8zM160 104c14-38 48-58 68-46s10 48-22 54c-18 4-38 0-46-8z"
            />
            <path
              className="f-signal-2"
              d="M150 100c-10-18-28-30-42-26-10 4-6 20 8 24 12 4 26 4 34 2zM170 100c10-18 28-30 42-26 10 4 6 20-8 24-12 4-26 4-34 2z"
            />
            <path
              className="s-paper"
              d="M94 66c6-6 18-4 28 2M226 66c-6-6-18-4-28 2"
              strokeWidth="3"
              strokeLinecap="round"
              opacity=".5"
            />
            <rect className="f-signal" x="145" y="90" width="30" height="27" rx="8" />
            <path className="f-signal-2" d="M164 90h3a8 8 0 0 1 8 8v11a8 8 0 0 1-8 8h-3q4-14 0-27z" />
          </g>
        </g>
      </g>
      <g className="gift-boat">
        <path className="s-wood-2" d="m18 196 62 62" strokeWidth="6" strokeLinecap="round" />
        <path className="f-wood-2" d="M10 182q10-6 18 4l12 16-10 10-16-14q-8-8-4-16z" />
        <path className="f-wood" d="M20 232q140 22 280 0-4 38-34 58-106 16-212 0-30-20-34-58z" />
        <path className="f-wood-2" d="M25 256q135 22 270 0-3 9-7 15-128 20-256 0-4-7-7-15z" opacity=".55" />
        <path className="f-wood-2" d="M40 276q120 18 240 0-6 9-14 14-106 16-212 0-8-5-14-14z" opacity=".75" />
        <path className="f-paper" d="M14 226q146 24 292 0l2 9q-148 25-296 0z" />
        <path className="s-ink" d="M74 240v12M246 240v12" strokeWidth="4" strokeLinecap="round" />
      </g>
      <path
        className="f-contour"
        d="M8 284q16-10 34 0t34 0 34 0 34 0 34 0 34 0 34 0 34 0 32-2q4 14-20 22-124 22-248 0-22-6-36-20z"
      />
      <path
        className="s-paper"
        d="M56 298q14-6 26 0M132 304q14-6 26 0M224 299q14-6 26 0"
        strokeWidth="3"
        strokeLinecap="round"
        opacity=".8"
      />
    </svg>
  );
}

/** Eight rays from the middle of the gift's box, for the burst of the third tap; each points up before it is turned. */
export function GiftRays() {
  return (
    <svg className="gift-rays" viewBox="0 0 320 320" aria-hidden="true" focusable="false">
      {RAY_COLOURS.map((colour, index) => (
        <g key={colour + String(index)} transform={`rotate(${index * 45} 160 160)`}>
          <path
            className={`gift-ray gift-ray-${index + 1} ${colour}`}
            d={index % 2 === 0 ? "M160 4q11 38 4 78h-8q-7-40 4-78z" : "M160 30q10 28 4 56h-8q-6-28 4-56z"}
          />
        </g>
      ))}
    </svg>
  );
}

const RAY_COLOURS = [
  "f-signal",
  "f-starboard",
  "f-land-2",
  "f-magenta",
  "f-signal",
  "f-primary",
  "f-land-2",
  "f-magenta",
] as const;
