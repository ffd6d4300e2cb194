import type { ReactNode } from "react";

type PageHeadProps = {
  title: string;
  intro: readonly string[];
  children?: ReactNode;
};

/** The top of a page to read: its title and introduction on the chart's shallows. */
export function PageHead({ title, intro, children }: PageHeadProps) {
  return (
    <div className="page-head hero">
      <div className="page-head-text wrap">
        <h1>{title}</h1>
        {intro.map((paragraph) => (
          <p key={paragraph} className="lead">
            {paragraph}
          </p>
        ))}
        {children}
      </div>
    </div>
  );
}
