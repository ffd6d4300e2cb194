/** From this width a screen is wide: the one breakpoint of the site, CSS pixels (specification section 9). */
export const MOBILE_BREAKPOINT_PX = 768;
