import type { Activity } from "@sevenfold/application/ports/activity";
import { instant, type Ticker } from "@sevenfold/domain/market";
import { describe, expect, it } from "vitest";
import { activitiesSince } from "./etrade-activities.ts";
import type { EtradeLine } from "./etrade-line.ts";
import { OrderRowWire } from "./etrade-wire.ts";

const NOW = instant(Date.UTC(2026, 10, 20, 17));
const DAY_MS = 86_400_000;

describe("E*TRADE's word that an option was exercised or assigned", () => {
  it("names the shares that left by a call, with their cash at its strike, and books both once", async () => {
    const both = await activities(option("Option Assigned", 1), shares("Sold", -100, 12_000));
    expect(both).toMatchObject([
      { kind: "other-cash", amount: 0, words: "Option Assigned · AAPL Nov 20 '26 $120 Call" },
      { kind: "shares-journal", ticker: "AAPL", shares: -100, amount: 120_000_000 },
    ]);
    expect(both[1]).toMatchObject({ words: expect.stringContaining("Option Assigned") });
    expect(new Set(both.map(({ id }) => id)).size).toBe(2);
  });

  it("names the shares that came by a put, or by a call of one's own", async () => {
    const put = option("Option Assigned", 2, { callPut: "PUT" });
    expect(await activities(put, shares("Bought", 200, -24_000))).toMatchObject([
      { kind: "other-cash" },
      { kind: "shares-journal", shares: 200, amount: -240_000_000 },
    ]);
    const exercised = option("Option Exercised", -1);
    expect(await activities(exercised, shares("Bought", 100, -12_000))).toMatchObject([
      { kind: "other-cash" },
      { kind: "shares-journal", shares: 100, amount: -120_000_000 },
    ]);
  });

  it("is told with its shares, in several rows or in one", async () => {
    const both = option("Option Assigned", 3);
    expect(
      await activities(both, shares("Sold", -100, 12_000), shares("Sold", -200, 24_000)),
    ).toMatchObject([{ kind: "other-cash" }, { shares: -100 }, { shares: -200 }]);
    const one = { ...shares("Sold", -100, 12_000), transactionType: "Option Assigned" };
    expect(await activities(one)).toMatchObject([
      { kind: "shares-journal", shares: -100, amount: 120_000_000 },
    ]);
  });

  it("takes no trade of an order for it: of another day, side, symbol, count or price", async () => {
    const assigned = option("Option Assigned", 1);
    const others = [
      { ...shares("Sold", -100, 12_000), transactionDate: NOW - 2 * DAY_MS },
      shares("Bought", 100, -12_000),
      shares("Sold", -100, 12_000, { symbol: "MSFT" }),
      shares("Sold", -99, 11_880),
      shares("Sold", -100, 12_100, { price: 121 }),
    ];
    for (const other of others) expect(deliveredIn(await activities(assigned, other))).toEqual([]);
  });

  it("tells nothing of shares where no strike is said, or where an order may have traded them", async () => {
    const sold = shares("Sold", -100, 12_000);
    const unsaid = option("Option Assigned", 1, { strikePrice: 0 });
    expect(deliveredIn(await activities(unsaid, sold))).toEqual([]);

    const ours = order({ filledQuantity: 100, orderedQuantity: 100 });
    const assigned = option("Option Assigned", 1);
    expect(deliveredIn(await told([assigned, sold], [ours]))).toEqual([]);
    const both = await told([assigned, sold, shares("Sold", -100, 12_000)], [ours]);
    expect(deliveredIn(both)).toMatchObject([{ shares: -100, amount: 120_000_000 }]);
  });

  it("tells the same trade of it in whatever order the day's are listed, so that none is booked twice", async () => {
    const assigned = option("Option Assigned", 1);
    const delivered = shares("Sold", -100, 12_000);
    const ours = shares("Sold", -100, 11_999.73);
    const filled = order({ filledQuantity: 100, orderedQuantity: 100 });
    const [first, ...others] = await Promise.all(
      [
        [assigned, delivered, ours],
        [ours, delivered, assigned],
      ].map(async (listed) => deliveredIn(await told(listed, [filled]))),
    );
    expect(first).toMatchObject([{ shares: -100, amount: 120_000_000 }]);
    expect(others).toEqual([first]);
  });

  it("leaves the trades of orders to their orders, and what expired moves no shares", async () => {
    expect(await activities(shares("Sold", -100, 12_000))).toMatchObject([{ settles: {} }]);
    for (const type of ["Option Expired", "Transfer", "Corporate Action", "Stock Split"])
      expect(await activities(option(type, 1))).toEqual([
        expect.not.objectContaining({ shares: expect.anything() }),
      ]);
  });
});

let rows = 0;
const nextId = (): string => {
  rows += 1;
  return String(rows);
};

const option = (transactionType: string, quantity: number, product: object = {}) => ({
  ...{ transactionId: nextId(), transactionDate: NOW - DAY_MS, amount: 0 },
  ...{ transactionType, description: "AAPL Nov 20 '26 $120 Call" },
  brokerage: {
    product: {
      ...{ symbol: "AAPL" as Ticker, securityType: "OPTN", callPut: "CALL", strikePrice: 120 },
      ...product,
    },
    ...{ quantity, price: 0, fee: 0 },
  },
});

const shares = (
  transactionType: string,
  quantity: number,
  amount: number,
  { price = 120, symbol = "AAPL" } = {},
) => ({
  ...{ transactionId: nextId(), transactionDate: NOW - DAY_MS, amount },
  ...{ transactionType, description: "APPLE INC COM" },
  brokerage: { product: { symbol, securityType: "EQ" }, quantity, price, fee: 0 },
});

const order = (instrument: object): OrderRowWire =>
  OrderRowWire.parse({
    ...{ orderId: 7, orderType: "EQ" },
    OrderDetail: [
      {
        ...{ placedTime: NOW - 2 * DAY_MS, executedTime: NOW - DAY_MS, status: "EXECUTED" },
        Instrument: [
          {
            ...{ orderAction: "SELL", Product: { symbol: "AAPL", securityType: "EQ" } },
            ...instrument,
          },
        ],
      },
    ],
  });

const deliveredIn = (told: readonly Activity[]): readonly Activity[] =>
  told.filter(({ kind }) => kind === "shares-journal");

const activities = (...transactions: object[]) => told(transactions, []);

function told(Transaction: readonly object[], orders: readonly OrderRowWire[]) {
  const line: Pick<EtradeLine, "now" | "read"> = {
    now: () => NOW,
    read: async () => ({ kind: "ok", body: { TransactionListResponse: { Transaction } } }),
  };
  const beside = { orders: async () => orders, positions: async () => [] };
  const where = { line: line as EtradeLine, path: async () => "/v1/accounts/key" };
  return activitiesSince(where, instant(NOW - 7 * DAY_MS), beside);
}
