import type { ReactNode } from "react";
import type { PageContext } from "../../shared/page-context.ts";
import { PATHS, withSearch } from "../../shared/paths.ts";
import { plainText, type RunningText as RunningTextValue } from "../../shared/running-text.ts";
import { Document } from "../../ui/document.tsx";
import { DrawnHead } from "../../ui/drawn-head.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { FormField } from "../../ui/form.tsx";
import { titleOfForm } from "../../ui/form-copy.ts";
import { MailUs } from "../../ui/mail-us.tsx";
import { RunningText } from "../../ui/running-text.tsx";
import { MY_COURSE_COPY } from "./my-course-copy.ts";
import { EMAIL_FIELD, type EmailProblem } from "./my-course-rules.ts";
import { MyOrders } from "./my-orders.tsx";

type MyCoursePageProps = {
  pageContext: PageContext;
  email?: string;
  problem?: EmailProblem | null;
  /** The reason why the form is shown again, apart from an error of its field. */
  trouble?: keyof typeof MY_COURSE_COPY.troubles;
};

const { form, about, troubles, asked } = MY_COURSE_COPY;

/**
 * `/mijn-cursus`: a form that mails a buyer the links of all orders, and the orders of a signed-in visitor.
 */
export function MyCoursePage({ pageContext, email = "", problem = null, trouble }: MyCoursePageProps) {
  const { meta, crumb, title, intro } = MY_COURSE_COPY;
  const { name: id, maxLength } = EMAIL_FIELD;
  const problemText = problem === null ? undefined : form.problems[problem];
  return (
    <Document
      pageContext={pageContext}
      meta={{ ...meta, title: titleOfForm(meta.title, problem !== null) }}
      index="index"
      stylesheet="styles-after-sale"
      crumb={crumb}
      isLoaderFirst={pageContext.auth !== null}
    >
      <DrawnHead title={title} intro={[intro]} picture="key-on-float" />
      <MyOrders pageContext={pageContext} />
      <div className="my-course split wrap">
        <div>
          {trouble === undefined ? null : (
            <div className="form-alert tap-links" role="alert">
              <h2>{troubles[trouble].title}</h2>
              <p>{troubles[trouble].text}</p>
              <MailUs pageContext={pageContext} text={MY_COURSE_COPY.contact} />
            </div>
          )}
          <ErrorSummary errors={[{ fieldId: id, text: problemText }]} />
          <form
            className="my-course-form"
            action={withSearch(PATHS.myCourse, pageContext.search)}
            method="post"
            noValidate
          >
            <FormField id={id} label={form.label} hint={form.hint} problem={problemText}>
              {(props) => (
                <input
                  {...props}
                  type="email"
                  defaultValue={email}
                  maxLength={maxLength}
                  autoComplete="email"
                  aria-required
                />
              )}
            </FormField>
            <button className="button" type="submit">
              {form.submit}
            </button>
          </form>
          <p className="note">
            <RunningText pageContext={pageContext} text={form.privacy} />
          </p>
        </div>
        <section aria-labelledby="in-de-mail">
          <h2 id="in-de-mail">{about.title}</h2>
          <Points pageContext={pageContext} items={about.items} />
          <p>
            <RunningText pageContext={pageContext} text={about.given} />
          </p>
        </section>
      </div>
    </Document>
  );
}

/** The answer to the form. It is the same whether the address has orders or not. */
export function LinksAskedPage({ pageContext, email }: { pageContext: PageContext; email: string }) {
  const [before, after] = asked.text;
  return (
    <Document pageContext={pageContext} meta={MY_COURSE_COPY.meta} index="noindex" stylesheet="styles-after-sale">
      <DrawnHead title={asked.title} intro={[]} picture="key-on-float">
        <p className="lead">
          {before}
          <b>{email}</b>
          {after}
        </p>
      </DrawnHead>
      <div className="my-course wrap">
        <section className="my-course-none" aria-labelledby="geen-mail">
          <h2 id="geen-mail">{asked.none}</h2>
          <Points pageContext={pageContext} items={asked.items} />
          <MailUs pageContext={pageContext} text={MY_COURSE_COPY.contact} />
          <p>
            <a className="button button-quiet" href={withSearch(PATHS.myCourse, pageContext.search)}>
              {asked.again}
            </a>
          </p>
        </section>
      </div>
    </Document>
  );
}

function Points({ pageContext, items }: { pageContext: PageContext; items: readonly RunningTextValue[] }): ReactNode {
  return (
    <ul className="my-course-points">
      {items.map((item) => (
        <li key={plainText(item)}>
          <RunningText pageContext={pageContext} text={item} />
        </li>
      ))}
    </ul>
  );
}
