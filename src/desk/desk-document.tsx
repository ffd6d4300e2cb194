import type { ReactNode } from "react";
import { PRODUCTION } from "../shared/environment.ts";
import { PATHS } from "../shared/paths.ts";
import { CLIENT } from "../ui/client-manifest.ts";
import { BRAND } from "../ui/site-copy.ts";
import { DESK_COPY } from "./desk-copy.ts";
import type { DeskFrame } from "./desk-rules.ts";

type NavItem = { path: string; label: string };

/** Links to screens; the one that is open says so. */
function NavList({ items, section, signOut }: { items: readonly NavItem[]; section: string; signOut?: string }) {
  return (
    <ul className="desk-nav-list">
      {items.map(({ path, label }) => (
        <li key={path}>
          <a href={`${PATHS.desk}${path}`} aria-current={path === section ? "page" : undefined}>
            {label}
          </a>
        </li>
      ))}
      {signOut === undefined ? null : (
        <li>
          <a href={signOut}>{DESK_COPY.header.signOut}</a>
        </li>
      )}
    </ul>
  );
}

/** The document around every screen of the desk: no script, no analytics, no search engine. */
export function DeskDocument({ frame, title, children }: { frame: DeskFrame; title: string; children: ReactNode }) {
  const { environment, visitor, signOut, section } = frame;
  const { nav, header } = DESK_COPY;
  return (
    <html lang="nl">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{`${title} | ${DESK_COPY.name}`}</title>
        <meta name="robots" content="noindex, nofollow" />
        <link rel="preload" href={CLIENT.font} as="font" type="font/woff2" crossOrigin="" />
        <link rel="stylesheet" href={CLIENT.stylesheets.desk} />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      </head>
      <body>
        <a className="skip-link" href="#inhoud">
          {header.skipLink}
        </a>
        <header className="desk-header">
          <div className="wrap desk-header-line">
            <a className="desk-brand" href={PATHS.desk}>
              {BRAND} <span>{DESK_COPY.name}</span>
            </a>
            <p className={environment === PRODUCTION ? "desk-shop" : "desk-shop desk-shop-other"}>
              {header.shop(environment)}
            </p>
          </div>
          {visitor === null ? null : (
            <nav className="wrap desk-nav" aria-label={header.navLabel}>
              <NavList items={nav.often} section={section} />
              <details className={nav.more.some(({ path }) => path === section) ? "desk-more desk-here" : "desk-more"}>
                <summary>{header.more}</summary>
                <NavList items={nav.more} section={section} signOut={signOut} />
              </details>
            </nav>
          )}
        </header>
        <main id="inhoud" className="wrap desk-main" tabIndex={-1}>
          <h1>{title}</h1>
          {children}
        </main>
        {visitor === null ? null : (
          <footer className="wrap desk-footer note">
            <p>
              {header.signedIn(visitor.email)} {visitor.mayAct ? "" : header.looksOnly}
            </p>
          </footer>
        )}
      </body>
    </html>
  );
}
