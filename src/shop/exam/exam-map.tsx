import { fillIn } from "../../shared/fill-in.ts";
import type { PageContext } from "../../shared/page-context.ts";
import { CLIENT } from "../../ui/client-manifest.ts";
import { Island } from "../../ui/island.tsx";
import { EXAM_CENTRES as CENTRES } from "./exam-centres-rules.ts";
import { EXAM_COPY } from "./exam-copy.ts";

/** The exam centres as a list, which a script makes one that can be searched, and the sheet on which it draws a map. */
export function ExamMap({ pageContext }: { pageContext: PageContext }) {
  const { mapTileUrl, mapAttribution } = pageContext.links;
  const { countLine, mapLabels, ...copy } = EXAM_COPY.map;
  const total = String(CENTRES.length);
  const mapless = <p className="exam-map-note">{copy.mapUnavailable}</p>;
  return (
    <Island
      name="examMap"
      when="visible"
      props={{
        tileUrl: mapTileUrl,
        attribution: mapAttribution,
        stylesheet: CLIENT.mapStylesheet,
        countLine,
        mapLabels,
      }}
    >
      <div className={`exam-map card card-strong card-raised${mapTileUrl === null ? " exam-map-plain" : ""}`}>
        <div className="exam-map-panel">
          <form className="exam-map-search screen-only">
            <label htmlFor="examencentrum-zoeken">{copy.searchLabel}</label>
            <input
              id="examencentrum-zoeken"
              type="search"
              autoComplete="off"
              placeholder={copy.searchPlaceholder}
              disabled
            />
            <p className="note" role="status">
              {fillIn(countLine, { shown: total, total })}
            </p>
          </form>
          {mapTileUrl === null ? mapless : null}
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: without buttons in it, the keyboard must scroll the list */}
          <ul className="exam-centres" aria-label={copy.listLabel} tabIndex={0}>
            {CENTRES.map(({ name, city }) => (
              <li key={name}>
                <div className="exam-centre">
                  <b>{city}</b> {/* The one with the names of two places. A line may end between them. */}
                  {name.includes("/") ? <span className="note">{name.split(/(?<=\/)/).map(withBreak)}</span> : null}
                </div>
              </li>
            ))}
          </ul>
        </div>
        {mapTileUrl === null ? null : (
          <div className="exam-chart screen-only">
            {/* Leaflet makes this box focusable: arrow keys pan and plus and minus zoom. */}
            <section className="exam-chart-canvas" aria-label={copy.mapLabel} />
          </div>
        )}
      </div>
      <template>
        <li className="exam-map-note">{copy.noResults}</li>
        {mapless}
      </template>
    </Island>
  );
}

const withBreak = (part: string) => [part, <wbr key={part} />];
