/** Where this tab keeps the query of the exam that is going on, in session storage: the introduction leads back to it. */
export const MOCK_EXAM_KEY = "mock-exam";
