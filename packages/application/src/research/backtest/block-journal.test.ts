import { type Book, openBook } from "@sevenfold/domain/book";
import { decide, type PriceBatch } from "@sevenfold/domain/decide";
import type { Instant, Ticker } from "@sevenfold/domain/market";
import { type Money, money, type Quantity } from "@sevenfold/domain/money";
import { reachedAt } from "@sevenfold/domain/step";
import { RISK_LIMITS_NONE, type Strategy } from "@sevenfold/domain/strategy";
import { drawUntil } from "@sevenfold/domain/testing/draw-until";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Decision } from "../../ports/stores/decision-store.ts";
import { columnsOf, costlyRules, markets, settingsOf } from "../../testing/bar-arbitraries.ts";
import { openBookInHand } from "../../trading/account/book-in-hand.ts";
import type { FollowedAccount } from "../../trading/account/followed-account.ts";
import { MovedSlots } from "../../trading/account/moved-slots.ts";
import { noteVerdicts } from "../../trading/decisions/journal-decisions.ts";
import {
  BLOCKED_LINES_MAX,
  type BlockedTrade,
  blockCountsOf,
  noteBlocked,
  openBlockJournal,
  watchBlocked,
} from "./block-journal.ts";
import { runBacktest } from "./run-backtest.ts";

const BLOCKED = [
  "buy below-band",
  "buy cash-reserve",
  "buy cool-down",
  "buy halted",
  "buy position-share",
  "sell cool-down",
];

describe("noteBlocked", () => {
  it("always says of a blocked trade what the journal of live trading says, and leaves none out", () => {
    const met = new Set<string>();
    drawUntil(
      () => BLOCKED.every((each) => met.has(each)),
      (seed) =>
        fc.assert(
          fc.property(markets, costlyRules, (bars, plain) => {
            const columns = columnsOf(bars);
            const blocks = openBlockJournal(columns.length);
            const live = new Map<number, string>();
            let told = 0;

            const { decided, passedOver } = watchBlocked(blocks);
            const compare = (book: Book, batch: PriceBatch) => {
              decided(book, batch);
              const due = linesOfLive(book, batch, live).filter(
                (line) => line.verdict === "blocked" && isDue(book, line.ticker),
              );
              const lines = blocks.lines.slice(told);
              told = blocks.lines.length;
              if (lines.length === 0 && due.length === 0) return;

              expect(linesOfLive(book, batch, new Map())).toEqual(
                expect.arrayContaining(lines.map(asLive)),
              );
              expect(lines.map(asLive)).toEqual(expect.arrayContaining(due));
              for (const { side, ticker, gate } of lines) {
                expect(live.get(book.slots.get(ticker)!)).toBe(`blocked|${gate}`);
                met.add(`${side} ${gate}`);
              }
            };
            runBacktest(columns, settingsOf(plain), {
              decided: compare,
              passedOver(slot) {
                passedOver(slot);
                live.delete(slot);
              },
            });
          }),
          { numRuns: 150, seed },
        ),
    );
    // The property is worth what it met.
    expect([...met]).toEqual(expect.arrayContaining(BLOCKED));
  });

  it("never changes what a run trades", () => {
    fc.assert(
      fc.property(markets, costlyRules, (bars, plain) => {
        const columns = columnsOf(bars);
        const blocks = openBlockJournal(columns.length);
        const watched = runBacktest(columns, settingsOf(plain), watchBlocked(blocks));

        expect(watched).toEqual(runBacktest(columns, settingsOf(plain)));
      }),
      { numRuns: 50 },
    );
  });

  it("says a gate once for as long as it blocks, and again when it blocks anew", () => {
    const blocks = openBlockJournal(1);
    const book = poorBook();
    for (const price of [100, 95, 94, 100, 95]) follow(book, price, blocks);

    expect(blocks.lines.map(({ gate, facts }) => [gate, facts.last])).toEqual([
      ["cash-reserve", 950_000],
      ["cash-reserve", 950_000],
    ]);
    expect(blockCountsOf(blocks)).toEqual([
      { side: "buy", gate: "cash-reserve", times: 2, prices: 3 },
    ]);
  });

  it("counts what it has no line for", () => {
    const blocks = openBlockJournal(1);
    const book = poorBook();
    for (let time = 0; time < BLOCKED_LINES_MAX + 3; time += 1)
      for (const price of [100, 95]) follow(book, price, blocks);

    expect(blocks.lines).toHaveLength(BLOCKED_LINES_MAX);
    expect(blocks.leftOut).toBe(3);
    expect(blockCountsOf(blocks)[0]?.times).toBe(BLOCKED_LINES_MAX + 3);
  });
});

type Line = Omit<Decision, "accountId" | "settingsVersion">;

/** What live trading writes down about a batch, where `said` is what it wrote last of each slot. */
function linesOfLive(book: Book, batch: PriceBatch, said: Map<number, string>): readonly Line[] {
  const moved = new MovedSlots();
  for (const slot of batch.slots.subarray(0, batch.count)) moved.add(slot);
  const account = {
    inHand: openBookInHand(book),
    account: {},
    session: batch.inSession ? {} : undefined,
    settings: {},
    patternsOf: new Map(),
    placing: new Map(),
    closedUntil: new Map(),
    journal: { moved, said, pending: [] },
  } as unknown as FollowedAccount;
  noteVerdicts(account, batch.at);
  return account.journal.pending.map(
    ({ accountId: _account, settingsVersion: _version, ...line }) => line,
  );
}

const asLive = ({ ticker, at, gate, facts }: BlockedTrade): Line => ({
  ticker,
  at,
  verdict: "blocked",
  gate,
  reason: facts.reason!,
  price: facts.last!,
  trigger: facts.trigger!,
  reference: facts.reference!,
});

function isDue(book: Book, ticker: Ticker): boolean {
  const slot = book.slots.get(ticker)!;
  const price = book.last[slot]!;
  const isBelow = book.held[slot] === 0 && price < book.bandFloor[slot]!;
  return isBelow || reachedAt(book, slot, price) !== 0;
}

/** An account that can never pay for a share. */
const poorBook = (): Book =>
  openBook({
    tickers: ["AAPL" as Ticker],
    strategy: {
      mode: "TRAILING",
      buyDropBps: 400,
      sellRiseBps: 400,
      sharesToBuy: 10 as Quantity,
      maxPositionSize: 50 as Quantity,
      minCashReserve: 0 as Money,
      patternConfirmation: "off",
    } as Strategy,
    limits: RISK_LIMITS_NONE,
    cash: money(10_000),
    automation: "on",
  });

function follow(book: Book, dollars: number, blocks: ReturnType<typeof openBlockJournal>): void {
  const batch: PriceBatch = {
    at: 1 as Instant,
    inSession: true,
    count: 1,
    slots: Int32Array.of(0),
    prices: Float64Array.of(dollars * 10_000),
  };
  decide(book, batch);
  noteBlocked(blocks, book, batch);
}
