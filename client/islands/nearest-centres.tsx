import { useEffect, useState } from "react";
import type { NearestCentres as Nearest } from "../../src/shared/entities.ts";
import { CENTRE_SEARCH_ID } from "../../src/shared/layout.ts";

type NearestCentresProps = {
  /** Where the answer for this visitor is fetched, and the page that shows it without JavaScript. */
  dataUrl: string;
  pageUrl: string;
  copy: {
    title: string;
    offer: string;
    show: string;
    /** With `{place}`. */
    guess: string;
    wrong: string;
    unknown: string;
    search: string;
  };
};

const BUTTON = "button button-quiet button-small";

/**
 * The exam centres nearest to the visitor, in the room that the server's markup keeps for them: until they are there, a link
 * to the page that has them.
 */
export function NearestCentres({ dataUrl, pageUrl, copy }: NearestCentresProps) {
  const [nearest, setNearest] = useState<Nearest | null>(null);

  useEffect(() => {
    fetch(dataUrl)
      .then(async (response) => response.ok && setNearest(await response.json()))
      // The link still leads to them.
      .catch(() => undefined);
  }, [dataUrl]);

  const place = nearest?.place;
  const search = (className: string, label: string) => (
    <a
      className={className}
      href={`#${CENTRE_SEARCH_ID}`}
      onClick={() => document.getElementById(CENTRE_SEARCH_ID)?.focus()}
    >
      {label}
    </a>
  );
  return (
    <div className="nearest">
      <h3>{copy.title}</h3>
      {place ? (
        <>
          <ol className="nearest-centres">
            {nearest.centres.map(({ city, distance }) => (
              <li key={city}>
                <b>{city}</b> <span>{distance}</span>
              </li>
            ))}
          </ol>
          <p className="nearest-note">
            {copy.guess.replace("{place}", () => place)} {search("nearest-search", copy.wrong)}
          </p>
        </>
      ) : (
        // Keyed: what is said instead is something else, which nobody sees move.
        <div key={nearest === null ? "offer" : "unknown"} className="nearest-offer">
          <p>{nearest === null ? copy.offer : copy.unknown}</p>
          {nearest === null ? (
            <a className={BUTTON} href={pageUrl}>
              {copy.show}
            </a>
          ) : (
            search(BUTTON, copy.search)
          )}
        </div>
      )}
    </div>
  );
}
