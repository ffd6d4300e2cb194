import { type DeliveryAnswer, problemsOf } from "../gifts/day/delivery-view-handler.ts";
import { changeDelivery, type Delivery } from "../gifts/day/gift-delivery.ts";
import { GIFT_DELIVERY_COPY } from "../gifts/day/gift-delivery-copy.ts";
import { DeliveryForm } from "../gifts/day/gift-delivery-form.tsx";
import { DELIVERY_FIELDS, DELIVERY_STEPS, deliveryDays, type TypedDelivery } from "../gifts/day/gift-delivery-rules.ts";
import type { AppContext } from "../server/http/context.ts";
import { type FormLimits, readForm } from "../server/http/form.ts";
import { seeOther } from "../server/http/json.ts";
import { countFurther, RATE_LIMIT_PERIOD_S, UNAVAILABLE_RETRY_S } from "../server/http/rate-limit.ts";
import { KEYED_PAGE_HEADERS } from "../server/http/security.ts";
import { traced } from "../server/http/trace.ts";
import { errorMessage, logEvent } from "../server/log.ts";
import type { Shop } from "../server/shop.ts";
import { startMails } from "../server/workflow-starts.ts";
import { isEmailAddress } from "../shared/email-address.ts";
import { readDayText, readEmailText } from "../shared/typed-values.ts";
import { answerOrder, findGift, openOrder } from "./order-handler.tsx";

/** A day and the longest address, each character percent-encoded, and the rest. Sixty a minute, counted apart. */
const FORM_LIMITS: FormLimits = { maxBytes: 4 * 1024, limiter: "ORDER_LIMIT", purpose: "gift delivery" };
/** The cost of a change, of the 60 that a client has in a minute (`ORDER_LIMIT`): six a minute. */
const COST_OF_CHANGE = 10;

/**
 * `POST /bestelling/{token}`: the giver changes day and address of a gift that is mailed, or stops it. After a change
 * the browser is sent back to the page, so that a reload changes nothing again. Otherwise the page says why nothing
 * changed, with what was typed; 503 while the ledger is away.
 */
export async function handleGiftDelivery(c: AppContext): Promise<Response> {
  const form = await readForm(c, FORM_LIMITS);
  const typed = typeof form === "number" ? null : typedIn(form);
  const { now } = c.get("shop");
  const opened = await openOrder(c, typed && { text: GIFT_DELIVERY_COPY.page.kept, form: keptForm(c, typed) });
  if (opened instanceof Response) return opened;
  const answer = (delivery: DeliveryAnswer, status = 200, retryS?: number) =>
    answerOrder(c, opened, { delivery, status, retryS });

  if (form === 429) return answer({ unchanged: "tooMany" }, 429, RATE_LIMIT_PERIOD_S);
  if (typeof form === "number") return answer({ unchanged: "unreadable" }, form);
  const { intentId, stored } = opened;
  // A delivery can be changed only if the page shows the form.
  const gift = stored === null || stored.isRepaid ? null : await findGift(c, stored);
  if (gift === null || gift.isStopped || gift.from === "now") return answer({}, 409);
  const problems = typed === null ? {} : problemsOf(typed, isEmailAddress, now);
  if (typed !== null && Object.keys(problems).length > 0) return answer({ typed, problems }, 422);
  await countFurther(c, "ORDER_LIMIT", FORM_LIMITS.purpose, COST_OF_CHANGE - 1);
  const change = changeDelivery(c.get("shop"), intentId, typed);
  const outcome = await traced(c, "ledger", change, ({ status }) => status);
  if (outcome.status === "changed") {
    await startAtOnce(c.get("shop"), intentId, outcome.delivery);
    const step = typed === null ? DELIVERY_STEPS.stop : DELIVERY_STEPS.send;
    return seeOther(c, `${c.get("path")}?${DELIVERY_FIELDS.step}=${step}#bezorgen`, KEYED_PAGE_HEADERS);
  }
  const { status } = outcome;
  return answer(
    typed === null ? { unchanged: status } : { typed, unchanged: status },
    status === "unavailable" ? 503 : 409,
    status === "unavailable" ? UNAVAILABLE_RETRY_S : undefined,
  );
}

function keptForm(c: AppContext, typed: TypedDelivery) {
  return <DeliveryForm action={c.get("path")} typed={typed} days={deliveryDays(c.get("shop").now)} />;
}

/** What the giver typed; null: the button that stops the mail was pressed. */
function typedIn(form: URLSearchParams): TypedDelivery | null {
  if (form.get(DELIVERY_FIELDS.step) === DELIVERY_STEPS.stop) return null;
  const text = (name: string) => form.get(name) ?? "";
  return { day: readDayText(text(DELIVERY_FIELDS.day)), to: readEmailText(text(DELIVERY_FIELDS.to)) };
}

/** A gift for today is mailed at once; another one waits for the clock, which also starts what could not be started here. */
async function startAtOnce(shop: Shop, intentId: string, delivery: Delivery): Promise<void> {
  if (delivery.state !== "planned" || Date.parse(delivery.sendAt) > shop.now.getTime()) return;
  const mail = { kind: "gift", about: intentId, version: String(delivery.version) } as const;
  await startMails(shop, [mail]).catch((error: unknown) =>
    logEvent("error", "workflow.unavailable", { intentId, reason: errorMessage(error) }),
  );
}
