import { addDays, type Days, momentOf } from "./time.ts";

/** The first moment of these days and the first after them, ISO 8601; text sorts by time. */
export function momentsOf({ from, to }: Days): readonly [from: string, before: string] {
  return [startOf(from), to >= "9999" ? "~" : startOf(addDays(to, 1))];
}

/** The first moment of a day, ISO 8601. A day before there were time zones sorts as it is. */
export function startOf(day: string): string {
  return day < "1970" ? day : momentOf(day, 0).toISOString();
}
