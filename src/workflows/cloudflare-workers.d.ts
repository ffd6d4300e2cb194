// What the shop takes from the runtime's own module. The package's global types would bring every Workers global along,
// beside the DOM's.
declare module "cloudflare:workers" {
  export const WorkflowEntrypoint: typeof import("@cloudflare/workers-types").CloudflareWorkersModule.WorkflowEntrypoint;
}
