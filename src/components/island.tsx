import type { ComponentProps, ComponentType, JSX } from "react";
import type { IslandComponent, IslandName, IslandWhen } from "../../client/islands.ts";
import { CLIENT } from "../client-manifest.ts";

type IslandProps<Name extends IslandName> = {
  /** Key in the client's registry. */
  name: Name;
  when: IslandWhen;
  /** The component that the name loads; its first render must be the same on both sides. */
  component: IslandComponent<Name>;
  /** JSON only: they travel in `data-props`. */
  props: ComponentProps<IslandComponent<Name>>;
};

/** Marks server-rendered markup that the browser hydrates when it is due (see client/hydrate.ts). */
export function Island<Name extends IslandName>({ name, when, component, props }: IslandProps<Name>): JSX.Element {
  // TypeScript cannot follow a generic name to its component's props; `IslandProps` has checked that they belong together.
  const Component = component as ComponentType<object>;
  return (
    <div data-island={name} data-src={CLIENT.islands[name]} data-when={when} data-props={JSON.stringify(props)}>
      <Component {...props} />
    </div>
  );
}
