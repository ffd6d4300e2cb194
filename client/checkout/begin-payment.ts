import { begin } from "./begin.ts";

/**
 * The checkout's own script: its payment begins while React is on its way, with what the form gets too, and as soon as
 * what is bought and what it costs has been painted.
 */
const island = document.querySelector<HTMLElement>("[data-island=checkout]");
requestAnimationFrame(() => setTimeout(() => begin(JSON.parse(island?.dataset.props ?? ""))));
