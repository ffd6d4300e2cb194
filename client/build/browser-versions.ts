/** The oldest browsers that the shop supports: they set the target of scripts and styles, and the APIs that scripts may call. */
export const OLDEST_BROWSERS = { chrome: 120, firefox: 121, safari: 17 } as const;
