import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Book } from "./book.ts";
import { decide } from "./decide.ts";
import { instant } from "./market.ts";
import { bps, money } from "./money.ts";
import {
  addQuiet,
  concernedBy,
  dropQuiet,
  growQuietTotals,
  openQuietColumn,
  openQuietTotals,
  putQuiet,
  putTotals,
} from "./quiet-column.ts";
import { step } from "./step.ts";
import { at, bookOf, buy, dollars } from "./testing/decided-book.ts";
import { decideNaively } from "./testing/naive-account.ts";
import { batchOf, happen, makeTwins, pricesTold, setups } from "./testing/twin-accounts.ts";
import { lives, TWIN_TICKERS, type TwinEvent } from "./testing/twin-events.ts";

describe("a quiet column", () => {
  it("lets no price pass that is anything to a book, and a book that follows later is the same", () => {
    let passed = 0;
    let asked = 0;
    fc.assert(
      fc.property(setups, lives(100), fc.boolean(), (setup, lived, isCalm) => {
        const events = isCalm ? lived.map(calmed) : lived;
        const twins = makeTwins(setup);
        const late = openLateBook(twins.book);
        for (const event of events) {
          if (event.kind !== "prices") {
            late.follow();
            expect(late.book).toEqual(twins.book);
            happen(twins, event);
            late.replace(twins.book);
            continue;
          }
          const told = pricesTold(twins, event);
          const intents = decide(twins.book, batchOf(told));
          decideNaively(twins.naive, told);
          const answer = late.hear(told);
          if (answer === "passed") passed += 1;
          else asked += 1;
          expect(answer === "passed" ? [] : answer).toEqual(intents);
        }
        late.follow();
        expect(late.book).toEqual(twins.book);
      }),
      { numRuns: 150 },
    );
    // Not because nothing ever passed.
    expect(asked / 5).toBeLessThan(passed);
  });

  it("keeps the other rows when one is taken out, and as many as there are accounts", () => {
    const books = Array.from({ length: 9 }, (_, account) => flatBook(100 + account));
    const column = openQuietColumn();
    const totals = openQuietTotals(2);
    growQuietTotals(totals, books.length);
    books.forEach((book, account) => {
      putQuiet(column, addQuiet(column, account), book, 0);
      putTotals(totals, account, book);
    });
    // Each would enter at 96% of its own high.
    expect(concerned(100)).toEqual([5, 6, 7, 8]);
    dropQuiet(column, 5);
    expect(concerned(100)).toEqual([6, 7, 8]);
    expect(concerned(96)).toEqual([0, 1, 2, 3, 4, 6, 7, 8]);

    function concerned(price: number): readonly number[] {
      const found: number[] = [];
      concernedBy(column, totals, dollars(price), found);
      return found.sort((one, other) => one - other);
    }
  });
});

/** Prices move as they do in a second, and seldom reach what a rule waits for. */
const calmed = (event: TwinEvent): TwinEvent =>
  event.kind === "prices"
    ? {
        ...event,
        inSession: true,
        rows: event.rows.map((row) => ({
          ...row,
          moveBps: Math.trunc(row.moveBps / 30),
          aim: undefined,
        })),
      }
    : event;

describe("what a row waits for", () => {
  it("moves up with the high of a flat symbol", () => {
    const book = bookOf({ tickers: ["AAPL"] });
    at(book, 1, { AAPL: 100 });
    expect(concernedIn(book, [100, 96.01])).toEqual([]);
    expect(concernedIn(book, [105, 101])).toEqual([]);
    expect(concernedIn(book, [105, 100.8])).toEqual([100.8]);
  });

  it("moves down with the low of a held one", () => {
    const book = bookOf({ tickers: ["AAPL"], strategy: { mode: "TRAILING" } });
    buy(book, "AAPL", 10, 100);
    at(book, 2, { AAPL: 100 });
    expect(concernedIn(book, [103.9, 100])).toEqual([]);
    expect(concernedIn(book, [95, 98.7])).toEqual([]);
    expect(concernedIn(book, [95, 98.8])).toEqual([98.8]);
  });

  it("is the day's loss over all that is held", () => {
    const book = bookOf({
      tickers: ["AAPL", "MSFT"],
      cash: 2_000,
      limits: { dailyLossBps: bps(200) },
    });
    buy(book, "AAPL", 10, 100);
    buy(book, "MSFT", 10, 100);
    at(book, 2, { AAPL: 100, MSFT: 100 });
    // Two percent of $2,000 are lost where ten shares have lost $4 each.
    expect(concernedIn(book, [98, 96.01])).toEqual([]);
    expect(concernedIn(book, [98, 96])).toEqual([96]);
  });

  it("is nothing but any price once cash alone has lost the day", () => {
    const book = bookOf({ tickers: ["AAPL"], cash: 2_000, limits: { dailyLossBps: bps(200) } });
    at(book, 1, { AAPL: 100 });
    expect(concernedIn(book, [100])).toEqual([]);
    book.cash = money(book.cash - dollars(40));
    book.equity = book.cash;
    expect(concernedIn(book, [100])).toEqual([100]);
  });

  it("is a leap of what is held, which may be a split", () => {
    const book = bookOf({
      tickers: ["AAPL"],
      strategy: { mode: "TRAILING", sellRiseBps: bps(9_000) },
      limits: { dailyLossBps: bps(10_000) },
    });
    buy(book, "AAPL", 10, 100);
    at(book, 2, { AAPL: 100 });
    expect(concernedIn(book, [92, 85, 78])).toEqual([]);
    expect(concernedIn(book, [82])).toEqual([82]);
  });

  it("is a leap down of what is not held and waits below its band, which may be a split", () => {
    const book = bookOf({
      tickers: ["AAPL"],
      strategy: { mode: "HYBRID", buyDropBps: bps(500), buyDropMaxBps: bps(1_000) },
    });
    at(book, 1, { AAPL: 100 });
    at(book, 2, { AAPL: 80 });
    expect(concernedIn(book, [73, 67, 89])).toEqual([]);
    expect(concernedIn(book, [72])).toEqual([72]);
  });
});

/** The prices of the first symbol, in dollars and told one after the other, that its row asks about. */
function concernedIn(book: Book, told: readonly number[]): readonly number[] {
  const column = openQuietColumn();
  putQuiet(column, addQuiet(column, 0), book, 0);
  const totals = openQuietTotals(1);
  putTotals(totals, 0, book);
  return told.filter((each) => {
    const found: number[] = [];
    concernedBy(column, totals, dollars(each), found);
    return 0 < found.length;
  });
}

const TWIN_SLOTS = TWIN_TICKERS.map((_, slot) => slot);

/** A book that hears of prices when it has to. */
function openLateBook(like: Book) {
  const columns = TWIN_SLOTS.map(() => {
    const column = openQuietColumn();
    addQuiet(column, 0);
    return column;
  });
  const totals = openQuietTotals(1);
  let book = structuredClone(like);
  let waiting: Told[] = [];
  const put = () => {
    for (const slot of TWIN_SLOTS) putQuiet(columns[slot]!, 0, book, slot);
    putTotals(totals, 0, book);
  };
  const follow = () => {
    for (const { at, rows } of waiting) {
      book.latestAt = instant(at);
      for (const { price, slot } of rows) step(book, slot, price, at);
    }
    waiting = [];
  };
  put();
  return {
    get book() {
      return book;
    },
    follow,
    replace(next: Book) {
      book = structuredClone(next);
      put();
    },
    hear(told: Told) {
      const found: number[] = [];
      for (const { price, slot } of told.rows) concernedBy(columns[slot]!, totals, price, found);
      const isSure = told.inSession && (book.baseline !== undefined || 0 < book.unpriced);
      if (isSure && found.length === 0) {
        waiting.push(told);
        return "passed" as const;
      }
      follow();
      const intents = decide(book, batchOf(told));
      put();
      return intents;
    },
  };
}

type Told = ReturnType<typeof pricesTold>;

function flatBook(high: number): Book {
  const book = bookOf({ tickers: ["AAPL"] });
  at(book, 1, { AAPL: high });
  return book;
}
