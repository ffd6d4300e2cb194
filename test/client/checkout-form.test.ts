import { createElement, type ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { AccountLine } from "../../client/checkout/account-line.tsx";
import { BuyerForm } from "../../client/checkout/buyer-form.tsx";
import { PaymentUnsure } from "../../client/checkout/checkout.tsx";
import { ToastRegion } from "../../client/toasts.tsx";
import { ACCOUNT_COPY } from "../../src/paying/checkout/account-copy.ts";
import { CHECKOUT_COPY } from "../../src/paying/checkout/checkout-copy.ts";
import { eachRow } from "../table.ts";
import { one, readDocument, transcript } from "../worker/document.ts";

/** The parts of the checkout in each of their states, as React draws them; what a press does to them is a browser's to test. */

const nothing = () => {};
const later = async () => "sent" as const;
const { form: copy } = CHECKOUT_COPY;
const { bought, left } = copy;
const UNUSED = {
  ...{ links: { terms: "/v", withdrawal: "/h", myCourse: "/m" }, logos: { src: "/", width: 1, height: 1, alt: "" } },
  ...{ problems: {}, refusal: null, notices: [], accountStateId: "", expressShown: false },
  ...{ expressRef: null, paymentRef: null, onChange: nothing, onSubmit: nothing },
} as const;
const JAN = { name: "Jan", email: "jan@example.nl", consent: true };
const form = (props: object) => createElement(BuyerForm, { ...UNUSED, copy, buyer: JAN, phase: "ready", ...props });
const line = (email: string | null | undefined, isUsed: boolean, busy = false) => {
  const account = email === undefined ? null : { accessToken: "x", userId: "1", email };
  const handlers = { onUse: nothing, onBegin: later, onSignOut: nothing };
  return createElement(AccountLine, { account, isUsed, copy: ACCOUNT_COPY, busy, email: JAN.email, ...handlers });
};
const unsure = (isGivenUp: boolean) => {
  const handlers = { onAskAgain: nothing, onReturnPage: nothing };
  return createElement(PaymentUnsure, { copy: copy.unsure, help: "info@example.nl", isGivenUp, ...handlers });
};
const toast = { id: 1, ...copy.toasts.fieldsMissing };

const STATES: Readonly<Record<string, ReactElement>> = {
  "a form that opens": form({ buyer: { name: "", email: "", consent: false } }),
  "each error, and a card that was refused": form({
    ...{ problems: { name: "missing", email: "invalid", consent: "missing" }, refusal: copy.declined },
    ...{ notices: [{ ...bought, link: { label: bought.toLinks, href: "/m" } }, left.pending] },
  }),
  "signed in, while it pays": form({ accountStateId: "account-state", phase: "processing", expressShown: true }),
  "a gift": form({ copy: { ...copy, consent: null, note: "Je hoeft niets aan te vinken." } }),
  "nobody is signed in": line(undefined, false),
  "nobody is signed in, while it pays": line(undefined, false, true),
  "an account that is used": line("jan@example.nl", true),
  "an account that is not used, while it pays": line("jan@example.nl", false, true),
  "an account without an address": line(null, true),
  "an account without an address that is not used": line(null, false),
  "not known whether it is paid": unsure(false),
  "not known, and asked no more": unsure(true),
  "a toast": createElement(ToastRegion, { toast, onDismiss: nothing, copy: copy.toasts }),
};
test.each(Object.entries(STATES))("%s", (_, element) =>
  expect(transcript(readDocument(renderToStaticMarkup(element)))).toMatchSnapshot(),
);

/** Given 6.3: when the pay button is disabled, and what stands below it then. A press says it too, so it takes the focus. */
eachRow(`
    ready      |     |                | true  | Nog nodig: je naam en je e-mailadres.
    ready      |     | jan@example.nl | true  | Nog nodig: je naam.
    ready      | Jan |                | true  | Nog nodig: je e-mailadres.
    ready      | Jan | jan@           | false | Nog nodig: een geldig e-mailadres.
    ready      | Jan | Jan <jan@example.nl>. | false |
    loading    | Jan | jan@example.nl | true  |
    processing | Jan | jan@example.nl | true  |
    unsure     | Jan | jan@example.nl | true  |
  `)(
  "%s, name '%s', e-mail '%s': disabled %s, '%s'",
  (phase = "", name = "", email = "", isDisabled = "", line = "") => {
    // Blanks are no name.
    const buyer = { name: name || " \t", email: email || " ", consent: false };
    const page = readDocument(renderToStaticMarkup(form({ copy: { ...copy, consent: null }, buyer, phase })));
    const button = one(page, ".pay-button");
    expect([button.getAttribute("aria-disabled"), button.hasAttribute("disabled")]).toEqual([isDisabled, false]);
    const described = button.getAttribute("aria-describedby")?.split(" ");
    expect(described?.map((id) => one(page, `#${id}`).textContent)).toEqual(["", line]);
    expect(button.textContent).toBe(phase === "processing" ? "Betaling verwerken..." : "Betaal €39.00");
  },
);
