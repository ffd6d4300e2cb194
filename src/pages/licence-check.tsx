import type { ReactNode } from "react";
import { BothCall } from "../components/both-call.tsx";
import { CarriedFields } from "../components/carried-fields.tsx";
import { CostBox } from "../components/cost-box.tsx";
import { Document } from "../components/document.tsx";
import { ErrorSummary } from "../components/error-summary.tsx";
import { Facts } from "../components/facts.tsx";
import { describedBy, FieldNotes } from "../components/form.tsx";
import { ArrowRight } from "../components/icon.tsx";
import { PageHead } from "../components/page-head.tsx";
import { RunningText } from "../components/running-text.tsx";
import { BOTH_LICENCES, COST_TABLES, licenceCosts } from "../content/costs.ts";
import { LAWS, textOf } from "../content/laws.ts";
import {
  AGE_COPY,
  type Ground,
  LICENCE_COPY,
  LICENCE_LAWS,
  type Option,
  RADIO_COPY,
  REASON_COPY,
  RULE_OF_THUMB_COPY,
  STEERING_COPY,
  VERDICT_COPY,
} from "../content/licence-check.ts";
import { BRAND } from "../content/site.ts";
import {
  formatLength,
  LICENCE_ANSWERS,
  LICENCE_FIELDS,
  LICENCE_PARAMETERS,
  type LicenceAnswers,
  type LicenceField,
  type LicenceProblems,
  type LicenceResult,
  type TypedAnswers,
} from "../shared/licence-check.ts";
import { formatPrice } from "../shared/money.ts";
import type { PageContext } from "../shared/page-context.ts";
import { PATHS, withSearch } from "../shared/paths.ts";
import { plainText } from "../shared/running-text.ts";

const OWN_PARAMETERS: ReadonlySet<string> = new Set(Object.values(LICENCE_PARAMETERS));
const NOTHING_TYPED: TypedAnswers = { boat: "", length: "", speed: "", waters: [], use: "", age: "" };

const { fields, options, result: words, rests } = LICENCE_COPY;

type FormProps = {
  pageContext: PageContext;
  /** The query that the form carries on; none where the page is a template for any query. */
  carried?: string;
  typed?: TypedAnswers;
  problems?: LicenceProblems;
};

/** The six questions; `problems` are the errors of the typed answers. */
export function LicenceFormPage({ pageContext, carried = "", typed = NOTHING_TYPED, problems = {} }: FormProps) {
  const wrong = LICENCE_FIELDS.filter((field) => problems[field] !== undefined);
  const { meta } = LICENCE_COPY;
  return (
    <Document
      pageContext={pageContext}
      meta={wrong.length === 0 ? meta : { ...meta, title: LICENCE_COPY.errorTitle + meta.title }}
      crumb={LICENCE_COPY.crumb}
      index={wrong.length === 0 ? "index" : "noindex"}
      socialImage="licence"
      stylesheet="styles-licence"
    >
      <PageHead title={LICENCE_COPY.title} intro={LICENCE_COPY.intro} />
      <div className="licence-form-page wrap">
        {wrong.length === 0 ? null : (
          <ErrorSummary
            title={LICENCE_COPY.summary}
            errors={wrong.map((field) => ({ fieldId: firstIdOf(field), text: problemText(field, problems) ?? "" }))}
          />
        )}
        <Questions carried={carried} typed={typed} problems={problems} />
      </div>
      <Rests />
    </Document>
  );
}

type AnswerProps = { pageContext: PageContext; typed: TypedAnswers; answers: LicenceAnswers; result: LicenceResult };

/** The law's result: first the answer, then the reasons, the age for steering, the costs and the next steps. */
export function LicenceAnswerPage({ pageContext, typed, answers, result }: AnswerProps) {
  const { verdict } = result;
  const copy = VERDICT_COPY[verdict];
  const needed = verdict === "KVB1" || verdict === "KVB2" ? verdict : null;
  const Steps = needed === null ? "ul" : "ol";
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
          <Grounds items={result.reasons.map((reason) => REASON_COPY[reason])} />
        </Block>
        <Block title={words.ageTitle}>
          <Grounds items={result.ages.map((age) => AGE_COPY[age])} />
        </Block>
        <Block title={words.radioTitle}>
          <Grounds items={RADIO_COPY[result.radio]} />
        </Block>
        {result.ruleOfThumb === null ? null : (
          <Block title={words.thumbTitle}>
            <p>{RULE_OF_THUMB_COPY[result.ruleOfThumb]}</p>
          </Block>
        )}
      </div>
      <section className="section section-land">
        <div className={needed === null ? "wrap" : "split wrap"}>
          <div>
            <h2>{words.nextTitle}</h2>
            <Steps className="licence-next">
              {copy.next.map((text) => (
                <li key={plainText(text)}>
                  <RunningText pageContext={pageContext} text={text} />
                </li>
              ))}
            </Steps>
          </div>
          {needed === null ? null : (
            <div className="licence-costs">
              <h2>{words.costTitle}</h2>
              <CostBox pageContext={pageContext} table={COST_TABLES[needed](pageContext)} />
            </div>
          )}
        </div>
      </section>
      <Rests />
    </Document>
  );
}

/** The answer itself, before anything else; then the next steps, and the given answers. */
function Verdict({ pageContext, typed, answers, result }: AnswerProps) {
  const { mark, title, text, actions } = VERDICT_COPY[result.verdict];
  const steering =
    result.steering === "later" || result.steering === "tooYoung"
      ? STEERING_COPY[result.steering].replace("{years}", String(result.minimumAge))
      : null;
  return (
    <section className={`licence-verdict licence-verdict-${result.verdict}`}>
      <div className="wrap">
        <div className="licence-verdict-columns">
          <div>
            <p className="eyebrow">{words.eyebrow}</p>
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
        <p className="licence-answers">
          {words.answersLabel} {summaryOf(answers)} {words.share}
        </p>
        <details className="licence-change">
          <summary>{words.changeLabel}</summary>
          <Questions carried={pageContext.search} typed={typed} problems={{}} />
        </details>
      </div>
    </section>
  );
}

/** The whole answer in a few words each. */
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

/** The given answers, in one line. */
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
          {source === undefined ? null : <p className="licence-source">{source}</p>}
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
        <ul className="licence-laws">
          {LICENCE_LAWS.map((law) => (
            <li key={law}>
              <a href={LAWS[law].href} rel="noopener">
                {LAWS[law].name}
              </a>
              <span>, {textOf(law)}</span>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

type QuestionsProps = { carried: string; typed: TypedAnswers; problems: LicenceProblems };

/** A plain form: the answers go into the address, so that an answer can be kept and passed on. */
function Questions({ carried, typed, problems }: QuestionsProps) {
  const { waters, length, ...single } = typed;
  return (
    <form className="licence-form" action={PATHS.licenceCheck} method="get" noValidate>
      <CarriedFields search={carried} without={OWN_PARAMETERS} />
      <Choices field="boat" chosen={[single.boat]} problems={problems} />
      <Length text={length} problems={problems} />
      <Choices field="speed" chosen={[single.speed]} problems={problems} />
      <Choices field="waters" chosen={waters} problems={problems} />
      <Choices field="use" chosen={[single.use]} problems={problems} />
      <Choices field="age" chosen={[single.age]} problems={problems} />
      <button className="button" type="submit">
        {LICENCE_COPY.submit}
      </button>
    </form>
  );
}

type ChoicesProps = {
  field: Exclude<LicenceField, "length">;
  chosen: readonly string[];
  problems: LicenceProblems;
};

/** One question: a box an answer. */
function Choices({ field, chosen, problems }: ChoicesProps) {
  const { legend, hint } = fields[field];
  const name = LICENCE_PARAMETERS[field];
  const problem = problemText(field, problems);
  const copies: Readonly<Record<string, Option>> = options[field];
  const notes = { id: name, hint, problem };
  return (
    <fieldset className="licence-question" aria-describedby={describedBy(notes)}>
      <legend>{legend}</legend>
      <FieldNotes {...notes} />
      <div className="licence-options">
        {LICENCE_ANSWERS[field].map((value) => (
          <label key={value} className="form-choice">
            <input
              type={field === "waters" ? "checkbox" : "radio"}
              id={idOf(field, value)}
              name={name}
              value={value}
              defaultChecked={chosen.includes(value)}
            />
            <span>
              {copies[value]?.label}
              {copies[value]?.hint === undefined ? null : <small>{copies[value].hint}</small>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function Length({ text, problems }: { text: string; problems: LicenceProblems }) {
  const { legend, hint } = fields.length;
  const problem = problemText("length", problems);
  const id = firstIdOf("length");
  const notes = { id, hint, problem };
  return (
    <div className="licence-question form-field">
      <label className="licence-legend" htmlFor={id}>
        {legend}
      </label>
      <FieldNotes {...notes} />
      <span className="licence-length">
        <input
          id={id}
          name={LICENCE_PARAMETERS.length}
          type="text"
          inputMode="decimal"
          autoComplete="off"
          defaultValue={text}
          aria-invalid={problem !== undefined || undefined}
          aria-describedby={describedBy(notes)}
        />{" "}
        {LICENCE_COPY.metres}
      </span>
    </div>
  );
}

function problemText(field: LicenceField, problems: LicenceProblems): string | undefined {
  const problem = problems[field];
  return problem === undefined ? undefined : fields[field].problems[problem];
}

function idOf(field: LicenceField, value: string): string {
  return `${LICENCE_PARAMETERS[field]}-${value}`;
}

/** The id to which an error links: the field, or the first of its choices. */
function firstIdOf(field: LicenceField): string {
  return field === "length" ? LICENCE_PARAMETERS.length : idOf(field, LICENCE_ANSWERS[field][0]);
}
