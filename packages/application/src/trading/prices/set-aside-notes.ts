import { MINUTE_MS, type Print, type Ticker } from "@sevenfold/domain/market";

import type { Ports } from "../../ports.ts";

/**
 * Notes prints that were set aside: of each symbol one line a minute at most, with how many there were
 * since the line before. Where a clock is wrong it is every print of every symbol.
 */
export function openSetAsideNotes({ clock, log }: Pick<Ports, "clock" | "log">) {
  const noted = new Map<Ticker, { saidMs: number; unsaid: number }>();
  return (print: Print, screening: string): void => {
    const nowMs = clock.monotonicMs();
    const before = noted.get(print.ticker);
    if (before && nowMs - before.saidMs < MINUTE_MS) {
      before.unsaid += 1;
      return;
    }
    noted.set(print.ticker, { saidMs: nowMs, unsaid: 0 });
    log.warn("price-set-aside", { screening, ...print, count: (before?.unsaid ?? 0) + 1 });
  };
}
