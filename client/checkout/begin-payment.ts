import { begin } from "./begin.ts";

/**
 * The checkout's own script: begins the payment while React loads, as soon as the product and its price are painted. It
 * uses the same properties as the form.
 */
const island = document.querySelector<HTMLElement>("[data-island=checkout]");
if (island) requestAnimationFrame(() => setTimeout(() => begin(JSON.parse(island.dataset.props ?? ""))));
