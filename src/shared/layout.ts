/** From this width a screen is wide: the one breakpoint of the site, CSS pixels (specification section 9). */
export const MOBILE_BREAKPOINT_PX = 768;

/** Id of the header's links, which the menu's button opens on a small screen. */
export const HEADER_NAV_ID = "menu";
