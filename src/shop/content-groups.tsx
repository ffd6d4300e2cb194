import type { Term } from "../shared/copy-types.ts";
import type { ContentGroup } from "../shared/entities.ts";
import { SITE_COPY } from "../ui/site-copy.ts";
import { Waypoint } from "../ui/waypoint.tsx";

type ContentGroupsProps = {
  groups: readonly ContentGroup[];
  /** The abbreviations that topics use. */
  terms: readonly Term[];
};

/**
 * A course's parts as waypoints of one route, which unfolds its topics; below them the meanings of the
 * abbreviations.
 */
export function ContentGroups({ groups, terms }: ContentGroupsProps) {
  return (
    <>
      <ol className="content-groups">
        {groups.map((group) => (
          <Waypoint key={group.title} className="content-group">
            <details className="faq-item">
              <summary>
                <h3>{group.title}</h3>
              </summary>
              <ul>
                {group.topics.map((topic) => (
                  <li key={topic}>{topic}</li>
                ))}
              </ul>
            </details>
          </Waypoint>
        ))}
      </ol>
      <details className="content-terms phone-fold">
        <summary>{SITE_COPY.termsLabel}</summary>
        <dl>
          {terms.map((term) => (
            <div key={term.short}>
              <dt>{term.short}</dt>
              <dd>{term.meaning}</dd>
            </div>
          ))}
        </dl>
      </details>
    </>
  );
}
