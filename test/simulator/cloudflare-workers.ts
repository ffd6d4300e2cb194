/** In the place of the runtime's own module: what the shop's Workflows are made of. */
export class WorkflowEntrypoint<Env> {
  readonly ctx: unknown;
  readonly env: Env;
  constructor(ctx: unknown, env: Env) {
    this.ctx = ctx;
    this.env = env;
  }
}
