import type { ReactNode } from "react";

type BelowFoldProps = {
  /** A class that says how high the sections are on a phone: `contain-intrinsic-block-size: auto …rem`. */
  className: string;
  children: ReactNode;
};

/**
 * Sections that begin more than two and a half screens down a phone. The browser lays them out and draws them when they
 * come near, or when it has nothing else to do (client/hydrate.ts); until then it believes the height in their stylesheet,
 * which test/browser/below-fold.test.ts measures. What is drawn outside the box is cut off, as the coast of a first section
 * would be.
 */
export function BelowFold({ className, children }: BelowFoldProps) {
  return <div className={`below-fold ${className}`}>{children}</div>;
}
