import type { ReactNode } from "react";

export function CoastSection({ children }: { children: ReactNode }) {
  return (
    <section className="section section-land coast-section">
      <div className="wrap">{children}</div>
    </section>
  );
}
