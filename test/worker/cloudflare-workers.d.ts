// The values that tests take from the runtime. The packages' own types would bring every Workers global along, beside
// the DOM's; the shop imports those by name instead (see src/server/env.ts).
declare module "cloudflare:workers" {
  export const env: import("../../src/server/env.ts").Bindings;
  export const exports: { default: { fetch(request: Request | string, init?: RequestInit): Promise<Response> } };
}

declare module "cloudflare:test" {
  type Step = { name: string; index?: number };
  export interface WorkflowModifier {
    disableRetryDelays(steps?: Step[]): Promise<void>;
    mockStepError(step: Step, error: Error, times?: number): Promise<void>;
    forceStepTimeout(step: Step, times?: number): Promise<void>;
  }
  interface WorkflowInstance extends AsyncDisposable {
    waitForStepResult(step: Step): Promise<unknown>;
    waitForStatus(status: string): Promise<void>;
    getOutput(): Promise<unknown>;
  }
  export function applyD1Migrations(
    db: import("@cloudflare/workers-types").D1Database,
    migrations: { name: string; queries: string[] }[],
  ): Promise<void>;
  export function introspectWorkflow(
    workflow: object,
  ): Promise<
    AsyncDisposable & {
      modifyAll(change: (modifier: WorkflowModifier) => Promise<void>): Promise<void>;
      get(): Promise<WorkflowInstance[]>;
    }
  >;
}
