import { COURSE_IDS, COURSES, type CourseId, type Flow, priceOf } from "../shared/courses.ts";
import { formatPrice } from "../shared/money.ts";
import { listed } from "../ui/dutch-copy.ts";

/** `€59 per cursus` for sentences, or the price of each course if they differ. */
export function pricePerCourse(flow: Flow): string {
  const price = (id: CourseId) => formatPrice(priceOf(id, flow).priceCents);
  const [first = ""] = COURSE_IDS.map(price);
  if (COURSE_IDS.every((id) => price(id) === first)) return `${first} per cursus`;
  return listed(COURSE_IDS.map((id) => `${price(id)} voor ${COURSES[id].shortName}`));
}
