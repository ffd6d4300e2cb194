import { COURSES, type CourseId } from "../shared/courses.ts";

/** The screens are drawn, so that their heading and text alternatives call them examples. */
export const COURSE_SCREENS_COPY = {
  title: "Voorbeelden van schermen",
  overview: (id: CourseId) =>
    `Voorbeeld van de cursusomgeving van ${COURSES[id].shortName} met je voortgang en de onderdelen`,
  question: (id: CourseId) => `Voorbeeld van een oefenvraag van ${COURSES[id].shortName} met de antwoorden`,
};
