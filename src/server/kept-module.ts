/**
 * Imports a module at the first call and keeps it: each `import()` costs a seventh of a page's answer. It keeps the module,
 * not the promise, because in workerd a promise belongs to the request that made it. Rejects as the import does; the next
 * call then tries again.
 */
export function keptModule<Module>(load: () => Promise<Module>): () => Module | Promise<Module> {
  let kept: Module | undefined;
  return () =>
    kept ??
    load().then((module) => {
      kept = module;
      return module;
    });
}
