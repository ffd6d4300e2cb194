import type { Step } from "../shared/entities.ts";
import { Waypoint } from "./waypoint.tsx";

export function RouteSteps({ steps }: { steps: readonly Step[] }) {
  return (
    <ol className="route-steps">
      {steps.map((step) => (
        <Waypoint key={step.title}>
          <h3>{step.title}</h3>
          {step.text === undefined ? null : <p>{step.text}</p>}
        </Waypoint>
      ))}
    </ol>
  );
}
