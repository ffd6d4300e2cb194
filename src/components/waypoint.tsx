import type { ReactNode } from "react";

/** A numbered point of a list that is a route: the dashed line leads from it to the next one. */
export function Waypoint({ className = "", children }: { className?: string; children: ReactNode }) {
  return <li className={`waypoint ${className}`.trimEnd()}>{children}</li>;
}
