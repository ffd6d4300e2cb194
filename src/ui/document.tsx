import type { ReactNode } from "react";
import type { PageContext } from "../shared/page-context.ts";
import { CLIENT } from "./client-manifest.ts";
import { Consent } from "./consent.tsx";
import { DataBlock } from "./data-block.tsx";
import { Footer, LegalLinks } from "./footer.tsx";
import { Header } from "./header.tsx";
import { BRAND, SITE_COPY } from "./site-copy.ts";
import { SOCIAL_IMAGE_TITLES, type SocialImage, socialImagePath } from "./social-images-copy.ts";
import { breadcrumbs, type StructuredData } from "./structured-data-markup.ts";

export type DocumentProps = {
  pageContext: PageContext;
  /** The whole document title, and the page's description in search results. */
  meta: { title: string; description: string };
  /**
   * Pages that search engines should show have a canonical address without query, and browsers may follow their links
   * ahead; the others are noindex.
   */
  index: "index" | "noindex";
  socialImage?: SocialImage;
  stylesheet?: keyof typeof CLIENT.stylesheets;
  /** This page's name in the breadcrumb trail, which the footer shows and JSON-LD repeats. */
  crumb?: string;
  /** JSON-LD objects; they repeat only what the page shows. */
  structuredData?: readonly StructuredData[];
  /** Elements before the stylesheet, so that their loading does not wait for it. */
  head?: ReactNode;
  /** Whether the first paint waits for the loader, if the browser can: some visitors see a part that others do not. */
  isLoaderFirst?: boolean;
  scripts?: readonly string[];
  /** `quiet`: without menu, and a foot of the links that the law asks for. `none`: the page has these itself, or nobody buys or receives anything there. */
  chrome?: "full" | "quiet" | "none";
  /** After all else: the practice popup, where it may come up (the six public pages, given 3.10). */
  popup?: ReactNode;
  children: ReactNode;
};

function Loader({ blocking }: { blocking?: "render" }) {
  return <script type="module" blocking={blocking} dangerouslySetInnerHTML={{ __html: CLIENT.loader.code }} />;
}

/** The HTML document around every page: head, skip link, header, main landmark, footer, island loader. */
export function Document({
  pageContext,
  meta: { title, description },
  index,
  socialImage = "home",
  stylesheet = "styles",
  crumb,
  structuredData = [],
  head,
  scripts = [],
  isLoaderFirst = false,
  chrome = "full",
  popup,
  children,
}: DocumentProps) {
  const canonical = `${pageContext.origin}${pageContext.path}`;
  const image = `${pageContext.origin}${socialImagePath(socialImage)}`;
  return (
    <html lang="nl" data-auth-url={pageContext.auth?.url} data-auth-key={pageContext.auth?.anonKey}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title}</title>
        <meta name="description" content={description} />
        {index === "index" ? (
          <link rel="canonical" href={canonical} />
        ) : (
          <meta name="robots" content="noindex, nofollow" />
        )}
        <link rel="preload" href={CLIENT.font} as="font" type="font/woff2" crossOrigin="" />
        {head}
        <link rel="stylesheet" href={CLIENT.stylesheets[stylesheet]} />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        {/* Browsers request /favicon.ico and /apple-touch-icon.png by themselves. */}
        <meta name="theme-color" content="#fffdf8" />
        <meta property="og:type" content="website" />
        <meta property="og:site_name" content={BRAND} />
        <meta property="og:locale" content="nl_NL" />
        <meta property="og:title" content={title} />
        <meta property="og:description" content={description} />
        {index === "index" ? <meta property="og:url" content={canonical} /> : null}
        <meta property="og:image" content={image} />
        <meta property="og:image:width" content="1200" />
        <meta property="og:image:height" content="630" />
        <meta property="og:image:alt" content={SOCIAL_IMAGE_TITLES[socialImage].join(" ")} />
        <meta name="twitter:card" content="summary_large_image" />
        {isLoaderFirst ? <Loader blocking="render" /> : null}
        <JsonLd graph={crumb === undefined ? structuredData : [breadcrumbs(pageContext, crumb), ...structuredData]} />
      </head>
      <body>
        <a className="skip-link" href="#inhoud">
          {SITE_COPY.header.skipLink}
        </a>
        {chrome === "full" ? <Header pageContext={pageContext} /> : null}
        <main id="inhoud" tabIndex={-1}>
          {children}
        </main>
        {chrome === "full" ? <Footer pageContext={pageContext} {...(crumb === undefined ? {} : { crumb })} /> : null}
        {chrome === "quiet" ? (
          <footer className="quiet-foot wrap screen-only">
            <LegalLinks pageContext={pageContext} />
          </footer>
        ) : null}
        {popup}
        <Consent pageContext={pageContext} />
        {index === "index" ? (
          <script type="speculationrules" dangerouslySetInnerHTML={{ __html: CLIENT.speculationRules.code }} />
        ) : null}
        {isLoaderFirst ? null : <Loader />}
        {scripts.map((source) => (
          <script key={source} type="module" src={source} />
        ))}
      </body>
    </html>
  );
}

function JsonLd({ graph }: { graph: readonly StructuredData[] }) {
  if (graph.length === 0) return null;
  return <DataBlock type="application/ld+json" data={{ "@context": "https://schema.org", "@graph": graph }} />;
}
