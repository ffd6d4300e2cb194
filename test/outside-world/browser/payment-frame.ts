import type { Collected, FromFrame, PaymentFrameConfig, ToFrame } from "./frame-messages.ts";

/** Inside the payment element's frame: the methods, their fields and the choice of outcome. */

const METHOD_LABELS: Readonly<Record<string, string>> = {
  card: "Kaart",
  ideal: "iDEAL",
  klarna: "Klarna",
  apple_pay: "Apple Pay",
  google_pay: "Google Pay",
};
const VARIABLE_NAMES: Readonly<Record<string, string>> = { colorPrimary: "--primary", borderRadius: "--radius" };

const form = document.querySelector("form") as HTMLFormElement;
const tabs = document.querySelector("#methods") as HTMLElement;
const card = document.querySelector("#card") as HTMLElement;
const redirect = document.querySelector("#redirect") as HTMLElement;

addEventListener("message", (message: MessageEvent<ToFrame>) => {
  const [port] = message.ports;
  if (message.data.type === "init" && message.data.config.kind === "payment" && port !== undefined) {
    start(port, message.data.config);
  }
});

function start(port: MessagePort, config: PaymentFrameConfig): void {
  const send = (message: FromFrame) => port.postMessage(message);
  for (const [name, value] of Object.entries(config.variables)) {
    const property = VARIABLE_NAMES[name];
    if (property !== undefined) document.documentElement.style.setProperty(property, value);
  }
  tabs.replaceChildren(...config.methods.map(methodTab));
  for (const control of form.elements) (control as HTMLInputElement).disabled = config.readOnly;
  showMethod();

  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("input", () => {
    showMethod();
    reportChange();
  });
  addEventListener("focus", () => send({ type: "focus" }));
  addEventListener("blur", () => send({ type: "blur" }));
  addEventListener("keydown", (event) => {
    if (event.key === "Escape") send({ type: "escape" });
  });
  port.onmessage = ({ data }: MessageEvent<ToFrame>) => {
    if (data.type === "collect") send({ type: "collected", id: data.id, collected: collect() });
    if (data.type === "focus") (form.elements[0] as HTMLElement | undefined)?.focus();
  };
  new ResizeObserver(() => send({ type: "resize", height: document.documentElement.offsetHeight })).observe(
    document.documentElement,
  );
  send({ type: "ready" });
  reportChange();

  function reportChange(): void {
    const { problem, method } = collect();
    const complete = problem === undefined || problem.code === "local_incomplete";
    send({ type: "change", method, complete, empty: method === "card" && fieldValue("number") === "" });
  }
}

function methodTab(method: string, index: number): HTMLElement {
  const label = document.createElement("label");
  const radio = document.createElement("input");
  Object.assign(radio, { type: "radio", name: "method", value: method, checked: index === 0 });
  label.append(radio, ` ${METHOD_LABELS[method] ?? method}`);
  return label;
}

function showMethod(): void {
  const method = fieldValue("method");
  card.hidden = method !== "card";
  redirect.hidden = method !== "ideal" && method !== "klarna";
}

function collect(): Collected {
  const method = fieldValue("method");
  const outcome = fieldValue("outcome");
  const problem = findProblem(method, outcome);
  return { method, outcome, ...(problem === undefined ? {} : { problem }) };
}

/** The codes are Stripe's; `local_incomplete` is a complete form whose payer chose to see a refusal. */
function findProblem(method: string, outcome: string): { code: string; message: string } | undefined {
  if (method === "card") {
    if (fieldValue("number").replace(/\D/g, "").length < 12) {
      return { code: "incomplete_number", message: "Je kaartnummer is onvolledig." };
    }
    if (!/^\d\d\s*\/\s*\d\d$/.test(fieldValue("expiry"))) {
      return { code: "incomplete_expiry", message: "De vervaldatum van je kaart is onvolledig." };
    }
    if (!/^\d{3,4}$/.test(fieldValue("cvc"))) {
      return { code: "incomplete_cvc", message: "De beveiligingscode van je kaart is onvolledig." };
    }
  }
  if (outcome === "incomplete") return { code: "local_incomplete", message: "Je betaalgegevens zijn onvolledig." };
  return undefined;
}

function fieldValue(name: string): string {
  return String(new FormData(form).get(name) ?? "").trim();
}
