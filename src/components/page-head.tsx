import type { ReactNode } from "react";
import { Picture, type PictureName } from "./picture.tsx";

type PageHeadProps = {
  title: string;
  intro: readonly string[];
  /** A drawing beside the text; on a phone a strip below it. */
  picture?: PictureName;
  children?: ReactNode;
};

/** The top of a page to read or fill in: its title and introduction on the chart's shallows. */
export function PageHead({ title, intro, picture, children }: PageHeadProps) {
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
  if (picture === undefined) {
    return (
      <div className="page-head hero">
        <div className="page-head-text wrap">{text}</div>
      </div>
    );
  }
  return (
    <div className="page-head page-head-drawn hero">
      <div className="page-head-text wrap">
        <div>{text}</div>
        <Picture name={picture} className="page-head-picture" when="now" />
      </div>
    </div>
  );
}
