import { startFrame, type WalletType } from "./frame-messages.ts";

/** Inside the express checkout element's frame: a button per wallet, and the wallet's sheet. */

const WALLET_NAMES: Readonly<Record<WalletType, string>> = { apple_pay: "Apple Pay", google_pay: "Google Pay" };

const buttons = document.querySelector("#wallets") as HTMLElement;
const sheet = document.querySelector("form") as HTMLFormElement;
const title = document.querySelector("h1") as HTMLElement;
const total = document.querySelector("#total") as HTMLElement;
const status = document.querySelector("#status") as HTMLElement;
const pay = document.querySelector("#pay") as HTMLButtonElement;
const cancel = document.querySelector("#cancel") as HTMLButtonElement;

const start: Parameters<typeof startFrame>[0] = (config, send) => {
  let open: WalletType | null = null;
  document.documentElement.style.setProperty("--height", `${config.buttonHeight}px`);
  total.textContent = new Intl.NumberFormat("nl-NL", { style: "currency", currency: config.currency }).format(
    config.amount / 100,
  );
  buttons.replaceChildren(
    ...config.wallets.map((wallet) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = WALLET_NAMES[wallet];
      button.setAttribute("aria-label", `Betaal met ${WALLET_NAMES[wallet]}`);
      button.addEventListener("click", () => send({ type: "wallet-click", wallet }));
      return button;
    }),
  );

  sheet.addEventListener("submit", (event) => {
    event.preventDefault();
    if (open === null || pay.disabled) return;
    pay.disabled = true;
    status.textContent = "Bezig met betalen…";
    send({ type: "wallet-confirm", wallet: open, outcome: String(new FormData(sheet).get("outcome")) });
  });
  cancel.addEventListener("click", close);
  return (message) => {
    if (message.type === "open-sheet") show(message.wallet);
    if (message.type === "close-sheet") close();
  };

  function show(wallet: WalletType): void {
    open = wallet;
    title.textContent = WALLET_NAMES[wallet];
    status.textContent = "";
    pay.disabled = false;
    sheet.hidden = false;
    pay.focus();
  }

  function close(): void {
    open = null;
    sheet.hidden = true;
  }
};

startFrame(start, ({ wallets }) => (wallets.length === 0 ? 0 : document.documentElement.offsetHeight));
