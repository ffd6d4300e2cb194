import type { ReactNode } from "react";

type BelowFoldProps = {
  /** A class that sets the sections' height on a phone: `contain-intrinsic-block-size: auto …rem`. */
  className: string;
  children: ReactNode;
};

/**
 * Sections that begin more than two and a half screens down a phone. The browser lays them out and draws them when they
 * come near, or when it is idle (client/hydrate.ts). Until then it uses the height in their stylesheet, which
 * test/browser/below-fold.test.ts measures. Drawing outside the box is cut off, such as the coast of a first section.
 */
export function BelowFold({ className, children }: BelowFoldProps) {
  return <div className={`below-fold ${className}`}>{children}</div>;
}
