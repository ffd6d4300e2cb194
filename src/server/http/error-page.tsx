import type { PageContext } from "../../shared/page-context.ts";
import { PATHS, withSearch } from "../../shared/paths.ts";
import { Document } from "../../ui/document.tsx";
import { Picture } from "../../ui/picture.tsx";
import { SITE_COPY } from "../../ui/site-copy.ts";

/** The page for an unexpected error. `requestCode` is the beginning of the request id that the log line has. */
export function ErrorPage({ pageContext, requestCode }: { pageContext: PageContext; requestCode: string }) {
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
            <a className="button" href={withSearch(pageContext.path, pageContext.search)}>
              {errorPage.retryLabel}
            </a>{" "}
            <a className="button button-quiet" href={PATHS.home}>
              {errorPage.homeLabel}
            </a>
          </p>
          <p className="message-request">
            {errorPage.requestIdLabel}: <code>{requestCode}</code>
          </p>
        </div>
        <Picture name="error-scene" className="scene" when="now" />
      </div>
    </Document>
  );
}
