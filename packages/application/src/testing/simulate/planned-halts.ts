import { type Instant, instant, type Quote, type Ticker } from "@sevenfold/domain/market";
import { type Price, price } from "@sevenfold/domain/money";
import type { SeededChance } from "../../chance/seeded-chance.ts";
import type { Clock } from "../../ports/clock.ts";
import type { TradingStatus } from "../../ports/market-data.ts";

/** An exchange stops trading in a symbol for a while, and how late that is told. */
export interface PlannedHalt {
  readonly ticker: Ticker;
  readonly forMs: number;
  /** Its beginning, and its end. */
  readonly toldAfterMs: number;
  readonly endToldAfterMs: number;
  /** After its end: until then nobody offers on both sides. */
  readonly quotedAfterMs: number;
}

/** Halts of single symbols, as they are and as they are told. */
export interface PlannedHalts {
  /** One of a symbol at a time: the first that is planned. */
  begin(halt: PlannedHalt): void;
  /** When it was stopped, while it is; at the venues too. */
  haltedSince(ticker: Ticker): Instant | undefined;
  /** Whether it is, or was within so many milliseconds, to anybody. */
  wasHalted(ticker: Ticker, withinMs: number): boolean;
  /** Whether who has listened since then was told, and not that it is over. */
  isKnown(ticker: Ticker, listeningSince: number): boolean;
  /** Told after the one instant, and at the other or before it; once. */
  told(after: Instant, until: Instant): readonly TradingStatus[];
  /** Of symbols that were halted once. */
  quotes(priceOf: (ticker: Ticker) => Price): readonly Quote[];
}

interface Halt extends PlannedHalt {
  readonly from: Instant;
  readonly to: Instant;
  /** When who listens knows that it is over. */
  readonly overAt: Instant;
}

/** News come each second. */
const HEARD_WITHIN_MS = 1_500;
const CENT = 100;

export const drawHalt = (chance: SeededChance, ticker: Ticker): PlannedHalt => ({
  ticker,
  forMs: chance.between(5_000, 90_000),
  toldAfterMs: chance.happens(0.7) ? 1 : chance.between(1, 10_000),
  endToldAfterMs: chance.happens(0.7) ? 1 : chance.between(1, 10_000),
  quotedAfterMs: chance.between(0, 6_000),
});

export function openPlannedHalts(clock: Pick<Clock, "now">): PlannedHalts {
  const all: Halt[] = [];
  const latestOf = (ticker: Ticker): Halt | undefined =>
    all.findLast((halt) => halt.ticker === ticker);
  return {
    begin(planned) {
      const now = clock.now();
      if (now < (latestOf(planned.ticker)?.overAt ?? 0)) return;
      const to = instant(now + planned.forMs);
      const toldAt = Math.max(to + planned.endToldAfterMs, now + planned.toldAfterMs);
      const overAt = instant(Math.max(toldAt, to + planned.quotedAfterMs));
      all.push({ ...planned, from: now, to, overAt });
    },
    haltedSince(ticker) {
      const halt = latestOf(ticker);
      return halt && clock.now() < halt.to ? halt.from : undefined;
    },
    wasHalted(ticker, withinMs) {
      const halt = latestOf(ticker);
      return halt !== undefined && clock.now() < halt.overAt + withinMs;
    },
    isKnown(ticker, listeningSince) {
      const halt = latestOf(ticker);
      if (halt === undefined) return false;
      const toldAt = halt.from + halt.toldAfterMs;
      const now = clock.now();
      return (
        listeningSince + HEARD_WITHIN_MS < toldAt &&
        toldAt + HEARD_WITHIN_MS <= now &&
        now < halt.overAt
      );
    },
    told: (after, until) =>
      all
        .flatMap(statusesOf)
        .filter(({ toldAt }) => after < toldAt && toldAt <= until)
        .map(({ status }) => status),
    quotes(priceOf) {
      const at = clock.now();
      const quoted = [...new Set(all.map(({ ticker }) => ticker))].filter((ticker) => {
        const { quotedAfterMs, to } = latestOf(ticker)!;
        return to + quotedAfterMs <= at;
      });
      return quoted.map((ticker) => {
        const middle = priceOf(ticker);
        return { ticker, at, bid: price(Math.max(CENT, middle - CENT)), ask: price(middle + CENT) };
      });
    },
  };
}

function statusesOf({ endToldAfterMs, from, ticker, to, toldAfterMs }: Halt) {
  const told = { ticker, because: "LUDP: Volatility Trading Pause" };
  const halted: TradingStatus = { ...told, at: from, state: "halted" };
  const trading: TradingStatus = { ...told, at: to, state: "trading" };
  return [
    { status: halted, toldAt: from + toldAfterMs },
    // One after the other, however late the first is.
    { status: trading, toldAt: Math.max(to + endToldAfterMs, from + toldAfterMs) },
  ];
}
