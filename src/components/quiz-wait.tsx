import type { ReactNode } from "react";
import { CompassSpinner } from "./compass-spinner.tsx";

/** What a page of the quiz shows when it only leads on, or has nothing to show: the compass, a heading, a way on. */
export function QuizWait({ children }: { children: ReactNode }) {
  return (
    <div className="quiz-wait wrap">
      <CompassSpinner />
      {children}
    </div>
  );
}
