/**
 * What may grow: memory in MB an hour beyond twice its own uncertainty, the rest from the first third
 * of what is judged to its last.
 */
export const GROWTH_LIMITS = { rssMbPerHour: 16, heapMbPerHour: 8, handles: 10, connections: 2 };

/** A table of each process's figures, first third and last, and what of it is growth. */
export function growthRows({ samples, judgedFromMs, tables, before, hours }) {
  const rows = [
    "\nProcess    figure          first third   last third   slope an hour (± twice its error)",
  ];
  const grown = [];
  for (const name of ["api", "worker", "exchange"]) {
    const own = samples.filter((each) => each.name === name && judgedFromMs <= each.atMs);
    const figures = Object.keys(own[0] ?? {}).filter((key) => key !== "name" && key !== "atMs");
    for (const figure of figures) {
      const points = own
        .map((each) => [each.atMs / 3_600_000, each[figure]])
        .filter(([, y]) => Number.isFinite(y));
      const third = Math.ceil(points.length / 3);
      const first = middleOf(points.slice(0, third));
      const last = middleOf(points.slice(-third));
      const { slope, error } = slopeOf(points);
      rows.push(
        `${name.padEnd(11)}${figure.padEnd(14)}${first.toFixed(1).padStart(13)}${last.toFixed(1).padStart(13)}${slope.toFixed(1).padStart(12)} ± ${(2 * error).toFixed(1)}`,
      );
      if (isGrown(figure, { first, last, slope, error }) && name !== "exchange")
        grown.push(`GREW: ${figure} of the ${name}`);
    }
  }
  rows.push("\nTable                              rows      MB   rows an hour");
  for (const { name, rows: count, mb } of tables) {
    const was = before.find((each) => each.name === name)?.rows ?? 0;
    if (count === 0) continue;
    rows.push(
      `${name.padEnd(30)}${String(count).padStart(9)}${mb.toFixed(1).padStart(8)}${Math.round(
        (count - was) / hours,
      )
        .toString()
        .padStart(15)}`,
    );
  }
  return { rows, grown };
}

function isGrown(figure, { first, last, slope, error }) {
  const least = slope - 2 * error;
  if (figure === "rss") return GROWTH_LIMITS.rssMbPerHour < least;
  if (figure === "heap") return GROWTH_LIMITS.heapMbPerHour < least;
  const limit = { resources: GROWTH_LIMITS.handles, ...GROWTH_LIMITS }[figure];
  return limit !== undefined && limit < last - first;
}

function middleOf(points) {
  const sorted = points.map(([, y]) => y).sort((left, right) => left - right);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** The line of least squares and the standard error of its slope. */
export function slopeOf(points) {
  const count = points.length;
  if (count < 3) return { slope: 0, error: Number.POSITIVE_INFINITY };
  const meanX = points.reduce((sum, [x]) => sum + x, 0) / count;
  const meanY = points.reduce((sum, [, y]) => sum + y, 0) / count;
  const spread = points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
  const slope = points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0) / spread;
  const rest = points.reduce((sum, [x, y]) => sum + (y - meanY - slope * (x - meanX)) ** 2, 0);
  return { slope, error: Math.sqrt(rest / (count - 2) / spread) };
}
