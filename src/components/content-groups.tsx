import type { ContentGroup } from "../shared/entities.ts";

/** A course's parts as waypoints of one route, each with its topics. */
export function ContentGroups({ groups }: { groups: readonly ContentGroup[] }) {
  return (
    <ol className="content-groups">
      {groups.map((group) => (
        <li key={group.title} className="content-group">
          <h3>{group.title}</h3>
          <ul>
            {group.topics.map((topic) => (
              <li key={topic}>{topic}</li>
            ))}
          </ul>
        </li>
      ))}
    </ol>
  );
}
