import type { Step } from "../shared/entities.ts";

/** Numbered steps along the magenta dashed route line. */
export function RouteSteps({ steps }: { steps: readonly Step[] }) {
  return (
    <ol className={`route-steps route-steps-${steps.length}`}>
      {steps.map((step) => (
        <li key={step.title}>
          <h3>{step.title}</h3>
          <p>{step.text}</p>
        </li>
      ))}
    </ol>
  );
}
