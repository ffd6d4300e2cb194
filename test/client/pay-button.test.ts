import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { BuyerForm } from "../../client/checkout/buyer-form.tsx";
import { CHECKOUT_COPY } from "../../src/paying/checkout/checkout-copy.ts";
import { readDocument } from "../worker/document.ts";

/** Given 6.3: when the pay button is disabled, and what stands below it then. */

const nothing = () => {};
const UNUSED = {
  ...{ links: { terms: "/", withdrawal: "/", myCourse: "/" }, logos: { src: "/", width: 1, height: 1, alt: "" } },
  ...{ problems: {}, refusal: null, notices: [], accountStateId: "", expressShown: false },
  ...{ expressRef: null, paymentRef: null, onChange: nothing, onSubmit: nothing },
} as const;

const PHASES = { loading: "true", ready: "false", processing: "true", unsure: "true" } as const;
const FIELDS = [
  ["", "", "Nog nodig: je naam en je e-mailadres."],
  [" \t", " ", "Nog nodig: je naam en je e-mailadres."],
  ["", "jan@example.nl", "Nog nodig: je naam."],
  ["Jan", "  ", "Nog nodig: je e-mailadres."],
  ["Jan", "jan@", "Nog nodig: een geldig e-mailadres."],
  ["Jan", "jan@example.nl", ""],
] as const;
const ROWS = FIELDS.flatMap(([name, email, line]) =>
  (["loading", "ready", "processing", "unsure"] as const).map((phase) => {
    const isUnnamed = /je (naam|e-mailadres)/.test(line);
    return { phase, name, email, line, disabled: isUnnamed ? "true" : PHASES[phase] };
  }),
);

test.each(ROWS)(
  "$phase, name '$name', e-mail '$email': disabled $disabled, '$line'",
  ({ phase, name, email, ...row }) => {
    const copy = { ...CHECKOUT_COPY.form, consent: null };
    const buyer = { name, email, consent: false };
    const form = readDocument(renderToStaticMarkup(createElement(BuyerForm, { ...UNUSED, copy, buyer, phase })));
    const button = form.querySelector(".pay-button");
    expect(button?.getAttribute("aria-disabled")).toBe(row.disabled);
    // It can be pressed and takes the focus all the same: a press says what is missing.
    expect(button?.hasAttribute("disabled")).toBe(false);
    expect(form.querySelector(`#${button?.getAttribute("aria-describedby")}`)?.textContent).toBe(row.line);
    expect(button?.textContent).toBe(phase === "processing" ? "Betaling verwerken..." : "Betaal €39.00");
  },
);
