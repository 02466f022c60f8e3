import { instant } from "@sevenfold/domain/market";
import { describe, expect, it } from "vitest";
import { settledTrades } from "./etrade-settled.ts";
import { TransactionWire } from "./etrade-wire.ts";

const DAY = instant(Date.UTC(2026, 1, 27, 5));
const HOUR = 3_600_000;
let rows = 0;

const trade = (transactionType: string, amount: number, quantity: number, price?: number) => {
  rows += 1;
  const brokerage = { product: { symbol: "MITO", securityType: "EQ" }, quantity, price, fee: 0 };
  const transactionDate = DAY + 12 * HOUR;
  return TransactionWire.parse({
    ...{ transactionId: rows, transactionDate, amount, transactionType, brokerage },
  });
};
const told = (...all: readonly TransactionWire[]) => settledTrades(all);

describe("trades at E*TRADE by their cash", () => {
  it("are told of each symbol, side and day together, what they cost beside their price apart", () => {
    const bought = trade("Bought", -304.05, 3, 101.333333);
    const rest = trade("Bought", -1_000, 10, 100);

    expect(told(bought, rest, trade("Sold", 211.98, -53, 4))).toMatchObject([
      {
        id: "settled:2026-02-27:MITO:buy:13",
        ...{ kind: "other-cash", ticker: "MITO", at: DAY, amount: 0 },
        settles: { side: "buy", quantity: 13, cash: -13_040_000, until: DAY + 24 * HOUR },
      },
      { settles: { side: "sell", quantity: 53, cash: 2_120_000 } },
    ]);
    expect(told(bought)[0]).toMatchObject({ id: "settled:2026-02-27:MITO:buy:3" });
  });

  it("are all their cash where they name no price", () => {
    expect(told(trade("Bought", -304.05, 3))).toMatchObject([{ settles: { cash: -3_040_500 } }]);
  });

  it("are none of what no order of whole shares tells", () => {
    expect(
      told(
        trade("Bought", -15, 0.5, 30),
        trade("Bought", 304, 3, 101),
        trade("Sold Short", 304, -3, 101),
        trade("Bought", -750_000, 1, 750_000),
        trade("Dividend", 3, 0),
      ),
    ).toEqual([]);
  });
});
