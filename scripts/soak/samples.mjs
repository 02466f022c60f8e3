import { readFileSync } from "node:fs";

/** What `/metrics` calls the figures that are watched. */
const MEASURES = {
  rss: ["process_resident_memory_bytes", 1 / 2 ** 20],
  heap: ["nodejs_heap_size_used_bytes", 1 / 2 ** 20],
  handles: ["nodejs_active_handles_total", 1],
  resources: ["nodejs_active_resources_total", 1],
  loopP99Ms: ["nodejs_eventloop_lag_p99_seconds", 1_000],
  connections: ["sevenfold_database_connections", 1],
};

/** One row of figures of each process; one that does not answer now, as under a fault, is left out. */
export async function sampleOf({ pidOf, urls }, atMs) {
  const processes = await Promise.all(
    ["api", "worker"].map(async (name) => {
      const text = await metricsOf(urls[name]);
      if (text === undefined) return [];
      const figures = Object.entries(MEASURES).map(([key, [metric, factor]]) => [
        key,
        sumOf(text, metric) * factor,
      ]);
      return [{ name, atMs, ...Object.fromEntries(figures) }];
    }),
  );
  return [...processes.flat(), { name: "exchange", atMs, rss: rssOf(pidOf("exchange")) }];
}

async function metricsOf(url) {
  try {
    const answer = await fetch(`${url}/metrics`, { signal: AbortSignal.timeout(5_000) });
    return answer.ok ? await answer.text() : undefined;
  } catch {
    return undefined;
  }
}

/** All lines of the measure, whatever their labels; those that wait are none of what is open. */
function sumOf(text, metric) {
  let sum = 0;
  for (const line of text.split("\n"))
    if (
      (line.startsWith(`${metric} `) || line.startsWith(`${metric}{`)) &&
      !line.includes("waiting")
    )
      sum += Number(line.slice(line.lastIndexOf(" ")));
  return sum;
}

function rssOf(pid) {
  try {
    const kib = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
    return Number(kib) / 1_024;
  } catch {
    return Number.NaN;
  }
}
