import { BRAND, SITE_COPY } from "../content/site.ts";
import type { PageContext } from "../shared/page-context.ts";
import { PATHS, withSearch } from "../shared/paths.ts";
import { Logo } from "./symbols.tsx";

/** Id of the links, which the menu's button opens on a small screen. */
const NAV_ID = "menu";

/**
 * The fixed header. The page has its links once: in the bar on a wide screen, and on a small one as a popover, which
 * opens and closes without JavaScript.
 */
export function Header({ pageContext }: { pageContext: PageContext }) {
  const { header } = SITE_COPY;
  return (
    <header className="header">
      <div className="header-bar wrap">
        <a className="header-logo brand" href={withSearch(PATHS.home, pageContext.search)}>
          <Logo />
          {BRAND}
        </a>
        <nav className="header-nav" id={NAV_ID} popover="" aria-label={header.navLabel}>
          <ul>
            {header.items.map((item) => (
              <li key={item.path}>
                <a
                  href={withSearch(item.path, pageContext.search)}
                  {...(item.path === pageContext.path ? { "aria-current": "page" as const } : {})}
                >
                  {item.label}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <a className="button button-small header-order" href={withSearch(PATHS.order, pageContext.search)}>
          {header.orderLabel}
        </a>{" "}
        <button type="button" className="header-menu" popoverTarget={NAV_ID}>
          <span className="header-menu-icon" aria-hidden="true" />
          {header.menuLabel}
        </button>
      </div>
    </header>
  );
}
