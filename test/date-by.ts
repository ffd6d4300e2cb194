/** `Date` by another clock, which says milliseconds since 1970. */
export function dateBy(now: () => number): DateConstructor {
  return class extends Date {
    static override now = now;
    constructor(...given: [] | ConstructorParameters<typeof Date>) {
      super(...((given.length === 0 ? [now()] : given) as ConstructorParameters<typeof Date>));
    }
  } as DateConstructor;
}
