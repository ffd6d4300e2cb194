/**
 * Values of the tokens that mails and PDFs use, because these support no variables. A test compares them with
 * `client/tokens.css`.
 */
export const TOKEN_COLORS = {
  "--ink": "#0d2440",
  "--ink-2": "#41566f",
  "--line": "#d5dfe8",
  "--paper": "#fffdf8",
  "--deep": "#ffffff",
  "--shallow": "#e3f1f9",
  "--shoal": "#c3e1f2",
  "--primary-2": "#0053a6",
  "--signal-2": "#b92c15",
  "--starboard": "#0b7a4b",
  "--port": "#c22a1a",
  "--yellow": "#f2c12e",
  "--on-dark": "#d9e4ef",
  "--sea-1": "#14507f",
  "--sea-2": "#0f3a5f",
  "--steel": "#93a7b8",
} as const;
