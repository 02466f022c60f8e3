import { describe, expect, it } from "vitest";
import { shareLegs } from "./etrade-share-legs.ts";
import { TransactionWire } from "./etrade-wire.ts";

const NOON = Date.UTC(2026, 1, 27, 17);
let count = 0;

const row = (transactionType: string, symbol: string, quantity: number, more: object = {}) => {
  count += 1;
  return TransactionWire.parse({
    ...{ transactionId: count, transactionDate: NOON, amount: 0, transactionType },
    brokerage: { product: { symbol, securityType: "EQ" }, quantity },
    ...more,
  });
};
const told = (...rows: TransactionWire[]) =>
  shareLegs(rows).events.map(({ after, becomes, before, ticker }) => [
    ...[ticker, becomes, before, after],
  ]);

describe("shares that became those of another symbol at E*TRADE", () => {
  it("are one event of a row that went and one that came", () => {
    const [gone, came] = [row("Name Change", "OLDN", -7.3), row("Name Change", "NEWN", 7.3)];

    expect(told(came, gone)).toEqual([["OLDN", "NEWN", 7, 7]]);
    expect(told(row("Stock Merger", "MERG", -2_000), row("Stock Merger", "INTO", 200))).toEqual([
      ["MERG", "INTO", 2_000, 200],
    ]);
  });

  it("are told apart by their count where several change on one day, and else not told", () => {
    const first = [row("Exchange", "AAA", -5), row("Exchange", "BBB", 5)];
    const second = [row("Exchange", "CCC", -8), row("Exchange", "DDD", 2)];
    expect(told(...second, ...first)).toEqual([
      ["AAA", "BBB", 5, 5],
      ["CCC", "DDD", 8, 2],
    ]);

    const alike = [row("Exchange", "EEE", -5), row("Exchange", "FFF", 5)];
    expect(told(...first, ...alike)).toEqual([]);
    expect(told(...first, alike[0]!)).toEqual([]);
    expect(told(...first, alike[1]!)).toEqual([]);
    const other = row("Exchange", "BBB", 5, { transactionDate: NOON - 86_400_000 });
    expect(told(first[0]!, other)).toEqual([]);
  });

  it("are not told while one half is missing, nor where they only got another number", () => {
    const gone = row("Name Change", "OLDN", -7);
    expect(told(gone)).toEqual([]);
    expect(shareLegs([gone]).ids).toEqual(new Set([gone.transactionId]));
    expect(told(row("Exchange", "BRIF", -4), row("Exchange", "BRIF", 4))).toEqual([]);
  });

  it("leave what is paid in cash, and every other row, to what it is", () => {
    const rows = [row("Merger", "GONE", -20, { amount: 500 }), row("Spin-off", "SPUN", 3)];
    expect(shareLegs(rows).ids.size).toBe(0);
  });
});
