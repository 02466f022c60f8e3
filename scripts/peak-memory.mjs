import { readFileSync } from "node:fs";

/**
 * The most memory this process held, in kilobytes. Linux counts in what `resourceUsage` tells what
 * the parent held when it started this process: a sweep started by a large bench seemed twice as
 * large as it is. What it notes of the process's own memory begins with its program.
 */
export function peakKilobytes() {
  try {
    const status = readFileSync("/proc/self/status", "utf8");
    const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(status) ?? [];
    if (kilobytes !== undefined) return Number(kilobytes);
  } catch {
    // No other system keeps it there.
  }
  return process.resourceUsage().maxRSS;
}
