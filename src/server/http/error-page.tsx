import type { PageContext } from "../../shared/page-context.ts";
import { PATHS, withSearch } from "../../shared/paths.ts";
import { CLIENT } from "../../ui/client-manifest.ts";
import { Document } from "../../ui/document.tsx";
import { Picture } from "../../ui/picture.tsx";
import { SITE_COPY } from "../../ui/site-copy.ts";

type ErrorPageProps = { pageContext: PageContext; retryHref: string; requestCode: string };

/** The page for an unexpected error. `requestCode` is the beginning of the request id that the log line has. */
export function ErrorPage({ pageContext, retryHref, requestCode }: ErrorPageProps) {
  const { errorPage } = SITE_COPY;
  return (
    <Document pageContext={pageContext} meta={errorPage.meta} index="noindex">
      <div className="message wrap">
        <div>
          <h1>{errorPage.heading}</h1>
          <p className="note" lang="en">
            {errorPage.english}
          </p>
          <p className="lead">{errorPage.text}</p>
          <p className="message-action buttons">
            <a className="button" href={retryHref}>
              {errorPage.retryLabel}
            </a>{" "}
            <a className="button button-quiet" href={PATHS.home}>
              {errorPage.homeLabel}
            </a>
          </p>
          <p>
            {errorPage.requestIdLabel}: <code>{requestCode}</code>
          </p>
        </div>
        <Picture name="error-scene" className="scene" when="now" />
      </div>
    </Document>
  );
}

/** The page of any unknown path. Its English texts are fixed (given 3.12). */
export function NotFoundPage({ pageContext }: { pageContext: PageContext }) {
  const { notFound } = SITE_COPY;
  return (
    <Document pageContext={pageContext} meta={notFound.meta} index="noindex" scripts={[CLIENT.notFoundScript]}>
      <div className="message wrap">
        <div>
          <h1>{notFound.heading}</h1>
          <p className="note" lang="en">
            {notFound.english.heading}
          </p>
          <p className="lead">{notFound.text}</p>
          <p className="message-action buttons">
            <a className="button" href={withSearch(PATHS.home, pageContext.search)}>
              {notFound.homeLabel} <small lang="en">({notFound.english.homeLabel})</small>
            </a>{" "}
            <a className="button button-quiet" href={withSearch(PATHS.order, pageContext.search)}>
              {notFound.coursesLabel}
            </a>
          </p>
        </div>
        <Picture name="not-found-scene" className="scene" when="now" />
      </div>
    </Document>
  );
}
