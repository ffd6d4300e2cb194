import { PracticePopup as PracticePopupIsland } from "../../client/islands/practice-popup.tsx";
import { PRACTICE_POPUP_COPY } from "../content/practice-popup.ts";
import type { Frame } from "../shared/frame.ts";
import { POPUP_DELAY_MS } from "../shared/practice-popup.ts";
import { Island } from "./island.tsx";

/** The offer of free practice questions; nothing when it is switched off or the practice app is not configured. */
export function PracticePopup({ frame }: { frame: Frame }) {
  const { practiceApp } = frame.links;
  if (!frame.practicePopup || practiceApp === null) return null;
  return (
    <Island
      name="practicePopup"
      when={POPUP_DELAY_MS}
      component={PracticePopupIsland}
      props={{ startHref: practiceApp, copy: PRACTICE_POPUP_COPY }}
    />
  );
}
