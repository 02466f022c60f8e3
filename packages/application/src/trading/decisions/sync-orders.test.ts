import { openBook } from "@sevenfold/domain/book";
import { orderBegan } from "@sevenfold/domain/book-orders";
import { type Instant, instant, type Ticker } from "@sevenfold/domain/market";
import { type Bps, money, shares } from "@sevenfold/domain/money";
import { QUIET, TRAIL_DROP } from "@sevenfold/domain/reason";
import { RISK_DEFAULTS, STRATEGY_DEFAULTS } from "@sevenfold/domain/strategy";
import { describe, expect, it } from "vitest";

import { freeSlot, type OrderEnd } from "./sync-orders.ts";

const NOW = instant(1_000_000);
const KEPT = money(10_300_000);

/** An account with one symbol whose automated buy keeps cash aside. */
function buying() {
  const book = openBook({
    tickers: ["AAPL" as Ticker],
    strategy: STRATEGY_DEFAULTS,
    limits: RISK_DEFAULTS,
    cash: money(200_000_000),
    automation: "on",
    collarBps: 300 as Bps,
  });
  orderBegan(book, 0, { reason: TRAIL_DROP, quantity: shares(10), reservedCash: KEPT });
  return {
    book,
    closedUntil: new Map<number, { untilMs: number; endedAt: Instant; coolsDown: boolean }>(),
    refusals: new Map<number, number>(),
    working: new Map<number, string>(),
  };
}

describe("freeSlot", () => {
  it.each<OrderEnd>(["refused", "unfilled", "denied"])(
    "keeps nothing aside for an order that ended %s, while its symbol is left alone",
    (how) => {
      const account = buying();
      freeSlot(account, 0, { endedAt: NOW, how, nowMs: 0 });

      expect(account.book.reservedCash).toBe(0);
      expect(account.closedUntil.has(0)).toBe(true);
      expect(account.book.orderWorking[0]).not.toBe(QUIET);
    },
  );

  it("takes nothing from the order at work beside which another was denied", () => {
    const account = buying();
    account.working.set(0, "KEY1");
    freeSlot(account, 0, { endedAt: NOW, how: "denied", nowMs: 0 });

    expect(account.book.reservedCash).toBe(KEPT);
  });
});
