/** The one breakpoint of the site, CSS pixels: from this width on a screen is wide (given 9.2). */
export const MOBILE_BREAKPOINT_PX = 768;
