import type { ReactNode } from "react";

/**
 * Sections that begin more than two and a half screens down a phone. The browser lays them out and draws them when they
 * come near, or when it is idle (client/hydrate.ts). Until then it takes them to be of the height in below-fold.css. What a
 * section draws outside the box is cut off, so the first one in it can have no coast.
 */
export function BelowFold({ children }: { children: ReactNode }) {
  return <div className="below-fold">{children}</div>;
}
