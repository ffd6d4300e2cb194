/** Session storage key of the query of this tab's exam. The introduction leads back to it. */
export const MOCK_EXAM_KEY = "mock-exam";
