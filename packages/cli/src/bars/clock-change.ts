import type { OffsetAt } from "./zone-offset.ts";

/**
 * What the clocks of a zone do within so long of an instant: "were put back on 2024-11-03, so that
 * 01:00 to 02:00 comes twice". Undefined where they do nothing.
 */
export function clockChangeNear(
  offsetAt: OffsetAt,
  moment: number,
  withinMs: number,
): string | undefined {
  let [before, after] = [moment - withinMs, moment + withinMs];
  const [old, now] = [offsetAt(before), offsetAt(after)];
  if (old === now) return undefined;
  while (1 < after - before) {
    const middle = Math.floor((before + after) / 2);
    if (offsetAt(middle) === old) before = middle;
    else after = middle;
  }
  const from = wallOf(after + Math.min(old, now));
  const to = wallOf(after + Math.max(old, now));
  const isForward = old < now;
  return `were put ${isForward ? "forward" : "back"} on ${from.date}, so that ${from.time} to ${to.time} ${isForward ? "does not exist" : "comes twice"}`;
}

function wallOf(local: number): { readonly date: string; readonly time: string } {
  const text = new Date(local).toISOString();
  return { date: text.slice(0, 10), time: text.slice(11, 16) };
}

/** What helps where a time is none, or is two. */
export const OFFSET_HELPS =
  "write times with their offset, or name the zone they are in by --tz, such as UTC";
