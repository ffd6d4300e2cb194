import type { MyOrder, MyOrdersCopy } from "../../src/orders/my-course/my-course-rules.ts";
import { fillIn } from "../../src/shared/fill-in.ts";
import { hasStoredSession, onAccountMayHaveChanged } from "../auth/account-state.ts";
import type { Account } from "../auth/session.ts";
import { withTimeLimit } from "../checkout/request.ts";

type MyOrdersProps = { dataUrl: string; copy: MyOrdersCopy };

/** The longest wait for the sign-in service, and then for the orders, milliseconds. */
const WAIT_MS = 15_000;

type State = "loading" | "orders" | "none" | "failed" | "ended";
type Outcome = [state: State, account: Account | null, orders?: readonly MyOrder[]];

/**
 * Shows the orders of the signed-in visitor, in a marker that is displayed only while this browser has a session. They
 * are removed when the session ends, in any tab.
 */
export function enhance(root: HTMLElement, { dataUrl, copy }: MyOrdersProps): void {
  // Without its stylesheet the marker is displayed to everybody.
  if (document.documentElement.dataset.account === undefined) return;
  const title = root.querySelector("h2") as HTMLElement;
  const said = root.querySelector("p") as HTMLElement;
  const [list, again, foot] = (root.querySelector("template") as HTMLTemplateElement).content
    .children as unknown as readonly [HTMLElement, HTMLElement, HTMLElement];
  const item = list.firstElementChild as HTMLElement;

  /** The user whose orders are shown or being loaded; null if there is none. */
  let userId: string | null = null;
  let reads = 0;

  const show = (state: State, account: Account | null, orders: readonly MyOrder[] = []) => {
    const hadFocus = root.contains(document.activeElement);
    for (const part of [list, again, foot]) part.remove();
    said.textContent = textOf(copy, state, account);
    list.replaceChildren(...orders.map((order) => fillItem(item.cloneNode(true) as HTMLElement, order)));
    if (state === "orders") said.after(list, foot);
    if (state === "none") said.after(foot);
    if (state === "failed") said.after(again);
    // The focused element may be gone.
    if (hadFocus && !root.contains(document.activeElement)) title.focus({ preventScroll: true });
  };

  const read = async () => {
    reads += 1;
    const own = reads;
    let account: Account | null;
    try {
      account = await withTimeLimit(WAIT_MS, () => readAccount());
    } catch (error) {
      console.warn(error);
      if (own === reads && userId === null) fail(() => location.reload());
      return;
    }
    // A later read counts instead of this one. A renewed token is no reason to ask again.
    if (own !== reads || (account !== null && account.userId === userId)) return;
    userId = account?.userId ?? null;
    if (account === null) return show("ended", null);
    show("loading", null);
    const outcome = await load(dataUrl, account).catch(console.warn);
    if (userId !== account.userId) return;
    if (outcome === undefined || outcome[0] === "ended") userId = null;
    if (outcome === undefined) fail(read);
    else show(...outcome);
  };

  /** `retry`: the button's action. A failed script is not loaded again in the same page, which then needs a reload. */
  const fail = (retry: () => unknown) => {
    again.onclick = () => {
      show("loading", null);
      retry();
    };
    show("failed", null);
  };

  (foot.querySelector("button") as HTMLElement).onclick = () => {
    import("../auth/session.ts").then((auth) => auth.signOutHere()).catch(console.warn);
  };
  read();
  // Something may have been bought since the browser kept this page.
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) userId = null;
  });
  onAccountMayHaveChanged(read);
}

/**
 * The signed-in visitor; null if the session has ended. Rejects if that is unknown. `isRefused`: our server refused the
 * token, so it is renewed first.
 */
async function readAccount(isRefused = false): Promise<Account | null> {
  const auth = await import("../auth/session.ts");
  if (isRefused) await auth.renewRefusedSession();
  const account = await auth.readAccount();
  if (account === null && hasStoredSession()) throw new Error("The session could not be read.");
  return account;
}

/** Loads the orders of an account. Resolves to the outcome to show; rejects if it is not known in time. */
function load(dataUrl: string, account: Account): Promise<Outcome> {
  return withTimeLimit(WAIT_MS, async (signal) => {
    // The body of a refusal is read too: otherwise its connection stays open.
    const ask = async ({ accessToken }: Account) => {
      const response = await fetch(dataUrl, { headers: { authorization: `Bearer ${accessToken}` }, signal });
      return { status: response.status, answer: (await response.json()) as { orders: readonly MyOrder[] } };
    };
    let current: Account | null = account;
    let asked = await ask(current);
    if (asked.status === 401) {
      current = await readAccount(true);
      if (current === null) return ["ended", null];
      asked = await ask(current);
    }
    if (asked.status !== 200) throw new Error(`The server answered ${asked.status}.`);
    const { orders } = asked.answer;
    return [orders.length === 0 ? "none" : "orders", current, orders];
  });
}

function textOf(copy: MyOrdersCopy, state: State, account: Account | null): string {
  if (state !== "orders" && state !== "none") return copy[state];
  const email = account?.email ?? null;
  return email === null ? copy[`${state}Nameless`] : fillIn(copy[state], { email });
}

function fillItem(row: HTMLElement, { item, date, state, number, path }: MyOrder): HTMLElement {
  const link = row.querySelector("a") as HTMLAnchorElement;
  link.href = path;
  [item, date, state, number].forEach((text, index) => {
    (link.children[index] as HTMLElement).textContent = text;
  });
  return row;
}
