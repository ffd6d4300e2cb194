// The parts of the runtime's own module that the shop uses. The package's global types would add every Workers global
// to those of the DOM.
declare module "cloudflare:workers" {
  export const WorkflowEntrypoint: typeof import("@cloudflare/workers-types").CloudflareWorkersModule.WorkflowEntrypoint;
}
