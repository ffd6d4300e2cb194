import type { PageContext } from "../shared/page-context.ts";
import { RunningText } from "../ui/running-text.tsx";
import { Waypoint } from "../ui/waypoint.tsx";
import type { NextStep } from "./next-steps-copy.ts";

type NextStepsProps = { pageContext: PageContext; id: string; title: string; steps: readonly NextStep[] };

/** The next steps, one below the other along the magenta route line. */
export function NextSteps({ pageContext, id, title, steps }: NextStepsProps) {
  return (
    <section className="next-steps" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ol className="next-steps-list">
        {steps.map((step) => (
          <Waypoint key={step.title}>
            <h3>{step.title}</h3>
            <p>
              <RunningText pageContext={pageContext} text={step.text} />
            </p>
          </Waypoint>
        ))}
      </ol>
    </section>
  );
}
