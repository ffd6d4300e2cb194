/** Replaces the runtime's own module, from which the shop's Workflows are made. */
export class WorkflowEntrypoint<Env> {
  readonly ctx: unknown;
  readonly env: Env;
  constructor(ctx: unknown, env: Env) {
    this.ctx = ctx;
    this.env = env;
  }
}
