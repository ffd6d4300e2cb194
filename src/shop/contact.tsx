import { fillIn } from "../shared/fill-in.ts";
import type { PageContext } from "../shared/page-context.ts";
import { Paragraphs, RunningText } from "../ui/running-text.tsx";
import { SITE_COPY } from "../ui/site-copy.ts";
import { telephoneHref } from "../ui/trader-identity.tsx";
import { CONTACT_COPY } from "./contact-copy.ts";
import { OWNER_ANSWERS } from "./owner-copy.ts";

/** The trader's addresses, and how soon there is a reply. Its hash is `contact`. */
export function Contact({ pageContext }: { pageContext: PageContext }) {
  const { title, mail, unconfigured, makers } = CONTACT_COPY;
  const { trader, courseMakers } = pageContext;
  const { email, phone } = trader;
  return (
    <section className="contact" id="contact">
      <h2>{title}</h2>
      <div className="contact-ways card card-raised">
        <ul className="links">
          {email === undefined ? null : (
            <li>
              {mail} <a href={`mailto:${email}`}>{email}</a>
            </li>
          )}
          {phone === undefined ? null : (
            <li>
              {SITE_COPY.callLabel} <a href={telephoneHref(phone)}>{phone}</a>
            </li>
          )}
          {email === undefined && phone === undefined ? (
            <li>
              <RunningText pageContext={pageContext} text={unconfigured} />
            </li>
          ) : null}
        </ul>
        {courseMakers === null ? null : <p>{fillIn(makers, { makers: courseMakers })}</p>}
        <Paragraphs pageContext={pageContext} texts={OWNER_ANSWERS.replyTime.text} />
      </div>
    </section>
  );
}
