import type { Freshness } from "@sevenfold/contract/call";

interface Shown {
  readonly input: object | undefined;
  /** The answer, where there is one already. */
  readonly known: unknown;
  /** The live stream tells it. */
  readonly isPushed: boolean;
  /** Wanted of it is only what never changes. */
  readonly isLasting: boolean;
}

/**
 * After how many milliseconds an answer is asked for again; 0: not by itself. The one place that
 * knows, by the row of its call: whoever shows the answer has no say in it, but that what is wanted
 * of it never changes.
 */
export function pollIntervalMsOf(
  fresh: Freshness | undefined,
  { input, isLasting, isPushed, known }: Shown,
): number {
  if (isPushed || fresh === undefined || fresh.kept === "on-show") return 0;
  if (isLasting && known !== undefined) return 0;
  if (fresh.until !== undefined && fieldOf(known, fresh.until) === true) return 0;
  if (typeof fresh.everyMs === "number") return fresh.everyMs;
  const { by, ms } = fresh.everyMs;
  return ms[String(fieldOf(input, by))] ?? Math.min(...Object.values(ms));
}

const fieldOf = (value: unknown, field: string): unknown =>
  typeof value === "object" && value !== null
    ? new Map<string, unknown>(Object.entries(value)).get(field)
    : undefined;
