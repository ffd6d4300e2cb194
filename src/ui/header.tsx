import { priceOf } from "../shared/courses.ts";
import { formatPrice } from "../shared/money.ts";
import type { PageContext } from "../shared/page-context.ts";
import { PATHS, withSearch } from "../shared/paths.ts";
import { soldLinks } from "./footer.tsx";
import { BRAND, type MenuItem, SITE_COPY } from "./site-copy.ts";
import { Logo } from "./symbols.tsx";

/** Id of the links, which the menu's button opens on a small screen. */
const NAV_ID = "menu";

/**
 * The header, which stays at the top. The page has its links once: in the bar on a wide screen, and on a small one as a popover, which
 * opens and closes without JavaScript and says more. Its order button is never red: red is for what the page is for.
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
              <MenuLine key={item.path} pageContext={pageContext} item={item} />
            ))}
          </ul>
          <ul className="header-more">
            {soldLinks(pageContext, header.menuItems).map((item) => (
              <MenuLine key={item.path} pageContext={pageContext} item={item} />
            ))}
          </ul>
        </nav>
        <a className="button button-small button-quiet header-order" href={withSearch(PATHS.order, pageContext.search)}>
          {header.orderLabel}
        </a>{" "}
        <button type="button" className="header-menu" popoverTarget={NAV_ID}>
          <span className="header-menu-icon" aria-hidden="true" />
          <span>{header.menuLabel}</span> <span>{header.closeLabel}</span>
        </button>
      </div>
    </header>
  );
}

function MenuLine({ pageContext, item }: { pageContext: PageContext; item: MenuItem }) {
  const { label, path, course, hint } = item;
  return (
    <li>
      <a
        href={withSearch(path, pageContext.search)}
        {...(path === pageContext.path ? { "aria-current": "page" as const } : {})}
      >
        {label}
        {course === undefined ? null : (
          <small>{` ${hint} · ${formatPrice(priceOf(course, pageContext.flow).priceCents)}`}</small>
        )}
      </a>
    </li>
  );
}
