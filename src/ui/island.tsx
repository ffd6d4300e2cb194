import type { JSX, ReactNode } from "react";
import type { IslandName, Islands, IslandWhen } from "../../client/islands.ts";
import { CLIENT } from "./client-manifest.ts";

type IslandProps<Name extends IslandName> = {
  /** Key in the client's registry. */
  name: Name;
  when: IslandWhen;
  /** The markup without JavaScript, on which the island works. A template in it is hidden until the island shows it. */
  children?: ReactNode;
} & (Parameters<Islands[Name]> extends [unknown, infer Props, ...unknown[]]
  ? {
      /** JSON only: they travel in `data-props`. */
      props: Props;
    }
  : { props?: never });

/** Marks markup on which a script works when it is due (see client/hydrate.ts). */
export function Island<Name extends IslandName>({ name, when, props, children }: IslandProps<Name>): JSX.Element {
  return (
    <div
      data-island={name}
      data-src={CLIENT.islands[name]}
      data-when={when}
      data-props={props && JSON.stringify(props)}
    >
      {children}
    </div>
  );
}
