import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { KINDS, REPORT } from "./pictures.ts";

/** The report is empty before the pictures are taken; afterwards its page shows the differences side by side. */
export default function setup(): () => void {
  rmSync(REPORT, { recursive: true, force: true });
  mkdirSync(REPORT, { recursive: true });
  return () => {
    const names = readdirSync(REPORT)
      .filter((file) => file.endsWith(".after.png"))
      .map((file) => file.replace(/\.after\.png$/, ""));
    if (names.length === 0) return;
    const page = join(REPORT, "index.html");
    writeFileSync(page, pageOf(names));
    console.log(`${names.length} screens do not look as approved: ${page}`);
  };
}

function pageOf(names: readonly string[]): string {
  const rows = names.map((name) => {
    const figures = KINDS.map(
      (kind) => `<figure><figcaption>${kind}</figcaption><img src="${name}.${kind}.png" alt=""></figure>`,
    );
    return `<section><h2>${name}</h2><div>${figures.join("")}</div></section>`;
  });
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>What looks different</title>
<style>
body { font: 16px system-ui; margin: 1rem; background: #ddd }
div { display: flex; gap: 1rem; align-items: start }
figure { margin: 0 }
</style>
<h1>What looks different</h1>
${rows.join("\n")}
</html>
`;
}
