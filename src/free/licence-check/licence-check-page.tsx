import type { ReactNode } from "react";
import { BothCall } from "../../courses/both-call.tsx";
import { BOTH_LICENCES, licenceCosts } from "../../courses/costs-copy.ts";
import { LAWS, textOf } from "../../courses/laws-copy.ts";
import { fillIn } from "../../shared/fill-in.ts";
import { formatPrice } from "../../shared/money.ts";
import type { PageContext } from "../../shared/page-context.ts";
import { PATHS, withSearch } from "../../shared/paths.ts";
import { Document } from "../../ui/document.tsx";
import { DrawnHead } from "../../ui/drawn-head.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { Facts } from "../../ui/facts.tsx";
import { titleOfForm } from "../../ui/form-copy.ts";
import { ArrowRight } from "../../ui/icon.tsx";
import { BRAND } from "../../ui/site-copy.ts";
import { LICENCE_COPY, type Option, VERDICT_COPY } from "./licence-check-copy.ts";
import {
  formatLength,
  LICENCE_FIELDS,
  type LicenceAnswers,
  type LicenceProblems,
  type LicenceResult,
  type TypedAnswers,
} from "./licence-check-rules.ts";
import { LicenceForm, licenceFieldId, licenceProblemText } from "./licence-form.tsx";
import { AGE_COPY, type Ground, LICENCE_LAWS, RADIO_COPY, REASON_COPY, STEERING_COPY } from "./licence-grounds-copy.ts";

const NOTHING_TYPED: TypedAnswers = { boat: "", length: "", speed: "", waters: [], use: "", age: "" };

const { options, result: words, rests } = LICENCE_COPY;

type FormProps = { pageContext: PageContext; typed?: TypedAnswers; problems?: LicenceProblems };

export function LicenceFormPage({ pageContext, typed = NOTHING_TYPED, problems = {} }: FormProps) {
  const isRight = Object.keys(problems).length === 0;
  const { meta } = LICENCE_COPY;
  return (
    <Document
      pageContext={pageContext}
      meta={{ ...meta, title: titleOfForm(meta.title, !isRight) }}
      crumb={LICENCE_COPY.crumb}
      index={isRight ? "index" : "noindex"}
      socialImage="licence"
      stylesheet="styles-licence"
    >
      <DrawnHead title={LICENCE_COPY.title} intro={LICENCE_COPY.intro} picture="ruler-along-hull" />
      <div className="licence-form-page stack wrap">
        <ErrorSummary
          errors={LICENCE_FIELDS.map((field) => ({
            fieldId: licenceFieldId(field),
            text: licenceProblemText(field, problems),
          }))}
        />
        <LicenceForm search={pageContext.search} typed={typed} problems={problems} />
      </div>
      <Rests />
    </Document>
  );
}

type AnswerProps = { pageContext: PageContext; typed: TypedAnswers; answers: LicenceAnswers; result: LicenceResult };

/** The reasons that stand open; the rest, and what else the law says, unfolds. */
const FIRST_REASONS = 2;

export function LicenceAnswerPage({ pageContext, typed, answers, result }: AnswerProps) {
  const { verdict } = result;
  const copy = VERDICT_COPY[verdict];
  const reasons = result.reasons.map((reason) => REASON_COPY[reason]);
  return (
    <Document
      pageContext={pageContext}
      meta={{ ...LICENCE_COPY.meta, title: `${copy.title} | ${BRAND}` }}
      crumb={LICENCE_COPY.crumb}
      index="noindex"
      socialImage="licence"
      stylesheet="styles-licence"
    >
      <Verdict pageContext={pageContext} typed={typed} answers={answers} result={result} />
      <div className="licence-grounds section wrap">
        <Block title={words.whyTitle}>
          <Grounds items={reasons.slice(0, FIRST_REASONS)} />
        </Block>
        <details className="licence-more">
          <summary className="tap-link">{words.moreLabel}</summary>
          <Grounds items={reasons.slice(FIRST_REASONS)} />
          <Block title={words.ageTitle}>
            <Grounds items={result.ages.map((age) => AGE_COPY[age])} />
          </Block>
          <Block title={words.radioTitle}>
            <Grounds items={RADIO_COPY[result.radio]} />
          </Block>
          <Rests />
        </details>
      </div>
    </Document>
  );
}

/** The answer itself, before anything else; then the next steps, and the given answers. */
function Verdict({ pageContext, typed, answers, result }: AnswerProps) {
  const { mark, title, text, actions } = VERDICT_COPY[result.verdict];
  const steering =
    result.steering === "later" || result.steering === "tooYoung"
      ? fillIn(STEERING_COPY[result.steering], { years: String(result.minimumAge) })
      : null;
  return (
    <section className={`hero licence-verdict licence-verdict-${result.verdict}`}>
      <div className="wrap">
        <div className="licence-verdict-columns stack">
          <div>
            <p className="topic">{words.eyebrow}</p>
            <h1>
              <span className="licence-mark">{mark}</span> <span>{title}</span>
            </h1>
            {steering === null ? null : <p className="licence-steering">{steering}</p>}
            <p className="lead">{text}</p>
            {actions.length === 0 ? null : (
              <p className="actions">
                {actions.map(({ label, page }, index) => (
                  <a
                    key={page}
                    className={index === 0 && !result.verdict.startsWith("none") ? "button" : "button button-quiet"}
                    href={withSearch(PATHS[page], pageContext.search)}
                  >
                    {label} {index === 0 ? <ArrowRight /> : null}
                  </a>
                ))}
              </p>
            )}
            {result.verdict === "KVB2" ? <BothCall pageContext={pageContext} /> : null}
          </div>
          <div className="licence-glance">
            <Facts rows={glanceOf(result, pageContext)} />
          </div>
        </div>
        <p className="licence-answers note">
          {words.answersLabel} {summaryOf(answers)} {words.share}
        </p>
        <details className="licence-change">
          <summary className="tap-link">{words.changeLabel}</summary>
          <LicenceForm search={pageContext.search} typed={typed} problems={{}} />
        </details>
      </div>
    </section>
  );
}

function glanceOf({ verdict, minimumAge, radio }: LicenceResult, pageContext: PageContext) {
  const { glance } = words;
  const licences = { KVB1: ["KVB1"], KVB2: BOTH_LICENCES } as const;
  const costs = verdict === "KVB1" || verdict === "KVB2" ? licenceCosts(licences[verdict], pageContext) : undefined;
  return [
    [glance.licence, glance.licences[verdict]],
    [glance.steering, glance.ages[String(minimumAge) as keyof typeof glance.ages]],
    [glance.radio, glance.radios[radio]],
    [glance.costs, costs === undefined ? undefined : formatPrice(costs.total)],
  ] as const;
}

function summaryOf({ boat, lengthCm, speed, waters, use, age }: LicenceAnswers): string {
  const chosen: readonly Option[] = [
    options.boat[boat],
    { label: `${formatLength(lengthCm)} ${LICENCE_COPY.metres}` },
    options.speed[speed],
    ...waters.map((water) => options.waters[water]),
    options.use[use],
    options.age[age],
  ];
  return `${chosen.map(({ label, said }) => said ?? label).join(" · ")}.`;
}

function Block({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="licence-block">
      <h2>{title}</h2>
      <div>{children}</div>
    </section>
  );
}

/** Sentences, each with the article that it rests on. */
function Grounds({ items }: { items: readonly Ground[] }) {
  return (
    <ul className="licence-grounds-list">
      {items.map(({ text, source, ask }) => (
        <li key={text}>
          <p>
            {ask ? <strong className="licence-ask">{words.askLabel}</strong> : null} {text}
          </p>
          {source === undefined ? null : <p className="licence-source note">{source}</p>}
        </li>
      ))}
    </ul>
  );
}

/** The sources of the answers, with links to the present law. */
function Rests() {
  return (
    <section className="section section-shallow">
      <div className="split wrap">
        <div>
          <h2>{rests.title}</h2>
          {rests.text.map((text) => (
            <p key={text} className="licence-rests">
              {text}
            </p>
          ))}
        </div>
        <ul className="licence-laws tap-links">
          {LICENCE_LAWS.map((law) => (
            <li key={law}>
              <a href={LAWS[law].href} rel="noopener">
                {LAWS[law].name}
              </a>{" "}
              <span className="note">{textOf(law)}</span>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
