import type { PageContext } from "../shared/page-context.ts";
import { PATHS, withSearch } from "../shared/paths.ts";
import { ConsentLink } from "./consent.tsx";
import { BRAND, type LinkItem, SITE_COPY } from "./site-copy.ts";
import { TraderIdentity, telephoneHref } from "./trader-identity.tsx";

/**
 * The breadcrumb trail, course links, information links, those that the law asks for, the seller, and the copyright line
 * with the current year.
 */
export function Footer({ pageContext, crumb }: { pageContext: PageContext; crumb?: string }) {
  const { footer } = SITE_COPY;
  const { email, phone, ...identity } = pageContext.trader;
  return (
    <footer className="footer">
      {crumb === undefined ? null : (
        <nav className="footer-trail wrap" aria-label={footer.trailLabel}>
          <ol>
            <li>
              <a href={withSearch(PATHS.home, pageContext.search)}>{BRAND}</a>
            </li>
            <li aria-current="page">{crumb}</li>
          </ol>
        </nav>
      )}
      <div className="footer-columns wrap">
        <FooterLinks
          title={footer.coursesTitle}
          links={soldLinks(pageContext, footer.courses)}
          search={pageContext.search}
        />
        <FooterLinks title={footer.informationTitle} links={footer.information} search={pageContext.search} />
        <FooterLinks title={footer.legalTitle} links={footer.legal} search={pageContext.search} />
      </div>
      <div className="footer-end wrap">
        {email === undefined ? null : <a href={`mailto:${email}`}>{email}</a>}{" "}
        {phone === undefined ? null : <a href={telephoneHref(phone)}>{phone}</a>}{" "}
        {Object.keys(identity).length === 0 ? null : (
          <details className="phone-fold">
            <summary>{footer.traderLabel}</summary>
            <TraderIdentity trader={identity} />
          </details>
        )}
        <p>{footer.copyright(pageContext.year)}</p>
        <p>{footer.disclaimer}</p>
        {pageContext.tagManagerId === null ? null : (
          <p className="footer-links tap-links">
            <ConsentLink pageContext={pageContext} />
          </p>
        )}
      </div>
    </footer>
  );
}

/** The links that the law asks for, and that to the choice about measuring, on a page without the whole footer. */
export function LegalLinks({ pageContext }: { pageContext: PageContext }) {
  return (
    <ul className="links" aria-label={SITE_COPY.footer.legalTitle}>
      {SITE_COPY.footer.legal.map(({ path, label }) => (
        <li key={path}>
          <a href={withSearch(path, pageContext.search)}>{label}</a>
        </li>
      ))}
      {pageContext.tagManagerId === null ? null : (
        <li>
          <ConsentLink pageContext={pageContext} />
        </li>
      )}
    </ul>
  );
}

/** These links, with that to giving a gift only if gifts are sold. */
export function soldLinks({ sellsGifts }: PageContext, links: readonly LinkItem[]): readonly LinkItem[] {
  return links.filter(({ path }) => sellsGifts || path !== PATHS.giveGift);
}

function FooterLinks({ title, links, search }: { title: string; links: readonly LinkItem[]; search: string }) {
  return (
    <nav aria-label={title}>
      <h2 className="footer-title">{title}</h2>
      <ul className="footer-links tap-links">
        {links.map((link) => (
          <li key={link.path}>
            <a
              className={link.path === PATHS.withdrawal ? "footer-withdrawal" : undefined}
              href={withSearch(link.path, search)}
            >
              {link.label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
