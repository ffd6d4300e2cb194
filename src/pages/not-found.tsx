import { CLIENT } from "../client-manifest.ts";
import { Document } from "../components/document.tsx";
import { Picture } from "../components/picture.tsx";
import { SITE_COPY } from "../content/site.ts";
import type { Frame } from "../shared/frame.ts";
import { PATHS, withSearch } from "../shared/paths.ts";

/** Any path that is none of ours. The heading and the link are English (given 3.12). */
export function NotFoundPage({ frame }: { frame: Frame }) {
  const { notFound } = SITE_COPY;
  return (
    <Document frame={frame} meta={notFound.meta} index="noindex" scripts={[CLIENT.notFoundScript]}>
      <div className="message wrap">
        <div>
          <h1 lang="en">{notFound.heading}</h1>
          <p className="lead">{notFound.text}</p>
          <p className="message-action">
            <a className="button" href={withSearch(PATHS.home, frame.search)} lang="en">
              {notFound.homeLabel}
            </a>
          </p>
        </div>
        <Picture name="not-found-scene" className="scene" when="now" />
      </div>
    </Document>
  );
}
