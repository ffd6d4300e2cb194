/** Session storage key for the query of this tab's exam. The introduction links back to that exam. */
export const MOCK_EXAM_KEY = "mock-exam";
