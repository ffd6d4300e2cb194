import type { PageContext } from "../../shared/page-context.ts";
import { PATHS } from "../../shared/paths.ts";
import { CarriedFields } from "../../ui/carried-fields.tsx";
import { Document } from "../../ui/document.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { FormField } from "../../ui/form.tsx";
import { titleOfForm } from "../../ui/form-copy.ts";
import { TYPED_CODE_PARAMETER } from "../gift-address-rules.ts";
import { GiftStill } from "../gift-still.tsx";
import { GIFT_COPY } from "./gift-copy.ts";

type GiftUnknownPageProps = {
  pageContext: PageContext;
  reason: "unknown-code" | "unknown-name" | "no-code" | "asking";
  typed?: string;
};

const { unknown, unknownName, enter, form } = GIFT_COPY;
const COPY = { "unknown-code": unknown, "unknown-name": unknownName, "no-code": enter, asking: enter };
const FIELD_ID = "gift-code";
/** Longest text that the field accepts, and that is shown in it again. A whole link fits. */
const FIELD_MAX_LENGTH = 300;

/** A form for a gift's code, below the error. */
export function GiftUnknownPage({ pageContext, reason, typed = "" }: GiftUnknownPageProps) {
  const { meta, title, text } = COPY[reason];
  const problem = reason === "no-code" ? form.invalid : undefined;
  const shown = { ...meta, title: titleOfForm(meta.title, problem !== undefined) };
  return (
    <Document pageContext={pageContext} meta={shown} index="noindex" socialImage="gift" stylesheet="styles-gift">
      <div className="message wrap">
        <div>
          <h1>{title}</h1>
          <p className="lead">{text}</p>
          <ErrorSummary errors={[{ fieldId: FIELD_ID, text: problem }]} />
          <GiftCodeForm problem={problem} typed={typed} search={pageContext.search} />
        </div>
        <GiftStill look={reason === "asking" ? "full" : "empty"} />
      </div>
    </Document>
  );
}

/** A plain form cannot turn a typed text into a path. So it requests `/cadeau`, which redirects to the gift. */
function GiftCodeForm({ problem, typed, search }: { problem: string | undefined; typed: string; search: string }) {
  return (
    <form className="gift-form" action={PATHS.giftLookup} method="get">
      <FormField id={FIELD_ID} label={form.label} hint={form.help} problem={problem}>
        {(props) => (
          <input
            {...props}
            name={TYPED_CODE_PARAMETER}
            defaultValue={typed.slice(0, FIELD_MAX_LENGTH).toWellFormed()}
            required
            maxLength={FIELD_MAX_LENGTH}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
          />
        )}
      </FormField>
      <button className="button" type="submit">
        {form.submit}
      </button>
      <CarriedFields search={search} />
    </form>
  );
}

type GiftUnavailablePageProps = {
  pageContext: PageContext;
  /**
   * `unavailable`: KV is down. `tooMany`: this visitor has asked for too many gifts in a short time. `preparing`: KV
   * does not show it yet. `stopped`: it was stopped.
   */
  reason: "unavailable" | "tooMany" | "preparing" | "stopped";
  /** The address that requests the same gift again. */
  retryHref: string;
};

const GIFT_LOOKS = { unavailable: "fog", tooMany: "full", preparing: "full", stopped: "empty" } as const;

/** The page of a gift that cannot be shown. It does not blame the recipient. */
export function GiftUnavailablePage({ pageContext, reason, retryHref }: GiftUnavailablePageProps) {
  const copy = GIFT_COPY[reason];
  return (
    <Document pageContext={pageContext} meta={copy.meta} index="noindex" socialImage="gift" stylesheet="styles-gift">
      <div className="message wrap">
        <div>
          <h1>{copy.title}</h1>
          <p className="lead">{copy.text}</p>
          {"retry" in copy ? (
            <p className="message-action buttons">
              <a className="button" href={retryHref}>
                {copy.retry}
              </a>
            </p>
          ) : null}
        </div>
        <GiftStill look={GIFT_LOOKS[reason]} />
      </div>
    </Document>
  );
}
