import type { Terminal } from "../terminal.ts";

export type Finding = {
  /** `missing`: nobody can buy, or not lawfully, or nobody can look after orders, before it is fixed. `advice`: the shop sells without it. */
  level: "ok" | "missing" | "advice";
  what: string;
  /** The command or the page that fixes it; several are on a line each. */
  fix?: string;
};

export function ok(what: string): Finding {
  return { level: "ok", what };
}

export function missing(what: string, fix: string): Finding {
  return { level: "missing", what, fix };
}

export function advice(what: string, fix: string): Finding {
  return { level: "advice", what, fix };
}

/** Prints one part of the check. A remedy that several findings in a row share is printed once, after the last. */
export function printFindings(title: string, findings: readonly Finding[], terminal: Terminal): void {
  terminal.out(`\n${title}`);
  findings.forEach(({ level, what, fix }, index) => {
    terminal.out(`  ${level.padEnd(8)}${what}`);
    if (fix === undefined || fix === findings[index + 1]?.fix) return;
    for (const line of fix.split("\n")) terminal.out(`          -> ${line}`);
  });
}
