import type { ReactNode } from "react";

export type PageHeadProps = {
  title: string;
  intro: readonly string[];
  children?: ReactNode;
  /** Stands beside all the rest. */
  drawing?: ReactNode;
};

export function PageHead({ title, intro, children, drawing }: PageHeadProps) {
  const text = (
    <>
      <h1>{title}</h1>
      {intro.map((paragraph) => (
        <p key={paragraph} className="lead">
          {paragraph}
        </p>
      ))}
      {children}
    </>
  );
  return (
    <div className="page-head hero">
      <div className="page-head-text wrap">
        {drawing === undefined ? text : <div>{text}</div>}
        {drawing}
      </div>
    </div>
  );
}
