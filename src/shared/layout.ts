/** From this width a screen is wide: the one breakpoint of the site, CSS pixels (given 9.2). */
export const MOBILE_BREAKPOINT_PX = 768;

/** Id of the field in which exam centres are searched, to which the nearest ones lead. */
export const CENTRE_SEARCH_ID = "examencentrum-zoeken";
