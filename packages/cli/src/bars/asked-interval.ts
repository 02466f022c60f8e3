import { inputFailure } from "../failure.ts";
import { intervalMsOf, intervalOf } from "../history/bar-manifest.ts";
import type { BarFile } from "./bar-series.ts";

const DAY_MS = 86_400_000;

/** Throws a `Failure` where the bars of a file last longer or shorter than those asked for. */
export function checkInterval(
  { path, isDated, intervalMs }: BarFile,
  asked: string | undefined,
): void {
  const own = isDated ? DAY_MS : intervalMs;
  if (asked === undefined || own === undefined || own === intervalMsOf(asked)) return;
  throw inputFailure(
    `${path}: its bars are of ${intervalOf(own)}, and --interval asks for ${asked}; leave --interval away, or give a file of ${asked}`,
  );
}
