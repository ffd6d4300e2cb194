import { BRAND, SITE_COPY } from "../content/site.ts";
import type { Frame } from "../shared/frame.ts";
import { PATHS, withSearch } from "../shared/paths.ts";
import { Logo } from "./drawings/logo.tsx";

/** The fixed header. On small screens the links sit in a <details> menu, which needs no JavaScript. */
export function Header({ frame }: { frame: Frame }) {
  const { header } = SITE_COPY;
  return (
    <header className="header">
      <div className="header-bar wrap">
        <a className="header-logo" href={withSearch(PATHS.home, frame.search)}>
          <Logo />
          {BRAND}
        </a>
        <nav className="header-nav" aria-label={header.navLabel}>
          <HeaderLinks frame={frame} />
        </nav>
        <a className="button button-small header-order" href={withSearch(PATHS.order, frame.search)}>
          {header.orderLabel}
        </a>
        <details className="header-menu">
          <summary>
            <span className="header-menu-icon" aria-hidden="true" />
            {header.menuLabel}
          </summary>
          <nav aria-label={header.menuLabel}>
            <HeaderLinks frame={frame} />
          </nav>
        </details>
      </div>
    </header>
  );
}

function HeaderLinks({ frame }: { frame: Frame }) {
  return (
    <ul className="header-links">
      {SITE_COPY.header.items.map((item) => (
        <li key={item.path}>
          <a
            href={withSearch(item.path, frame.search)}
            {...(item.path === frame.path ? { "aria-current": "page" as const } : {})}
          >
            {item.label}
          </a>
        </li>
      ))}
    </ul>
  );
}
