import type { ReactNode } from "react";

/** A section on land whose upper edge is a coast. */
export function CoastSection({ children }: { children: ReactNode }) {
  return (
    <section className="section section-land coast-section">
      <div className="wrap">{children}</div>
    </section>
  );
}
