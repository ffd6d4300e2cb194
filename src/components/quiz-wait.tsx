import type { ReactNode } from "react";
import { CompassSpinner } from "./compass-spinner.tsx";

/** A page of the quiz that only redirects, or has nothing to show: the compass, a heading, a link. */
export function QuizWait({ children }: { children: ReactNode }) {
  return (
    <div className="quiz-wait wrap">
      <CompassSpinner />
      {children}
    </div>
  );
}
