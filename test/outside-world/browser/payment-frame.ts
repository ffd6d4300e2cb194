import { type Collected, startFrame } from "./frame-messages.ts";

/** Inside the payment element's frame: the methods, their fields and the choice of outcome. */

const METHOD_LABELS: Readonly<Record<string, string>> = { card: "Kaart", ideal: "iDEAL", klarna: "Klarna" };

const form = document.querySelector("form") as HTMLFormElement;
const tabs = document.querySelector("#methods") as HTMLElement;
const card = document.querySelector("#card") as HTMLElement;
const redirect = document.querySelector("#redirect") as HTMLElement;

startFrame(({ variables, methods }, send) => {
  document.documentElement.style.setProperty("--primary", variables.colorPrimary ?? null);
  tabs.replaceChildren(...methods.map(methodTab));
  showMethod();
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("input", showMethod);
  return ({ type }) => type === "collect" && send({ type: "collected", collected: collect() });
});

function methodTab(method: string, index: number): HTMLElement {
  const label = document.createElement("label");
  const radio = document.createElement("input");
  Object.assign(radio, { type: "radio", name: "method", value: method, checked: index === 0 });
  label.append(radio, ` ${METHOD_LABELS[method] ?? method}`);
  return label;
}

function showMethod(): void {
  const isCard = fieldValue("method") === "card";
  card.hidden = !isCard;
  redirect.hidden = isCard;
}

/** `local_incomplete` is a complete form whose payer chose the refusal. */
function collect(): Collected {
  const chosen = { method: fieldValue("method"), outcome: fieldValue("outcome") };
  if (chosen.outcome !== "incomplete") return chosen;
  return { ...chosen, problem: { code: "local_incomplete", message: "Je betaalgegevens zijn onvolledig." } };
}

function fieldValue(name: string): string {
  return String(new FormData(form).get(name));
}
