import type { PageContext } from "../shared/page-context.ts";
import { LEGAL_PDF_PATHS } from "../shared/paths.ts";
import { plainText } from "../shared/running-text.ts";
import { Document } from "../ui/document.tsx";
import { capitalise } from "../ui/dutch-copy.ts";
import { ArrowRight } from "../ui/icon.tsx";
import { PageHead } from "../ui/page-head.tsx";
import { PrintButton } from "../ui/print-button.tsx";
import { RunningText } from "../ui/running-text.tsx";
import { TraderIdentity } from "../ui/trader-identity.tsx";
import { ACCESSIBILITY_COPY } from "./accessibility-copy.ts";
import { type LegalPageCopy, PRIVACY_COPY } from "./privacy-copy.ts";
import { type LegalBlock, type LegalSection, sayLastChanged, TERMS_COPY } from "./terms-copy.ts";

export function TermsPage({ pageContext }: { pageContext: PageContext }) {
  const copy = { ...TERMS_COPY, sections: TERMS_COPY.articles };
  return <LegalPage pageContext={pageContext} copy={copy} terms={TERMS_COPY} />;
}

export function PrivacyPage({ pageContext }: { pageContext: PageContext }) {
  return <LegalPage pageContext={pageContext} copy={PRIVACY_COPY} />;
}

/** Accessibility: who can use the shop, how that was tested, and what does not work yet. */
export function AccessibilityPage({ pageContext }: { pageContext: PageContext }) {
  return <LegalPage pageContext={pageContext} copy={ACCESSIBILITY_COPY} />;
}

type LegalPageProps = {
  pageContext: PageContext;
  copy: LegalPageCopy;
  /** Only the terms have numbered sections, a print button, a file and a form. */
  terms?: typeof TERMS_COPY;
};

/** A document to read, keep and print: a table of contents beside its sections. */
function LegalPage({ pageContext, copy, terms }: LegalPageProps) {
  return (
    <Document pageContext={pageContext} meta={copy.meta} crumb={copy.title} index="index" stylesheet="styles-legal">
      <PageHead title={copy.title} intro={copy.intro}>
        <div className="legal-keep">
          {terms === undefined ? null : (
            <>
              <PrintButton label={terms.printLabel} />
              <a className="button button-quiet" href={LEGAL_PDF_PATHS.terms} download>
                {terms.pdfLabel}
              </a>
            </>
          )}
          <p className="note">
            <time dateTime={copy.lastChanged}>{sayLastChanged(copy.lastChanged)}</time>
          </p>
        </div>
      </PageHead>
      <div className="legal-columns stack wrap">
        <nav className="legal-contents card" aria-labelledby="inhoudsopgave">
          <h2 id="inhoudsopgave">{copy.contentsTitle}</h2>
          <ol>
            {copy.sections.map((section, index) => (
              <li key={section.id}>
                <a href={`#${section.id}`}>
                  {terms === undefined ? null : <span className="legal-contents-number">{index + 1} </span>}
                  {section.title}
                </a>
              </li>
            ))}
            {terms === undefined ? null : (
              <li>
                <a href={`#${terms.withdrawalForm.id}`}>
                  <span className="legal-contents-number" />
                  {terms.withdrawalForm.title}
                </a>
              </li>
            )}
          </ol>
        </nav>
        <div className="legal-text stack">
          {copy.sections.map((section, index) => (
            <Section
              key={section.id}
              pageContext={pageContext}
              section={section}
              number={terms && `${terms.articleLabel} ${index + 1}`}
            />
          ))}
          {terms === undefined ? null : <WithdrawalForm form={terms.withdrawalForm} />}
          <p className="legal-back screen-only">
            <a className="icon-button round-button" href="#inhoudsopgave" aria-label={copy.contentsTitle}>
              <ArrowRight size={16} />
            </a>
          </p>
        </div>
      </div>
    </Document>
  );
}

type SectionProps = { pageContext: PageContext; section: LegalSection; number: string | undefined };

function Section({ pageContext, section, number }: SectionProps) {
  return (
    <section className="legal-section stack" id={section.id}>
      <h2>
        {number === undefined ? null : <span className="legal-number topic">{number} </span>}
        {section.title}
      </h2>
      {section.paragraphs.map((block, index) => (
        <Block key={index} pageContext={pageContext} block={block} />
      ))}
      {section.outsideHosts ? <OutsideHosts pageContext={pageContext} labels={section.outsideHosts} /> : null}
      {section.trader ? <TraderIdentity trader={pageContext.trader} /> : null}
    </section>
  );
}

/** The hosts that get a visitor's address when a video or the map is shown (art. 13 lid 1 e GDPR). */
function OutsideHosts({ pageContext, labels }: { pageContext: PageContext; labels: { videos: string; map: string } }) {
  const { introVideo, quizVideos, mapTileUrl, mapAttribution } = pageContext.links;
  const videos = new Set([introVideo, ...quizVideos].flatMap((url) => (url === null ? [] : new URL(url).hostname)));
  if (videos.size === 0 && mapTileUrl === null) return null;
  return (
    <ul>
      {videos.size === 0 ? null : <li>{`${labels.videos} ${[...videos].join(", ")}.`}</li>}
      {mapTileUrl === null ? null : (
        <li>
          {`${labels.map} ${new URL(mapTileUrl).hostname}`}
          {mapAttribution === null ? "." : ` (${mapAttribution}).`}
        </li>
      )}
    </ul>
  );
}

function Block({ pageContext, block }: { pageContext: PageContext; block: LegalBlock }) {
  if (typeof block === "object" && "list" in block) {
    if (block.lead === "beside") return <LeadTable headings={block.headings} texts={block.list} />;
    if (block.lead === "above") {
      return (
        <ul className="legal-leads">
          {block.list.map((item) => {
            const { lead, rest } = splitLead(item);
            return (
              <li key={item}>
                <b>{lead}</b> {rest}
              </li>
            );
          })}
        </ul>
      );
    }
    return (
      <ul>
        {block.list.map((item) => (
          <li key={plainText(item)}>
            <RunningText pageContext={pageContext} text={item} />
          </li>
        ))}
      </ul>
    );
  }
  return (
    <p>
      <RunningText pageContext={pageContext} text={block} />
    </p>
  );
}

/** A table of two columns: what each text is about, and the rest of it, which begins with its gist. */
function LeadTable({ headings, texts }: { headings: readonly [string, string]; texts: readonly string[] }) {
  return (
    <table className="legal-table">
      <thead>
        <tr>
          {headings.map((heading) => (
            <th key={heading} scope="col">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {texts.map((text) => {
          const { lead, rest } = splitLead(text);
          return (
            <tr key={text}>
              <th scope="row">{lead}</th>
              <td>{rest}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** What stands before a text's first colon, and the rest as a sentence of its own. */
function splitLead(text: string): { lead: string; rest: string } {
  const colon = text.indexOf(": ");
  return { lead: text.slice(0, colon), rest: capitalise(text.slice(colon + 2)) };
}

/** The model form, to fill in on paper or to copy into an e-mail: each field is a text with room to write. */
function WithdrawalForm({ form }: { form: (typeof TERMS_COPY)["withdrawalForm"] }) {
  return (
    <section className="legal-form stack" id={form.id}>
      <h2>{form.title}</h2>
      <p>{form.intro}</p>
      <ul>
        {form.lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <p className="note">{form.note}</p>
      <p>
        <a href={LEGAL_PDF_PATHS.withdrawalForm} download>
          {form.pdfLabel}
        </a>
      </p>
    </section>
  );
}
