import { formatOrderNumber } from "../../ledger/order-rules.ts";
import { readOrderToken } from "../../ledger/order-token.ts";
import { type Order, readOrder } from "../../ledger/orders.ts";
import type { AppContext } from "../../server/http/context.ts";
import { answerTooManyForms } from "../../server/http/errors-handler.tsx";
import { type FormLimits, readForm } from "../../server/http/form.ts";
import { createPageContext } from "../../server/http/page-context.ts";
import { isWithinLimit, RATE_LIMIT_PERIOD_S, UNAVAILABLE_RETRY_S } from "../../server/http/rate-limit.ts";
import { renderKeyedPage } from "../../server/http/render.tsx";
import { traced } from "../../server/http/trace.ts";
import { PRODUCTS } from "../../shared/courses.ts";
import { unmeasured } from "../../shared/page-context.ts";
import {
  AGAIN_PARAMETER,
  ORDER_PARAMETER,
  orderPath,
  PATHS,
  RECEIPT_PARAMETER,
  withdrawalPath,
} from "../../shared/paths.ts";
import { createFormName, readFormName } from "./form-name.ts";
import { readReceiptToken } from "./receipt-token.ts";
import {
  FIELD_NAMES,
  FORM_NAME_FIELD,
  STEP_FIELD,
  STEPS,
  WithdrawalCheckPage,
  WithdrawalDonePage,
  WithdrawalFormPage,
  WithdrawalReceiptPage,
  WithdrawalUnreadPage,
} from "./withdrawal-page.tsx";
import { checkWithdrawal, cleanWithdrawal, type WithdrawalFields } from "./withdrawal-rules.ts";
import { readWithdrawal, recordWithdrawal, type Withdrawal } from "./withdrawals.ts";

/**
 * The withdrawal function (art. 11a of Directive 2011/83/EU). It has two plain forms: fill in, then check and confirm.
 * It never looks an order up by typed texts, so nobody can find out here whether it exists. Only an order's signed link
 * fills in the form.
 */

/**
 * The longest form: every field full, each character percent-encoded. A client may send sixty in a minute. They are
 * counted apart from confirmations, so the first form never uses those up.
 */
const FORM_LIMITS: FormLimits = { maxBytes: 48 * 1024, limiter: "ORDER_LIMIT", purpose: "withdrawal form" };
/**
 * The cost of a confirmation, of the 60 that a client has in a minute (`ORDER_LIMIT`): six a minute. Showing a form
 * costs one. Its mails are counted in `orders/withdrawal/withdrawals.ts`.
 */
const COST_OF_CONFIRMATION = 10;
const PURPOSE = "withdrawal";

const EMPTY: WithdrawalFields = { name: "", contract: "", email: "", reason: "" };

/**
 * `GET /herroepen`: the first form, filled in from an order's token. If that order was withdrawn from before, that
 * withdrawal is shown, until the form is asked for. With a receipt's token: that withdrawal.
 */
export async function serveWithdrawal(c: AppContext): Promise<Response> {
  const receipt = c.req.query(RECEIPT_PARAMETER);
  if (receipt !== undefined) return serveReceipt(c, receipt);
  const sent = c.req.query(ORDER_PARAMETER);
  const mayAsk = sent !== undefined && (await isWithinLimit(c, "ORDER_LIMIT", PURPOSE));
  const intentId = mayAsk ? await readOrderToken(c.get("shop"), sent) : null;
  const order = await orderOf(c, intentId);
  const fields = intentId === null ? EMPTY : fieldsOf(intentId, order);
  const token = intentId === null || sent === undefined ? null : sent;
  const { earlier, isWaived } = knownOf(order);
  if (earlier !== null && token !== null && c.req.query(AGAIN_PARAMETER) === undefined) {
    const withdrawal = await withdrawalOf(c, earlier.reference).catch(() => null);
    const links = { order: orderPath(token), again: `${withdrawalPath(token)}&${AGAIN_PARAMETER}=1` };
    // If it cannot be read, the form says the same in short.
    if (withdrawal !== null)
      return renderKeyedPage(
        <WithdrawalReceiptPage pageContext={unmeasured(createPageContext(c))} {...{ withdrawal, links }} />,
      );
  }
  return renderKeyedPage(
    <WithdrawalFormPage pageContext={unmeasured(createPageContext(c))} {...{ fields, token, earlier, isWaived }} />,
  );
}

/** The withdrawal of a signed link, for whoever got that link by mail. */
async function serveReceipt(c: AppContext, token: string): Promise<Response> {
  const pageContext = unmeasured(createPageContext(c));
  const unread = (reason: "unavailable" | "tooMany" | "notFound", status: number, retryS?: number) => {
    const again = reason === "notFound" ? PATHS.withdrawal : `${PATHS.withdrawal}${new URL(c.req.url).search}`;
    return renderKeyedPage(<WithdrawalUnreadPage {...{ pageContext, reason, again }} />, status, retryS);
  };
  if (!(await isWithinLimit(c, "ORDER_LIMIT", PURPOSE))) return unread("tooMany", 429, RATE_LIMIT_PERIOD_S);
  // Without its keys the shop cannot check a link, but the link may be valid.
  if (c.get("shop").keys.length === 0) return unread("unavailable", 503, UNAVAILABLE_RETRY_S);
  const reference = await readReceiptToken(c.get("shop"), token);
  if (reference === null) return unread("notFound", 404);
  try {
    const withdrawal = await withdrawalOf(c, reference);
    if (withdrawal === null) return unread("notFound", 404);
    // Such a link is mailed while nothing is proven. Proven since, it has the order's address, and this reader may be somebody else.
    const shown = withdrawal.isProven ? { ...withdrawal, email: "" } : withdrawal;
    return renderKeyedPage(<WithdrawalReceiptPage pageContext={pageContext} withdrawal={shown} links={null} />);
  } catch {
    return unread("unavailable", 503, UNAVAILABLE_RETRY_S);
  }
}

/** Rejects if the ledger is away; that is logged. */
function withdrawalOf(c: AppContext, reference: string): Promise<Withdrawal | null> {
  return traced(c, "ledger", readWithdrawal(c.get("shop").ledger, reference), () => "read");
}

/** The order of a signed link. Null if it is not known, or the ledger is away: then the buyer types the fields. */
async function orderOf(c: AppContext, intentId: string | null): Promise<Order | null> {
  if (intentId === null) return null;
  return traced(c, "ledger", readOrder(c.get("shop").ledger, intentId), () => "read").catch(() => null);
}

/** What the first form says of its order: the withdrawal that counts, unless it was refused, and whether the right was given up. */
function knownOf(order: Order | null) {
  const { withdrawal: reference, withdrawnAt: receivedAt, isWithdrawn, waivedAt } = order ?? {};
  const earlier =
    !isWithdrawn || reference === undefined || receivedAt === undefined ? null : { reference, receivedAt };
  return { earlier, isWaived: waivedAt !== undefined };
}

function fieldsOf(intentId: string, order: Order | null): WithdrawalFields {
  const course = order?.productId === undefined ? [] : [PRODUCTS[order.productId].name];
  const contract = [...course, formatOrderNumber(intentId)].join(", ");
  return { ...EMPTY, contract, name: order?.buyerName ?? "", email: order?.email ?? "" };
}

/**
 * `POST /herroepen`: the first form is answered with the second; the second withdraws. No typed text is ever lost: a
 * 503, while the ledger is away, shows the second form again.
 */
export async function handleWithdrawal(c: AppContext): Promise<Response> {
  const pageContext = unmeasured(createPageContext(c));
  const form = await readForm(c, FORM_LIMITS);
  if (form === 429) return answerTooManyForms(pageContext);
  if (typeof form === "number") {
    return renderKeyedPage(
      <WithdrawalFormPage pageContext={pageContext} fields={EMPTY} token={null} trouble="unreadable" />,
      form,
    );
  }
  const fields = cleanWithdrawal({
    name: form.get(FIELD_NAMES.name) ?? "",
    contract: form.get(FIELD_NAMES.contract) ?? "",
    email: form.get(FIELD_NAMES.email) ?? "",
    reason: form.get(FIELD_NAMES.reason) ?? "",
  });
  const sentToken = form.get(ORDER_PARAMETER);
  const intentId = sentToken === null ? null : await readOrderToken(c.get("shop"), sentToken);
  const token = intentId === null ? null : sentToken;
  const step = form.get(STEP_FIELD);
  const again = { pageContext, fields, token };
  const problems = step === STEPS.change ? {} : checkWithdrawal(fields);
  const isWrong = Object.keys(problems).length > 0;
  if (step === STEPS.change || isWrong) {
    const known = knownOf(await orderOf(c, intentId));
    return renderKeyedPage(<WithdrawalFormPage {...again} {...known} problems={problems} />, isWrong ? 422 : 200);
  }

  const sentName = form.get(FORM_NAME_FIELD) ?? "";
  const name = step === STEPS.confirm ? await readFormName(c.get("shop"), sentName) : null;
  if (name === null)
    return renderKeyedPage(<WithdrawalCheckPage {...again} formName={await createFormName(c.get("shop"))} />);
  if (!(await isWithinLimit(c, "ORDER_LIMIT", PURPOSE, COST_OF_CONFIRMATION))) {
    const limited = <WithdrawalCheckPage {...again} formName={sentName} trouble="tooMany" />;
    return renderKeyedPage(limited, 429, RATE_LIMIT_PERIOD_S);
  }
  const record = recordWithdrawal(c.get("shop"), { form: name, fields, intentId });
  const outcome = await traced(c, "ledger", record, ({ status }) => status);
  if (outcome.status === "unavailable") {
    const unavailable = <WithdrawalCheckPage {...again} formName={sentName} trouble="unavailable" />;
    return renderKeyedPage(unavailable, 503, UNAVAILABLE_RETRY_S);
  }
  if (outcome.status === "expired") {
    return renderKeyedPage(
      <WithdrawalCheckPage {...again} formName={await createFormName(c.get("shop"))} trouble="expired" />,
      409,
    );
  }
  const { withdrawal, receipt } = outcome;
  return renderKeyedPage(<WithdrawalDonePage pageContext={pageContext} {...{ withdrawal, receipt }} />);
}
