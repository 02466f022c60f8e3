import type { Instant } from "@sevenfold/domain/market";
import { dayBoundsOf } from "@sevenfold/domain/new-york-time";

/** Dollars as they travel: what is no price at all may be said too. */
export interface RawBar {
  /** Of a day: New York's midnight. */
  readonly start: Instant;
  readonly open: number | null;
  readonly high: number | null;
  readonly low: number | null;
  readonly close: number | null;
  readonly volume: number;
}

export interface StandInStock {
  price: number | null;
  at: Instant;
  bid: number | null;
  ask: number | null;
  readonly minutes: RawBar[];
  /** As they were traded. */
  readonly days: RawBar[];
  /** By the start of its day: shares that each share became. */
  readonly splits: Map<Instant, number>;
  /** Not for this plan. */
  isWithheld: boolean;
}

/** What a stand-in tells, in dollars, changed by hand. */
export class StandInMarket {
  readonly stocks = new Map<string, StandInStock>();
  readonly now: () => Instant;

  constructor(now: () => Instant) {
    this.now = now;
  }

  list(symbol: string, dollars: number): void {
    this.stocks.set(symbol, {
      ...{ price: dollars, at: this.now(), bid: dollars - 0.01, ask: dollars + 0.01 },
      ...{ minutes: [], days: [], splits: new Map(), isWithheld: false },
    });
  }

  stock(symbol: string): StandInStock {
    const stock = this.stocks.get(symbol);
    if (!stock) throw new Error(`${symbol} is not listed here`);
    return stock;
  }

  /** The stock that a provider's spelling means. */
  found(spelling: string): StandInStock | undefined {
    return this.stocks.get(spelling.replace("-", "."));
  }
}

/** A stock's days with every later split taken out of them. */
export function splitAdjusted({ days, splits }: StandInStock): readonly RawBar[] {
  return days.map((day) => {
    let factor = 1;
    for (const [start, shares] of splits) if (day.start < start) factor *= shares;
    const part = (dollars: number | null) => (dollars === null ? null : dollars / factor);
    return {
      start: day.start,
      open: part(day.open),
      high: part(day.high),
      low: part(day.low),
      close: part(day.close),
      volume: day.volume * factor,
    };
  });
}

/** When the regular session of a day opens: 9:30 by New York's clocks. */
export const openingOf = (start: Instant): number =>
  dayBoundsOf(start).starts + (9 * 60 + 30) * 60_000;
