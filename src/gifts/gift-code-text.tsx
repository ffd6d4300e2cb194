import { codeParts } from "../shared/gift.ts";

/** A gift's code. Where it does not fit on one line, it breaks between its parts. */
export function GiftCodeText({ code }: { code: string }) {
  return codeParts(code).map((part) => (
    <span key={part} className="gift-code-part" translate="no">
      {part}
    </span>
  ));
}
