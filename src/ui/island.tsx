import type { ComponentProps, ComponentType, JSX, ReactNode } from "react";
import type { Islands, IslandWhen, LightIslandName, LightIslands } from "../../client/islands.ts";
import { CLIENT } from "./client-manifest.ts";

type IslandProps<Name extends keyof Islands> = {
  /** Key in the client's registry. */
  name: Name;
  when: IslandWhen;
  /** The component that the name loads. Its first render must be the same on the server and in the browser. */
  component: Islands[Name];
  /** JSON only: they travel in `data-props`. */
  props: ComponentProps<Islands[Name]>;
};

/** Marks server-rendered markup that React hydrates in the browser when it is due (see client/hydrate.ts). */
export function Island<Name extends keyof Islands>({ name, when, component, props }: IslandProps<Name>): JSX.Element {
  // TypeScript cannot infer the props from a generic name; `IslandProps` has checked that they belong together.
  const Component = component as ComponentType<object>;
  return (
    <div
      data-island={name}
      data-src={CLIENT.islands[name]}
      data-when={when}
      data-react=""
      data-props={JSON.stringify(props)}
    >
      <Component {...props} />
    </div>
  );
}

type LightIslandProps<Name extends LightIslandName> = {
  /** Key in the client's registry. */
  name: Name;
  when: IslandWhen;
  /** The markup without JavaScript, on which the island works. A template in it is hidden until the island shows it. */
  children?: ReactNode;
} & (Parameters<LightIslands[Name]> extends [unknown, unknown, infer Props]
  ? {
      /** JSON only: they travel in `data-props`. */
      props: Props;
    }
  : { props?: never });

/** Marks markup on which a script without React works when it is due (see client/light.ts). */
export function LightIsland<Name extends LightIslandName>({
  name,
  when,
  props,
  children,
}: LightIslandProps<Name>): JSX.Element {
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
