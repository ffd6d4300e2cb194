import type { ReactNode } from "react";

/**
 * Sections that begin more than two and a half screens down a phone. The browser lays them out and draws them when they
 * come near, or when it is idle (client/hydrate.ts). Until then it takes them to be of the height in below-fold.css. Drawing
 * outside the box is cut off, such as the coast of a first section.
 */
export function BelowFold({ children }: { children: ReactNode }) {
  return <div className="below-fold">{children}</div>;
}
