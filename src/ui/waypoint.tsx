import type { ReactNode } from "react";

type WaypointProps = {
  className?: string;
  /** Replaces its number, for the eye only. */
  mark?: ReactNode;
  children: ReactNode;
};

/** A numbered point of a list that is a route: the dashed line leads from it to the next one. */
export function Waypoint({ className = "", mark, children }: WaypointProps) {
  if (mark === undefined) return <li className={`waypoint ${className}`.trimEnd()}>{children}</li>;
  return (
    <li className={`waypoint waypoint-marked ${className}`.trimEnd()}>
      <span className="waypoint-mark" aria-hidden="true">
        {mark}
      </span>
      {children}
    </li>
  );
}
