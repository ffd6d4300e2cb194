/** The oldest browsers that the shop is built for: esbuild's target for scripts and styles, and what scripts may call. */
export const OLDEST_BROWSERS = { chrome: 120, firefox: 121, safari: 17 } as const;
