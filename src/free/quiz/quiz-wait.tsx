import type { ReactNode } from "react";
import { CompassSpinner } from "../../ui/compass-spinner.tsx";

/** The content of a quiz page that only redirects or has nothing to show: the compass, a heading, a link. */
export function QuizWait({ children }: { children: ReactNode }) {
  return (
    <div className="quiz-wait wrap">
      <CompassSpinner />
      {children}
    </div>
  );
}
