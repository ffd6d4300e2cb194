import type { PageContext } from "../../shared/page-context.ts";
import { Island } from "../../ui/island.tsx";
import { PRACTICE_POPUP_COPY as COPY } from "./practice-popup-copy.ts";
import { POPUP_DELAY_MS } from "./practice-popup-rules.ts";

const TITLE_ID = "practice-popup-title";

/** The offer of free practice questions; nothing when it is switched off or the practice app is not configured. */
export function PracticePopup({ pageContext }: { pageContext: PageContext }) {
  const { practiceApp } = pageContext.links;
  if (!pageContext.practicePopup || practiceApp === null) return null;
  return (
    <Island name="practicePopup" when={POPUP_DELAY_MS}>
      <template>
        <dialog className="practice-popup screen-only" aria-labelledby={TITLE_ID} tabIndex={-1}>
          <div className="practice-popup-body">
            <h2 id={TITLE_ID}>{COPY.title}</h2>
            <p>{COPY.text}</p>
            <p className="practice-popup-actions">
              <a className="button" href={practiceApp}>
                {COPY.startLabel}
              </a>
              <button type="button" className="button button-quiet">
                {COPY.laterLabel}
              </button>
            </p>
            <button type="button" className="practice-popup-close icon-button" aria-label={COPY.closeLabel}>
              ×
            </button>
          </div>
        </dialog>
      </template>
    </Island>
  );
}
