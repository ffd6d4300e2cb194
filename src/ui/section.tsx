import type { ReactNode } from "react";

type SectionProps = {
  title: string;
  lead?: ReactNode;
  id?: string;
  /** The ground of a band across the whole page. Without it the section stands on the page's own. */
  on?: "land" | "shallow";
  children: ReactNode;
};

export function Section({ title, lead, id, on, children }: SectionProps) {
  return (
    <section className={on === undefined ? "section" : `section section-${on}`} id={id}>
      <div className="wrap">
        <h2>{title}</h2>
        {lead === undefined ? null : <p className="lead">{lead}</p>}
        {children}
      </div>
    </section>
  );
}
