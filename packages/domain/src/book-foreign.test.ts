import { describe, expect, it } from "vitest";

import { openBook, restorePosition } from "./book.ts";
import { holdForeign } from "./book-foreign.ts";
import { beginSession, endSession } from "./book-session.ts";
import { decide } from "./decide.ts";
import { NO_FOREIGN } from "./foreign.ts";
import { standingGate } from "./gate.ts";
import { instant, type Ticker, type TradingDay } from "./market.ts";
import { money, shares } from "./money.ts";
import { TRAIL_DROP } from "./reason.ts";
import { RISK_DEFAULTS, STRATEGY_DEFAULTS } from "./strategy.ts";

const AAPL = "AAPL" as Ticker;
const dollars = (amount: number) => money(amount * 10_000);
const NOW = { at: instant(1_000), inSession: true };

const opened = () =>
  openBook({
    tickers: [AAPL],
    strategy: STRATEGY_DEFAULTS,
    limits: RISK_DEFAULTS,
    cash: dollars(10_000),
    automation: "on",
  });

describe("what else an account has", () => {
  it("counts as the broker says, and no longer once it is gone", () => {
    const book = opened();

    holdForeign(book, { value: dollars(500), unpriced: 0, shorts: new Set() });
    expect(book.equity).toBe(dollars(10_500));
    holdForeign(book, { value: dollars(-2_000), unpriced: 0, shorts: new Set() });
    expect(book.equity).toBe(dollars(8_000));
    holdForeign(book, NO_FOREIGN);
    expect(book).toMatchObject({ equity: dollars(10_000), unpriced: 0, cash: dollars(10_000) });
  });

  it("blocks entries, halts nothing and makes no baseline while its worth is not known", () => {
    const book = opened();
    beginSession(book, "2026-11-20" as TradingDay, dollars(50_000));
    holdForeign(book, { value: money(0), unpriced: 1, shorts: new Set() });
    decide(book, {
      ...NOW,
      count: 1,
      slots: Int32Array.of(0),
      prices: Float64Array.of(1_000_000),
    });

    expect(standingGate(book, 0, NOW, TRAIL_DROP)).toBe("equity-unknown");
    expect(book.halted).toBe(false);
    endSession(book);
    expect(book.closingEquity).toBeUndefined();

    holdForeign(book, { value: dollars(40_000), unpriced: 0, shorts: new Set() });
    expect(standingGate(book, 0, NOW, TRAIL_DROP)).toBeUndefined();
  });

  it("keeps every order off a symbol that is sold short there", () => {
    const book = opened();
    holdForeign(book, { value: dollars(-100), unpriced: 0, shorts: new Set([AAPL]) });
    expect(standingGate(book, 0, NOW, TRAIL_DROP)).toBe("short-elsewhere");

    restorePosition(book, 0, { held: shares(1), costBasis: dollars(100), managed: true });
    expect(standingGate(book, 0, NOW, TRAIL_DROP)).toBe("short-elsewhere");
  });
});
