// The two values that tests take from the runtime. The package's own types would bring every Workers global along,
// beside the DOM's; the shop imports those by name instead (see src/env.ts).
declare module "cloudflare:workers" {
  export const env: import("../../src/env.ts").Bindings;
  export const exports: { default: { fetch(request: Request | string, init?: RequestInit): Promise<Response> } };
}
