import lighthouse from "lighthouse";

/**
 * Lighthouse's mobile run (simulated slow 4G, processor four times slower) in our own Chromium. Its Node API asks
 * nothing of the network but the page: reports of errors and the look for a newer version belong to its command line.
 */

export type Vitals = {
  fcpMs: number;
  lcpMs: number;
  tbtMs: number;
  cls: number;
  lcpElement: string;
  /** Lighthouse's figure for the machine's speed. Its documentation calls 1,000 to 1,500 a slow desktop. */
  benchmarkIndex: number;
};

const AUDITS = {
  fcpMs: "first-contentful-paint",
  lcpMs: "largest-contentful-paint",
  tbtMs: "total-blocking-time",
  cls: "cumulative-layout-shift",
} as const;

/** One run: the first visit of a phone. */
export async function runLighthouse(url: string, port: number): Promise<Vitals> {
  const result = await lighthouse(url, {
    port,
    logLevel: "silent",
    onlyAudits: [...Object.values(AUDITS), "lcp-breakdown-insight"],
    disableFullPageScreenshot: true,
    // The page of a 404 is measured too.
    ignoreStatusCode: true,
  });
  const lhr = result?.lhr;
  if (lhr === undefined) throw new Error(`Lighthouse gave no result for ${url}`);
  if (lhr.runtimeError) throw new Error(`Lighthouse: ${lhr.runtimeError.message}`);
  const value = (name: keyof typeof AUDITS): number => {
    const { numericValue, errorMessage } = lhr.audits[AUDITS[name]] ?? {};
    if (numericValue === undefined) throw new Error(`Lighthouse could not measure ${AUDITS[name]}: ${errorMessage}`);
    return numericValue;
  };
  return {
    fcpMs: value("fcpMs"),
    lcpMs: value("lcpMs"),
    tbtMs: value("tbtMs"),
    cls: value("cls"),
    benchmarkIndex: lhr.environment.benchmarkIndex,
    lcpElement: lcpElement(lhr.audits["lcp-breakdown-insight"]?.details),
  };
}

/** The element that was painted last and largest, as the report names it. */
function lcpElement(details: unknown): string {
  const selector = /"selector":"((?:[^"\\]|\\.)*)"/.exec(JSON.stringify(details ?? null))?.[1];
  return selector?.split(" > ").slice(-2).join(" > ") ?? "?";
}
