import { describe, expect, it } from "vitest";
import { tradeIds } from "./etrade-trade-ids.ts";
import { TransactionWire } from "./etrade-wire.ts";

/** On its day with the moment it traded, and posted with the beginning of that day in New York. */
const ON_ITS_DAY = Date.UTC(2026, 1, 27, 17, 10, 6);
const POSTED = Date.UTC(2026, 1, 27, 8);

const sold = (transactionId: number, transactionDate: number, more: object = {}) =>
  TransactionWire.parse({
    ...{ transactionId, transactionDate, amount: 211.98, transactionType: "Sold" },
    brokerage: { product: { symbol: "MITO", securityType: "EQ" }, quantity: -53, price: 4 },
    ...more,
  });

describe("the name of a trade at E*TRADE", () => {
  it("stays when the trade is posted under another number", () => {
    const [before] = tradeIds([sold(20_062_200_761_797, ON_ITS_DAY)]).values();
    const [after] = tradeIds([sold(20_062_101_756_885, POSTED)]).values();

    expect(before).toBe("2026-02-27:sold:MITO:-53:211.98:1");
    expect(after).toBe(before);
  });

  it("is another for each of those alike, and for any other trade", () => {
    const rows = [
      sold(1, ON_ITS_DAY),
      sold(2, ON_ITS_DAY + 1_000),
      sold(3, ON_ITS_DAY, { amount: 211.97 }),
      sold(4, ON_ITS_DAY - 86_400_000),
    ];

    expect(new Set(tradeIds(rows).values()).size).toBe(4);
    expect(tradeIds([sold(6, POSTED, { transactionType: "Bought To Cover" })]).size).toBe(1);
    expect(tradeIds([sold(5, ON_ITS_DAY, { transactionType: "Dividend" })]).size).toBe(0);
  });
});
