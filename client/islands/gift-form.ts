import { printedEnd } from "../../src/gifts/card-message-rules.ts";
import { lastDeliveryDay } from "../../src/gifts/day/gift-delivery-rules.ts";
import {
  CHECKED_GIFT_FIELDS,
  type CheckedGiftField,
  countCharacters,
  EMPTY_GIFT,
  EXAMPLE_IDS,
  formatCardDay,
  formValuesOf,
  GIFT_FIELDS,
  GIFT_MOMENTS,
  type GiftChoice,
  type GiftFormAnswer,
  type TypedGift,
  typedGift,
} from "../../src/gifts/give-gift-rules.ts";
import { isEmailAddress } from "../../src/shared/email-address.ts";
import { fillIn } from "../../src/shared/fill-in.ts";
import { type GiftWish, MESSAGE_MAX_LENGTH, NAME_MAX_LENGTH } from "../../src/shared/gift.ts";
import { today } from "../../src/shared/time.ts";
import { readEmailText } from "../../src/shared/typed-values.ts";
import { readGiftDraft, storeGiftDraft } from "../checkout/gift-draft.ts";

type ScriptCopy = Record<"counted" | "countedCut" | "remaining" | "tooMany", string> & {
  example: Record<"recipient" | "giver" | "message", string>;
};

type GiftFormProps = {
  choices: readonly Pick<GiftChoice, "id" | "title">[];
  /** Whether the server filled in the fields: its values count, even empty ones. */
  isGivenBack: boolean;
  lastDay: string;
  copy: ScriptCopy;
};

/** How near the limit a screen reader first hears the number of characters left, and then how often again. */
const NEAR = 100;
const SAY_EVERY = 20;

/** The timeout of the server's answer, milliseconds. */
const ANSWER_LIMIT_MS = 10_000;

const SUMMARY_TITLE_ID = "fouten";

/**
 * The form that makes a gift. It is checked by the server, and its payment has an address of its own: no page is the
 * answer to a POST, so going back never ends at a browser's error. The example shows the typed texts, the message is
 * counted, an error disappears when its field is right, and an unpaid gift of this tab is filled in again.
 */
export function enhance(root: HTMLElement, props: GiftFormProps): void {
  const { choices, isGivenBack, lastDay, copy } = props;
  const form = root.querySelector("form") as HTMLFormElement;
  const hint = document.getElementById(`${GIFT_FIELDS.message}-uitleg`) as HTMLElement;
  const status = form.querySelector("[role=status]") as HTMLElement;
  const button = form.querySelector("[type=submit]") as HTMLElement;
  const label = button.textContent;

  const follow = () => {
    const now = readFields(form);
    const count = countCharacters(now.message.trim());
    const end = printedEnd(now.message);
    hint.textContent = fillIn(end === null ? copy.counted : copy.countedCut, {
      count,
      max: MESSAGE_MAX_LENGTH,
      end: end ?? "",
    });
    status.textContent = sayCount(MESSAGE_MAX_LENGTH - count, copy);
    showExample(now, choices, copy.example);
    show(EXAMPLE_IDS.total, form.querySelector(".give-products :checked + span > span")?.textContent ?? "");
  };

  /** The request whose answer counts: the text that is stored is the one in the form. */
  let asked: symbol | null = null;
  const showBusy = (isBusy: boolean) => {
    button.ariaDisabled = button.dataset.busy = `${isBusy}`;
    button.textContent = isBusy ? `${label}...` : label;
    if (isBusy) status.textContent = button.textContent;
  };
  /** Whether the next page is on its way. */
  let isGoing = false;
  /**
   * At an error, at what is typed until the next page is there, and when the visitor leaves: a browser may end a request
   * then.
   */
  const endRequest = () => {
    // The next page would sell the text of before.
    if (isGoing) stop();
    isGoing = false;
    asked = null;
    removeEventListener("beforeunload", endRequest);
    showBusy(false);
    follow();
  };

  const draft = isGivenBack ? null : readGiftDraft();
  if (draft !== null) fillEmpty(form, formValuesOf(draft.wish, draft.deliverTo));
  const forgive = () => {
    const now = readFields(form);
    for (const field of CHECKED_GIFT_FIELDS) {
      if (!isRight(field, now, lastDay)) continue;
      removeError(GIFT_FIELDS[field]);
      removeFromSummary(GIFT_FIELDS[field]);
    }
  };
  // A field may have been corrected before this script came.
  for (const react of [endRequest, forgive]) {
    react();
    form.addEventListener("input", react);
  }
  let hasGoneOn = false;
  form.addEventListener("submit", async (event: SubmitEvent) => {
    event.preventDefault();
    if (asked !== null) return;
    const own = Symbol();
    asked = own;
    addEventListener("beforeunload", endRequest);
    showBusy(true);
    const answer = await ask(form).catch(() => null);
    if (asked !== own) return;
    if (answer !== null && "errors" in answer) {
      endRequest();
      return showErrors(root, answer);
    }
    removeEventListener("beforeunload", endRequest);
    isGoing = true;
    hasGoneOn = answer !== null && storeGiftDraft(answer.draft);
    if (answer !== null && hasGoneOn) location.assign(answer.href);
    // Without storage the payment step is the answer to the form itself; a refusal has a page of its own.
    else {
      keepTyped(form);
      form.submit();
    }
  });
  // The browser restores the fields after this when the visitor goes back from the payment step. If it has kept the page
  // and the gift is paid meanwhile, the next one begins with an empty form.
  const onShow = () => {
    if (hasGoneOn && readGiftDraft() === null) form.reset();
    hasGoneOn = isGoing = false;
    endRequest();
  };
  addEventListener("pageshow", onShow);
}

/** Keeps the gift as it was typed: without a network the browser's own error takes the place of the form. */
function keepTyped(form: HTMLFormElement): void {
  const { product, isForDay, day, deliverTo, ...texts } = readFields(form);
  const wish = { ...texts, productId: product as GiftWish["productId"], from: isForDay ? day : "now" };
  storeGiftDraft({ wish, deliverTo, digest: "" });
}

/** The server's answer to the form. Rejects if it has none, or a page. */
async function ask(form: HTMLFormElement): Promise<GiftFormAnswer> {
  const body = new URLSearchParams(new FormData(form) as unknown as Record<string, string>);
  const signal = AbortSignal.timeout(ANSWER_LIMIT_MS);
  const headers = { accept: "application/json" };
  return (await fetch(form.action, { method: "POST", headers, body, signal })).json();
}

/** Shows the form's errors as the server's page does: a list that takes the focus, and each beside its field. */
function showErrors(root: HTMLElement, { title, errorTitle, errors }: Extract<GiftFormAnswer, { errors: unknown }>) {
  for (const field of CHECKED_GIFT_FIELDS) removeError(GIFT_FIELDS[field]);
  document.getElementById(SUMMARY_TITLE_ID)?.parentElement?.remove();
  const heading = make("h3", title);
  heading.id = SUMMARY_TITLE_ID;
  const list = document.createElement("ul");
  for (const { fieldId, text } of errors) {
    const link = make("a", text);
    link.href = `#${fieldId}`;
    const item = document.createElement("li");
    item.append(link);
    list.append(item);
    addError(fieldId, text);
  }
  const summary = document.createElement("div");
  summary.className = "form-alert tap-links";
  summary.role = "group";
  summary.setAttribute("aria-labelledby", SUMMARY_TITLE_ID);
  summary.tabIndex = -1;
  summary.append(heading, list);
  root.before(summary);
  if (!document.title.startsWith(errorTitle)) document.title = errorTitle + document.title;
  summary.focus();
}

function make<Name extends "a" | "h3" | "p">(name: Name, text: string): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  element.textContent = text;
  return element;
}

function addError(id: string, text: string): void {
  const field = document.getElementById(id);
  const box = field?.closest(".form-field, fieldset");
  if (!field || !box) return;
  const error = make("p", text);
  error.id = `${id}-fout`;
  error.className = "form-error";
  box.append(error);
  const described = box.matches("fieldset") ? box : field;
  const others = described.getAttribute("aria-describedby");
  described.setAttribute("aria-describedby", others === null ? error.id : `${others} ${error.id}`);
  if (described === field) field.setAttribute("aria-invalid", "true");
}

function removeError(id: string): void {
  const error = document.getElementById(`${id}-fout`);
  if (error === null) return;
  error.remove();
  document.getElementById(id)?.removeAttribute("aria-invalid");
  const described = document.querySelector(`[aria-describedby~="${error.id}"]`);
  const others = described
    ?.getAttribute("aria-describedby")
    ?.split(" ")
    .filter((other) => other !== error.id);
  if (others === undefined || others.length === 0) described?.removeAttribute("aria-describedby");
  else described?.setAttribute("aria-describedby", others.join(" "));
}

/** Removes a field's line from the list of errors, and the list with its last line. */
function removeFromSummary(id: string): void {
  const line = document.querySelector(`.form-alert a[href="#${id}"]`)?.closest("li");
  if (line?.parentElement?.childElementCount === 1) line.closest(".form-alert")?.remove();
  else line?.remove();
}

/** The text for screen readers: empty while there is room, near the end a new one at every twentieth character. */
function sayCount(left: number, copy: ScriptCopy): string {
  if (left < 0) return fillIn(copy.tooMany, { n: -left });
  return left > NEAR ? "" : fillIn(copy.remaining, { n: Math.ceil(left / SAY_EVERY) * SAY_EVERY });
}

/** Whether a field would pass now; the server decides when the form is sent. */
function isRight(field: CheckedGiftField, now: TypedGift, lastDay: string): boolean {
  if (field === "message") return countCharacters(now.message.trim()) <= MESSAGE_MAX_LENGTH;
  if (field === "product") return now.product !== "";
  if (field === "deliverTo") return now.deliverTo.trim() === "" || isEmailAddress(readEmailText(now.deliverTo));
  if (field !== "day") return now[field].trim() !== "" && countCharacters(now[field].trim()) <= NAME_MAX_LENGTH;
  if (!now.isForDay) return true;
  const last = now.deliverTo.trim() === "" ? lastDay : lastDeliveryDay(new Date());
  return now.day >= today(new Date()) && now.day <= last;
}

const readFields = (form: HTMLFormElement): TypedGift => typedGift(new FormData(form));

/**
 * Fills a gift into the empty fields. The other fields have texts that were typed before the script loaded, or that the
 * browser restored: with both names it has restored the form, and its course and moment count. Otherwise the product is
 * set if the form still has its first one, and a day also sets its choice.
 */
function fillEmpty(form: HTMLFormElement, draft: TypedGift): void {
  const now = readFields(form);
  const isRestored = now.recipient !== "" && now.giver !== "";
  const put = (name: string, text: string) => {
    const field = form.elements.namedItem(name);
    if (field instanceof Element || field instanceof RadioNodeList) (field as HTMLInputElement).value = text;
  };
  for (const field of ["recipient", "giver", "message"] as const) {
    if (now[field] === "") put(GIFT_FIELDS[field], draft[field]);
  }
  if (!isRestored && now.product === EMPTY_GIFT.product) put(GIFT_FIELDS.product, draft.product);
  // A browser restores the day, but not the address beside it.
  if (!draft.isForDay || (isRestored && !now.isForDay) || (now.day !== "" && now.day !== draft.day)) return;
  put(GIFT_FIELDS.day, draft.day);
  if (now.deliverTo === "") put(GIFT_FIELDS.deliverTo, draft.deliverTo);
  put(GIFT_FIELDS.moment, GIFT_MOMENTS.day);
}

function showExample(
  { product, recipient, giver, message, isForDay, day }: TypedGift,
  choices: GiftFormProps["choices"],
  empty: ScriptCopy["example"],
): void {
  show(EXAMPLE_IDS.title, choices.find(({ id }) => id === product)?.title ?? "");
  for (const id of [EXAMPLE_IDS.recipient, EXAMPLE_IDS.smallRecipient]) show(id, recipient.trim() || empty.recipient);
  for (const id of [EXAMPLE_IDS.giver, EXAMPLE_IDS.smallGiver]) show(id, giver.trim() || empty.giver);
  for (const id of [EXAMPLE_IDS.message, EXAMPLE_IDS.smallMessage]) show(id, message.trim() || empty.message);
  show(EXAMPLE_IDS.day, isForDay ? formatCardDay(day) : "");
}

function show(id: string, text: string): void {
  const element = document.getElementById(id);
  if (element === null) return;
  element.textContent = text;
  element.hidden = text === "";
}
