/** For browser-apis.test.ts: calls that are too new for some browsers, and the same calls after a check. */

export function bare(menu: HTMLElement, signal: AbortSignal, names: readonly string[], request: Response) {
  menu.showPopover();
  menu.popover = "auto";
  requestIdleCallback(() => names.toReversed().with(0, ""));
  return [
    URL.parse(location.href),
    AbortSignal.any([signal, AbortSignal.timeout(1)]),
    Promise.withResolvers<string>(),
    Object.groupBy(names, (name) => name),
    request.bytes(),
    new Set(names).size,
    new Highlight(),
  ];
}

export function destructured(request: Response) {
  const { bytes } = request;
  return bytes;
}

export function guarded(menu: HTMLElement, request: Response) {
  if ("showPopover" in menu) menu.showPopover();
  if (typeof Promise.withResolvers === "function") Promise.withResolvers();
  URL.parse?.(location.href);
  request.bytes?.();
  if ("requestIdleCallback" in window) requestIdleCallback(() => undefined);
  return typeof Highlight === "undefined" ? null : new Highlight();
}
