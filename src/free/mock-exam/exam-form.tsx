import type { ReactNode } from "react";
import type { PageContext } from "../../shared/page-context.ts";
import { PATHS } from "../../shared/paths.ts";
import { CarriedFields } from "../../ui/carried-fields.tsx";
import { attemptParameters, type ExamAttempt } from "./attempt-rules.ts";

type ExamFormProps = { pageContext: PageContext; attempt: ExamAttempt; className: string; children: ReactNode };

/** A plain form of the mock exam. It carries the earlier answers from address to address. */
export function ExamForm({ pageContext, attempt, className, children }: ExamFormProps) {
  return (
    <form className={className} action={PATHS.mockExam} method="get" autoComplete="off">
      {attemptParameters(attempt).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
      <CarriedFields search={pageContext.search} />
    </form>
  );
}
