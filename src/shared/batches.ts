export function chunked<T>(items: readonly T[], size: number): readonly (readonly T[])[] {
  const chunks: (readonly T[])[] = [];
  for (let start = 0; start < items.length; start += size) chunks.push(items.slice(start, start + size));
  return chunks;
}

/** The most failed items that an error names. */
const MOST_NAMED = 10;

/**
 * Calls `act` with one item after another; one that fails stops no other. Returns how many it says were done. Rejects at the end
 * if any failed, with how many, the first error, and the first names.
 */
export async function eachByItself<T>(
  items: Iterable<T> | AsyncIterable<T>,
  act: (item: T) => Promise<unknown>,
  nameOf: (item: T) => string = () => "",
): Promise<number> {
  let done = 0;
  const errors: unknown[] = [];
  const names = new Set<string>();
  for await (const item of items) {
    try {
      if ((await act(item)) === true) done += 1;
    } catch (error) {
      errors.push(error);
      if (names.size < MOST_NAMED) names.add(nameOf(item));
    }
  }
  if (errors.length > 0) {
    const which = [...names].join(" ").trim();
    throw new Error(`${errors.length} failed (${which}), the first: ${errors[0]}`, { cause: errors[0] });
  }
  return done;
}

/** Calls `act` with each item, at most `lanes` at once. After an error it starts no more calls, and rejects with it. */
export async function inTurns<T>(
  items: readonly T[],
  lanes: number,
  act: (item: T) => Promise<unknown>,
): Promise<void> {
  const rest = items[Symbol.iterator]();
  let isStopped = false;
  const lane = async () => {
    for (const item of rest) {
      if (isStopped) return;
      await act(item).catch((error: unknown) => {
        isStopped = true;
        throw error;
      });
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: lanes }, lane));
  for (const end of ends) if (end.status === "rejected") throw end.reason;
}
