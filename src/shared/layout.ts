/** The one breakpoint of the site, CSS pixels: from this width on a screen is wide (given 9.2). */
export const MOBILE_BREAKPOINT_PX = 768;

/** Id of the field that searches exam centres. The nearest centres link to it. */
export const CENTRE_SEARCH_ID = "examencentrum-zoeken";
