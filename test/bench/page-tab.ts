/**
 * A browser tab, driven by the DevTools protocol. Playwright attaches to single pages, and then a browser refuses to
 * render ahead ("PrerenderingDisabledByDevTools"). The protocol can attach to a tab as a whole.
 */

type TabEvent = { method: string; params: Record<string, unknown> };

export type Tab = {
  /** The browser's name and version. */
  browser: string;
  /** The browser's events about this tab so far; the array may be emptied. */
  events: TabEvent[];
  /** A command to the page that is shown. */
  send(method: string, params?: Record<string, unknown>): Promise<Record<string, unknown>>;
  /** Evaluates an expression in the page that is shown. */
  evaluate<T>(expression: string): Promise<T>;
  /** Follows an address as a link would, and resolves when its page has loaded. */
  follow(url: string): Promise<void>;
  close(): Promise<void>;
};

type Command = (method: string, params?: object, sessionId?: string) => Promise<Record<string, unknown>>;
type Connection = { browser: string; command: Command; close(): void };
type TargetInfo = { targetId: string; type: string; subtype?: string; browserContextId?: string };

const LOAD_TIMEOUT_MS = 20_000;
const ANSWER_TIMEOUT_MS = 10_000;
const POLL_MS = 25;
/** A page that is being left may never answer. */
const ASK_AGAIN_MS = 500;

/** Opens a tab of its own in a browser that listens on `port`. `script` runs at the start of each page. */
export async function openTab(port: number, size: { width: number; height: number }, script: string): Promise<Tab> {
  const events: TabEvent[] = [];
  // The visible page and the one that is rendered ahead each have a session. Activation makes the second the visible
  // one.
  const sessions = new Map<string, string>();
  let page = "";
  const { browser, command, close } = await connect(port, (event) => {
    events.push(event);
    const info = event.params.targetInfo as TargetInfo | undefined;
    if (info?.type !== "page") return;
    if (event.method === "Target.attachedToTarget") {
      const sessionId = String(event.params.sessionId);
      sessions.set(info.targetId, sessionId);
      // A page that was rendered ahead and dropped closes its session in between.
      prepare(sessionId).catch(() => undefined);
    }
    if (!info.subtype) page = sessions.get(info.targetId) ?? page;
  });
  const prepare = async (sessionId: string) => {
    for (const domain of ["Page", "Runtime", "Preload"]) await command(`${domain}.enable`, {}, sessionId);
    await command("Page.addScriptToEvaluateOnNewDocument", { source: script }, sessionId);
  };

  const { browserContextId } = await command("Target.createBrowserContext");
  await command("Target.createTarget", { url: "about:blank", browserContextId, ...size });
  const { targetInfos } = await command("Target.getTargets", { filter: [{ type: "tab" }] });
  const tab = (targetInfos as TargetInfo[]).find((info) => info.browserContextId === browserContextId);
  const { sessionId } = await command("Target.attachToTarget", { targetId: tab?.targetId, flatten: true });
  const autoAttach = { autoAttach: true, waitForDebuggerOnStart: false, flatten: true };
  await command("Target.setAutoAttach", autoAttach, String(sessionId));
  await until(() => page !== "", "The tab has no page");

  async function evaluate<T>(expression: string): Promise<T> {
    const options = { expression, awaitPromise: true, returnByValue: true, userGesture: true };
    const { result, exceptionDetails } = (await command("Runtime.evaluate", options, page)) as {
      result: { value: T };
      exceptionDetails?: { exception?: { description?: string }; text: string };
    };
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  }
  return {
    browser,
    events,
    send: (method, params) => command(method, params, page),
    evaluate,
    async follow(url) {
      // Without the mark it is another document. The page may have redirected to another address by then.
      const isFirst = (await evaluate<string>("benchLeft = true; location.href")) === "about:blank";
      if (isFirst) await command("Page.navigate", { url }, page);
      else await evaluate(`void setTimeout(() => location.assign(${JSON.stringify(url)}))`);
      const isLoaded = `globalThis.benchLeft === undefined && document.readyState === "complete"`;
      await until(() => evaluate<boolean>(isLoaded), `${url} did not load`);
    },
    async close() {
      await command("Target.disposeBrowserContext", { browserContextId });
      close();
    },
  };
}

async function connect(port: number, onEvent: (event: TabEvent) => void): Promise<Connection> {
  const version = (await (await fetch(`http://127.0.0.1:${port}/json/version`)).json()) as Record<string, string>;
  const socket = new WebSocket(version.webSocketDebuggerUrl ?? "");
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = () => reject(new Error("The browser does not answer on its debugging port"));
  });
  type Answer = { id?: number; result: Record<string, unknown>; error?: { message: string } } & TabEvent;
  const waiting = new Map<number, (answer: Answer) => void>();
  let commands = 0;
  socket.onmessage = ({ data }) => {
    const answer: Answer = JSON.parse(String(data));
    if (answer.id === undefined) return onEvent(answer);
    waiting.get(answer.id)?.(answer);
    waiting.delete(answer.id);
  };
  const command: Command = (method, params = {}, sessionId) =>
    new Promise((resolve, reject) => {
      commands += 1;
      const timer = setTimeout(() => reject(new Error(`The browser did not answer ${method}`)), ANSWER_TIMEOUT_MS);
      waiting.set(commands, ({ result, error }) => {
        clearTimeout(timer);
        if (error === undefined) resolve(result);
        else reject(new Error(`${method}: ${error.message}`));
      });
      socket.send(JSON.stringify({ id: commands, method, params, sessionId }));
    });
  return { browser: version.Browser ?? "Chromium", command, close: () => socket.close() };
}

/** Waits until a condition is true. It counts as false while no page can answer, between two pages. */
export async function until(isTrue: () => boolean | Promise<boolean>, complaint: string): Promise<void> {
  const deadline = Date.now() + LOAD_TIMEOUT_MS;
  while (Date.now() < deadline) {
    if (await Promise.race([Promise.resolve(isTrue()).catch(() => false), pause(ASK_AGAIN_MS)])) return;
    await pause(POLL_MS);
  }
  throw new Error(complaint);
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(() => resolve(), ms));
}
