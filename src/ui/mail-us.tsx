import type { PageContext } from "../shared/page-context.ts";

type MailUsProps = { pageContext: PageContext; text: string; className?: string };

/** The shop's mail address after a text. Nothing if it has none. */
export function MailUs({ pageContext: { trader }, text, className }: MailUsProps) {
  if (trader.email === undefined) return null;
  return (
    <p className={className}>
      {text} <a href={`mailto:${trader.email}`}>{trader.email}</a>
    </p>
  );
}
