import type { Licence } from "../courses/costs-copy.ts";
import { EXAM_FACTS } from "../courses/exam-facts-copy.ts";
import { COURSE_IDS, COURSES, type CourseId, type Flow, priceOf } from "../shared/courses.ts";
import { formatPrice } from "../shared/money.ts";

/** The prices of a flow for sentences, each course bought by itself. */
export function costsInWords(flow: Flow) {
  const cents = (...courseIds: CourseId[]) => courseIds.reduce((sum, id) => sum + priceOf(id, flow).priceCents, 0);
  const withExams = (...licences: Licence[]) => formatPrice(cents(...licences) + licences.length * EXAM_FACTS.feeCents);
  return {
    /** `€59 per cursus`, or the price of each course if they differ. */
    perCourse: perCourse((id) => formatPrice(cents(id))),
    kvb1Course: formatPrice(cents("KVB1")),
    bothCourses: formatPrice(cents("KVB1", "KVB2")),
    /** The costs of licences with their exams. */
    kvb1: withExams("KVB1"),
    both: withExams("KVB1", "KVB2"),
  };
}

function perCourse(priceOfCourse: (courseId: CourseId) => string): string {
  const [first = ""] = COURSE_IDS.map(priceOfCourse);
  if (COURSE_IDS.every((id) => priceOfCourse(id) === first)) return `${first} per cursus`;
  return COURSE_IDS.map((id) => `${priceOfCourse(id)} voor ${COURSES[id].shortName}`)
    .join(", ")
    .replace(/, ([^,]*)$/, " en $1");
}
