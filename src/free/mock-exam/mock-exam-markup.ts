import type { Quiz } from "schema-dts";
import { EXAM_MINUTES } from "../../courses/exam-rules.ts";
import { COURSES } from "../../shared/courses.ts";
import type { PageContext } from "../../shared/page-context.ts";
import { PATHS } from "../../shared/paths.ts";
import { type Described, shop } from "../../ui/structured-data-markup.ts";

/** The mock exam (schema.org Quiz, a kind of LearningResource). */
export function mockExamQuiz(pageContext: PageContext, name: string, description: string): Described<Quiz> {
  return {
    "@type": "Quiz",
    name,
    description,
    url: `${pageContext.origin}${PATHS.mockExam}`,
    inLanguage: "nl",
    isAccessibleForFree: true,
    educationalUse: "assessment",
    learningResourceType: "Practice test",
    about: { "@type": "Thing", name: COURSES.KVB1.name },
    timeRequired: `PT${EXAM_MINUTES.full}M`,
    provider: shop(pageContext),
  };
}
