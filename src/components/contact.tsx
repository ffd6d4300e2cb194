import { OWNER_ANSWERS } from "../content/owner.ts";
import { SITE_COPY } from "../content/site.ts";
import type { Frame } from "../shared/frame.ts";
import { PATHS, withSearch } from "../shared/paths.ts";
import { Paragraphs, RunningText } from "./running-text.tsx";
import { telephoneHref } from "./trader-identity.tsx";

/** Other places for an answer, the trader's addresses, and how soon there is a reply. Its hash is `contact`. */
export function Contact({ frame }: { frame: Frame }) {
  const { title, mail, call, unconfigured } = SITE_COPY.contact;
  const { trader, courseMakers } = frame;
  const { email, phone } = trader;
  return (
    <section className="contact split" id="contact">
      <h2>{title}</h2>
      <div>
        <ul className="links">
          {frame.path === PATHS.faq ? null : (
            <li>
              <a href={withSearch(PATHS.faq, frame.search)}>{SITE_COPY.allQuestionsLabel}</a>
            </li>
          )}
          {email === undefined ? null : (
            <li>
              {mail} <a href={`mailto:${email}`}>{email}</a>
            </li>
          )}
          {phone === undefined ? null : (
            <li>
              {call} <a href={telephoneHref(phone)}>{phone}</a>
            </li>
          )}
          {email === undefined && phone === undefined ? (
            <li>
              <RunningText frame={frame} text={unconfigured} />
            </li>
          ) : null}
        </ul>
        {courseMakers === null ? null : <p>{SITE_COPY.courseMakers.replace("{makers}", () => courseMakers)}</p>}
        <Paragraphs frame={frame} texts={OWNER_ANSWERS.replyTime.text} />
      </div>
    </section>
  );
}
