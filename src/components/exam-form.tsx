import type { ReactNode } from "react";
import type { Frame } from "../shared/frame.ts";
import { attemptParameters, type ExamAttempt } from "../shared/mock-exam/attempt.ts";
import { PATHS } from "../shared/paths.ts";
import { CarriedFields } from "./carried-fields.tsx";

type ExamFormProps = { frame: Frame; attempt: ExamAttempt; className: string; children: ReactNode };

/** A plain form of the mock exam. It carries the earlier answers from address to address. */
export function ExamForm({ frame, attempt, className, children }: ExamFormProps) {
  return (
    <form className={className} action={PATHS.mockExam} method="get" autoComplete="off">
      {attemptParameters(attempt).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
      <CarriedFields search={frame.search} />
    </form>
  );
}
