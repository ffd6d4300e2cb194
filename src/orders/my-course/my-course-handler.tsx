import { serveContentPage } from "../../server/http/content-pages.tsx";
import type { AppContext } from "../../server/http/context.ts";
import { answerTooManyForms } from "../../server/http/errors-handler.tsx";
import { type FormLimits, readForm } from "../../server/http/form.ts";
import { createAccountPageContext, keepAlive } from "../../server/http/page-context.ts";
import { isWithinLimit, RATE_LIMIT_PERIOD_S } from "../../server/http/rate-limit.ts";
import { renderKeyedPage } from "../../server/http/render.tsx";
import { startMails } from "../../server/workflow-starts.ts";
import { unmeasured } from "../../shared/page-context.ts";
import { requestLinks } from "./link-requests.ts";
import { LinksAskedPage, MyCoursePage } from "./my-course-page.tsx";
import { EMAIL_FIELD, readEmail } from "./my-course-rules.ts";

/** The longest address, percent-encoded, and room for longer ones: they get a message beside the field. */
const FORM_LIMITS: FormLimits = { maxBytes: 8 * 1024, limiter: "ORDER_LIMIT", purpose: "my course form" };
/**
 * The cost of a request for links, of the 60 that a client has in a minute (`ORDER_LIMIT`): six a minute.
 * `orders/my-course/link-requests.ts` limits the mails to one address.
 */
const COST_OF_REQUEST = 10;
const PURPOSE = "my course";
/** When a request that failed may be sent again, seconds. */
const ASK_AGAIN_S = 120;

/** `GET /mijn-cursus`: never measured, because buyers type their address there. */
export const serveMyCourse = serveContentPage(async () => MyCoursePage, unmeasured);

/**
 * `POST /mijn-cursus`: requests the mail with the links of an address. What is found is mailed after the answer, so
 * every address gets the same page after the same work. 503, with the typed address, if no mail can be asked for now.
 */
export async function handleMyCourse(c: AppContext): Promise<Response> {
  const pageContext = unmeasured(createAccountPageContext(c));
  const form = await readForm(c, FORM_LIMITS);
  if (form === 429) return answerTooManyForms(pageContext);
  if (typeof form === "number")
    return renderKeyedPage(<MyCoursePage pageContext={pageContext} trouble="unreadable" />, form);
  const { email, problem } = readEmail(form.get(EMAIL_FIELD.name) ?? "");
  if (problem !== null)
    return renderKeyedPage(<MyCoursePage pageContext={pageContext} email={email} problem={problem} />, 422);
  if (!(await isWithinLimit(c, "ORDER_LIMIT", PURPOSE, COST_OF_REQUEST))) {
    return renderKeyedPage(
      <MyCoursePage pageContext={pageContext} email={email} trouble="tooMany" />,
      429,
      RATE_LIMIT_PERIOD_S,
    );
  }
  const due = await requestLinks(c.get("shop"), email);
  if (due === null) {
    return renderKeyedPage(
      <MyCoursePage pageContext={pageContext} email={email} trouble="unavailable" />,
      503,
      ASK_AGAIN_S,
    );
  }
  // After the answer; the clock starts what could not be started here.
  keepAlive(
    c,
    startMails(c.get("shop"), due).catch(() => undefined),
  );
  return renderKeyedPage(<LinksAskedPage pageContext={pageContext} email={email} />);
}
