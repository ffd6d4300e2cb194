import { type FormEvent, useEffect, useRef, useState } from "react";
import { CENTRE_SEARCH_ID } from "../../src/shared/layout.ts";
import type { ExamCentre } from "../../src/shop/exam/exam-centres-rules.ts";
import { EXAM_CENTRES_BY_CITY as CENTRES, nameBesideCity } from "../../src/shop/exam/exam-centres-rules.ts";
import type { ExamMapControl, ExamMapLabels } from "../leaflet-map.ts";

type ExamMapProps = {
  /** Tile template, or null if no map is configured: then there is only the list. */
  tileUrl: string | null;
  attribution: string | null;
  /** Leaflet's own CSS. */
  stylesheet: string;
  copy: {
    searchLabel: string;
    searchPlaceholder: string;
    /** With `{shown}` and `{total}`. */
    countLine: string;
    noResults: string;
    listLabel: string;
    mapLabel: string;
    mapUnavailable: string;
    mapLabels: ExamMapLabels;
  };
};

/**
 * The exam centres as a list that can be searched, and a map that follows it. The server renders the list. After
 * hydration Leaflet loads, and the list's lines become buttons.
 */
export function ExamMap({ tileUrl, attribution, stylesheet, copy }: ExamMapProps) {
  const [isHydrated, setHydrated] = useState(false);
  const [mapStatus, setMapStatus] = useState<"waiting" | "ready" | "failed">("waiting");
  const [query, setQuery] = useState("");
  const [current, setCurrent] = useState<ExamCentre | null>(null);
  const chart = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const map = useRef<ExamMapControl>(null);

  useEffect(() => setHydrated(true), []);

  useEffect(() => {
    const container = canvas.current;
    if (tileUrl === null || container === null) return;
    let isGone = false;
    Promise.all([import("../leaflet-map.ts"), loadStylesheet(stylesheet)])
      .then(([{ createExamMap }]) => {
        if (isGone) return;
        const labels = copy.mapLabels;
        map.current = createExamMap({
          container,
          centres: CENTRES,
          tileUrl,
          attribution,
          labels,
          onChange: setCurrent,
        });
        setMapStatus("ready");
      })
      .catch((error) => {
        console.error(error);
        if (!isGone) setMapStatus("failed");
      });
    return () => {
      isGone = true;
      map.current?.remove();
      map.current = null;
    };
  }, [tileUrl, attribution, stylesheet, copy.mapLabels]);

  // Scrolls the list, never the page, to a centre that was chosen on the map.
  useEffect(() => {
    const box = list.current;
    const line = current === null ? null : box?.querySelector<HTMLElement>("[aria-pressed=true]")?.parentElement;
    if (!box || !line) return;
    const hidden = line.offsetTop + line.offsetHeight - box.clientHeight;
    box.scrollTop = Math.min(Math.max(box.scrollTop, hidden), line.offsetTop);
  }, [current]);

  const shown = CENTRES.filter((centre) => matches(centre, query));

  const search = (text: string) => {
    setQuery(text);
    map.current?.highlight(CENTRES.filter((centre) => matches(centre, text)));
  };
  const show = (centre: ExamCentre) => {
    map.current?.show(centre);
    chart.current?.scrollIntoView({ block: "nearest" });
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const first = shown[0];
    if (first !== undefined) show(first);
  };

  const hasMap = tileUrl !== null && mapStatus !== "failed";
  const hasButtons = mapStatus === "ready";
  return (
    <div className={`exam-map card card-strong card-raised${hasMap ? "" : " exam-map-plain"}`}>
      <div className="exam-map-panel">
        <form className="exam-map-search" onSubmit={onSubmit}>
          <label htmlFor={CENTRE_SEARCH_ID}>{copy.searchLabel}</label>
          <input
            id={CENTRE_SEARCH_ID}
            type="search"
            autoComplete="off"
            placeholder={copy.searchPlaceholder}
            disabled={!isHydrated}
            value={query}
            onChange={(event) => search(event.currentTarget.value)}
          />
          <p className="note" role="status">
            {copy.countLine.replace("{shown}", String(shown.length)).replace("{total}", String(CENTRES.length))}
          </p>
        </form>
        {hasMap ? null : <p className="exam-map-note">{copy.mapUnavailable}</p>}
        {/* The list scrolls. Without buttons in it, the keyboard must be able to focus the list itself. */}
        <ul className="exam-centres" ref={list} aria-label={copy.listLabel} {...(hasButtons ? {} : { tabIndex: 0 })}>
          {shown.length === 0 ? <li className="exam-map-note">{copy.noResults}</li> : null}
          {shown.map((centre) => (
            <li key={centre.name}>
              {hasButtons ? (
                <button
                  type="button"
                  className="exam-centre"
                  aria-pressed={centre === current}
                  onClick={() => show(centre)}
                >
                  <CentreLines centre={centre} />
                </button>
              ) : (
                <div className="exam-centre">
                  <CentreLines centre={centre} />
                </div>
              )}
            </li>
          ))}
        </ul>
      </div>
      {hasMap ? (
        <div className="exam-chart" ref={chart}>
          {/* Leaflet makes this box focusable: arrow keys pan and plus and minus zoom. */}
          <section ref={canvas} className="exam-chart-canvas" aria-label={copy.mapLabel} />
        </div>
      ) : null}
    </div>
  );
}

function CentreLines({ centre }: { centre: ExamCentre }) {
  return (
    <>
      {/* The blank is for browsers without CSS. */}
      <b>{`${centre.city} `}</b>
      <span>{nameBesideCity(centre)}</span>
    </>
  );
}

/** Whether a centre's name or city contains the typed words, ignoring case and accents. */
function matches({ name, city }: ExamCentre, query: string): boolean {
  const words = fold(query).split(/\s+/).filter(Boolean);
  const text = fold(`${name} ${city}`);
  return words.every((word) => text.includes(word));
}

function fold(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

/** Resolves when the page has this stylesheet; rejects if it cannot be loaded. */
function loadStylesheet(href: string): Promise<unknown> {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = href;
  const loaded = new Promise((resolve, reject) => {
    link.onload = resolve;
    link.onerror = () => reject(new Error(`${href} did not load`));
  });
  document.head.append(link);
  return loaded;
}
