import { screen, unscreened } from "@sevenfold/application/trading/prices/price-screen";
import { instant, type Print, type Ticker } from "@sevenfold/domain/market";
import { price } from "@sevenfold/domain/money";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { WaitingNews } from "./waiting-news.ts";

describe("what waits for a reader", () => {
  it("always holds the lowest, the highest and the newest price of each symbol, as they came", () => {
    fc.assert(
      fc.property(fc.array(trades, { minLength: 1, maxLength: 60 }), (told) => {
        const waiting = new WaitingNews();
        const prints = told.map(printOf);
        for (const print of prints) waiting.print(print);

        const news = waiting.take();
        const given = news?.kind === "prices" ? news.prints : [];
        for (const ticker of TICKERS) {
          const all = prints.filter((print) => print.ticker === ticker);
          const kept = given.filter((print) => print.ticker === ticker);
          expect(kept.length).toBeLessThanOrEqual(3 * 8);
          expect(lowestOf(kept)).toBe(lowestOf(all));
          expect(highestOf(kept)).toBe(highestOf(all));
          expect(kept.at(-1)).toEqual(all.at(-1));
          expect(kept.map(({ at }) => at)).toEqual(kept.map(({ at }) => at).toSorted());
        }
        expect(waiting.take()).toBeUndefined();
      }),
    );
  });

  it("holds the extremes of what is believed, also beside a price that is not", () => {
    const waiting = new WaitingNews();
    const told = [10_000, 6_000, 9_590, 9_900].map((cents, row) =>
      printOf({ ticker: TICKERS[0]!, cents }, row),
    );
    for (const print of told) waiting.print(print);

    const news = waiting.take();
    const given = news?.kind === "prices" ? news.prints : [];
    const symbol = unscreened();
    const accepted = given.filter(({ at }, row) => screen(symbol, given[row]!, at) === "accepted");
    expect(accepted).toEqual([told[0], told[2], told[3]]);
  });

  it("holds few prices of a symbol that jumps to and fro, the newest among them", () => {
    const waiting = new WaitingNews();
    const told = Array.from({ length: 100 }, (_, row) =>
      printOf({ ticker: TICKERS[0]!, cents: row % 2 === 0 ? 10_000 + row : 5_000 - row }, row),
    );
    for (const print of told) waiting.print(print);

    const news = waiting.take();
    const given = news?.kind === "prices" ? news.prints : [];
    expect(given.length).toBeLessThanOrEqual(3 * 8);
    expect([lowestOf(given), highestOf(given)]).toEqual([lowestOf(told), highestOf(told)]);
    expect(given.at(-1)).toBe(told.at(-1));
  });

  it("tells the newest of one millisecond last, though it is the lowest as well", () => {
    const waiting = new WaitingNews();
    const [lower, higher] = [100, 101].map((cents) => printOf({ ticker: TICKERS[0]!, cents }, 0));
    waiting.print(higher!);
    waiting.print(lower!);

    expect(waiting.take()).toMatchObject({ prints: [higher, lower] });
  });

  it("forgets prices from before a break", () => {
    const waiting = new WaitingNews();
    waiting.print(printOf({ ticker: TICKERS[0]!, cents: 100 }, 0));
    waiting.put({ kind: "disconnected", message: "The line broke off." });

    expect(waiting.take()).toMatchObject({ kind: "disconnected" });
    expect(waiting.take()).toBeUndefined();
  });
});

describe("a trade that was taken back", () => {
  it("is never told afterwards, and hides no other", () => {
    fc.assert(
      fc.property(fc.array(trades, { minLength: 1, maxLength: 20 }), fc.nat(19), (told, chosen) => {
        const waiting = new WaitingNews();
        const prints = told.map(printOf);
        for (const print of prints) waiting.print(print);
        const gone = prints[chosen % prints.length]!;
        waiting.takeBack(gone);

        expect(waiting.take()).toEqual({ kind: "taken-back", prints: [gone] });
        const news = waiting.take();
        const given = news?.kind === "prices" ? news.prints : [];
        expect(given).not.toContain(gone);
        for (const print of given) expect(prints).toContain(print);
        const newest = prints.findLast((print) => print.ticker === gone.ticker);
        if (newest !== gone) expect(given.findLast((p) => p.ticker === gone.ticker)).toBe(newest);
      }),
    );
  });

  it("is still said after a break, and what is looked up beside the stream too", () => {
    const waiting = new WaitingNews();
    const print = printOf({ ticker: TICKERS[0]!, cents: 100 }, 0);
    const look = { kind: "prices", prints: [print], quotes: [], polled: true } as const;
    waiting.takeBack(print);
    waiting.look(look);
    waiting.put({ kind: "disconnected", message: "The line broke off." });

    expect(waiting.take()).toMatchObject({ kind: "disconnected" });
    expect(waiting.take()).toMatchObject({ kind: "taken-back" });
    expect(waiting.take()).toBe(look);
  });
});

const TICKERS = ["AAPL", "MSFT"] as Ticker[];
const trades = fc.record({
  ticker: fc.constantFrom(...TICKERS),
  cents: fc.integer({ min: 1, max: 50 }),
});

const printOf = (
  { cents, ticker }: { readonly cents: number; readonly ticker: Ticker },
  row: number,
): Print => ({ ticker, price: price(cents * 100), at: instant(1_000_000 + row) });

const lowestOf = (prints: readonly Print[]) => Math.min(...prints.map((print) => print.price));
const highestOf = (prints: readonly Print[]) => Math.max(...prints.map((print) => print.price));
