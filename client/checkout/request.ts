/** A call that failed. `code` is our API's own, or null if our API did not answer. */
export class RequestFailure extends Error {
  readonly code: string | null;
  constructor(message: string, code: string | null) {
    super(message);
    this.code = code;
  }
}

/** One retry if there was no answer. */
const ATTEMPTS = 2;

/**
 * Posts JSON to our API and returns the answer's JSON. Retries once if nothing answers within `timeoutMs`; our API
 * allows repeated requests. Rejects with a `RequestFailure`.
 */
export async function postJson(
  url: string,
  body: unknown,
  headers: Readonly<Record<string, string>>,
  timeoutMs: number,
): Promise<Record<string, unknown>> {
  const init = {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  };
  for (let attempt = 1; ; attempt += 1) {
    let response: Response;
    let answer: unknown;
    try {
      [response, answer] = await withTimeLimit(timeoutMs, async (signal) => {
        const answered = await fetch(url, { ...init, signal });
        // A refusal may come without JSON. A success whose body breaks off counts as no answer.
        return [answered, await answered.json().catch((error) => (answered.ok ? Promise.reject(error) : null))];
      });
    } catch (error) {
      if (attempt < ATTEMPTS) continue;
      throw new RequestFailure(`No answer: ${String(error)}`, null);
    }
    const fields = typeof answer === "object" && answer !== null ? (answer as Record<string, unknown>) : {};
    if (response.ok) return fields;
    const { code } = (fields.error ?? {}) as { code?: unknown };
    throw new RequestFailure(`The server answered ${response.status}.`, typeof code === "string" ? code : null);
  }
}

/** Runs `work`, and rejects if it takes longer. `signal` tells the work to stop. */
export async function withTimeLimit<T>(timeoutMs: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`No answer within ${timeoutMs} ms.`));
      controller.abort();
    }, timeoutMs);
  });
  try {
    return await Promise.race([work(controller.signal), late]);
  } finally {
    clearTimeout(timer);
  }
}

export function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
