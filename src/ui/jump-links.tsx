import type { ReactNode } from "react";

type JumpLink = { id: string; content: ReactNode };

type JumpLinksProps = { label: string; links: readonly JumpLink[] };

export function JumpLinks({ label, links }: JumpLinksProps) {
  return (
    <nav className="jump-links screen-only" aria-label={label}>
      <ul>
        {links.map((link) => (
          <li key={link.id}>
            <a href={`#${link.id}`}>{link.content}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
