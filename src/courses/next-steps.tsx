import type { PageContext } from "../shared/page-context.ts";
import { RunningText } from "../ui/running-text.tsx";
import { Waypoint } from "../ui/waypoint.tsx";
import type { NextStep } from "./next-steps-copy.ts";

/** `mailed`: a script shows it instead, if the shop mails the gift. */
type ShownStep = NextStep & { mailed?: NextStep };

type NextStepsProps = { pageContext: PageContext; id: string; title: string; steps: readonly ShownStep[] };

/** The next steps, one below the other along the magenta route line. */
export function NextSteps({ pageContext, id, title, steps }: NextStepsProps) {
  return (
    <section className="next-steps" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ol className="next-steps-list">
        {steps.map((step) => (
          <Waypoint key={step.title}>
            {step.mailed === undefined ? (
              <Step pageContext={pageContext} step={step} />
            ) : (
              <>
                <div data-mailed="false">
                  <Step pageContext={pageContext} step={step} />
                </div>
                <div data-mailed="true" hidden>
                  <Step pageContext={pageContext} step={step.mailed} />
                </div>
              </>
            )}
          </Waypoint>
        ))}
      </ol>
    </section>
  );
}

function Step({ pageContext, step: { title, text } }: { pageContext: PageContext; step: NextStep }) {
  return (
    <>
      <h3>{title}</h3>
      <p>
        <RunningText pageContext={pageContext} text={text} />
      </p>
    </>
  );
}
