import { begin } from "./begin.ts";

/** The checkout's own script: its payment begins while React is on its way, with what the form gets too. */
const island = document.querySelector<HTMLElement>("[data-island=checkout]");
begin(JSON.parse(island?.dataset.props ?? ""));
