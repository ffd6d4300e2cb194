import type { PageContext } from "../../shared/page-context.ts";
import { Document } from "../../ui/document.tsx";
import { MailUs } from "../../ui/mail-us.tsx";
import { Picture } from "../../ui/picture.tsx";
import { SITE_COPY } from "../../ui/site-copy.ts";

/**
 * The answer to a form whose sender has sent too many. The form was not read, so its texts cannot be shown. The browser
 * keeps them as long as this page is open, and sends them again with a reload.
 */
export function TooManyFormsPage({ pageContext }: { pageContext: PageContext }) {
  const { meta, heading, text, again, contact } = SITE_COPY.tooManyForms;
  return (
    <Document pageContext={pageContext} meta={meta} index="noindex" stylesheet="styles-after-sale">
      <div className="message wrap">
        <div className="too-many-forms">
          <h1>{heading}</h1>
          <p className="lead">{text}</p>
          <p>{again}</p>
          <MailUs pageContext={pageContext} text={contact} />
        </div>
        <Picture name="error-scene" className="scene" when="now" />
      </div>
    </Document>
  );
}
