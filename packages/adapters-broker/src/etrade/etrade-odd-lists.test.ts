import { instant } from "@sevenfold/domain/market";
import { describe, expect, it } from "vitest";
import { activitiesSince } from "./etrade-activities.ts";
import type { EtradeCall } from "./etrade-http.ts";
import type { EtradeLine } from "./etrade-line.ts";
import { listOrders } from "./etrade-orders.ts";
import { positionRows, sharesIn } from "./etrade-positions.ts";

const NOW = instant(Date.UTC(2026, 10, 20, 17));
const path = async () => "/v1/accounts/key";

const told = (bodyOf: (call: EtradeCall) => unknown): EtradeLine =>
  ({
    now: () => NOW,
    read: async (call: EtradeCall) => ({ kind: "ok", body: bodyOf(call) }),
  }) as EtradeLine;

const position = (symbol: string) => ({
  ...{ quantity: 1, positionType: "LONG", totalCost: 10, marketValue: 10 },
  Product: { symbol, securityType: "EQ" },
});
const held = async (line: EtradeLine) => sharesIn(await positionRows(line, path));
const moved = (line: EtradeLine) =>
  activitiesSince({ line, path }, instant(NOW - 86_400_000), {
    orders: async () => [],
    positions: async () => [],
  });

describe("an E*TRADE list that is empty", () => {
  it.each([
    ["absent", undefined],
    ["null", null],
    ["empty", []],
  ])("is so where it is %s", async (_, none) => {
    const portfolio = { AccountPortfolio: [{ totalPages: 1, Position: none }] };
    expect(await held(told(() => ({ PortfolioResponse: portfolio })))).toEqual([]);
    const noPortfolio = { PortfolioResponse: { AccountPortfolio: none } };
    expect(await held(told(() => noPortfolio))).toEqual([]);
    const line = told(() => ({ OrdersResponse: { marker: null, Order: none } }));
    expect(await listOrders({ line, ordersPath: path }, { from: NOW })).toEqual([]);
    const list = { moreTransactions: null, Transaction: none };
    expect(await moved(told(() => ({ TransactionListResponse: list })))).toEqual([]);
  });
});

describe("E*TRADE's list of positions", () => {
  const symbols = Array.from(
    { length: 60 },
    (_, n) => `A${String.fromCharCode(65 + Math.floor(n / 26), 65 + (n % 26))}`,
  );
  const page = (number: unknown) =>
    symbols.slice((Number(number) - 1) * 50, Number(number) * 50).map(position);

  it.each<readonly [string, object]>([
    ["says how many pages there are", { totalPages: 2 }],
    ["says so in the words of its guide", { totalNoOfPages: "2" }],
    ["does not say", {}],
    ["says nothing in empty words", { totalPages: null, nextPageNo: "" }],
  ])("is read to its end where it %s", async (_, words) => {
    const line = told(({ query }) => {
      const Position = page(query?.pageNumber);
      return Position.length === 0
        ? undefined
        : { PortfolioResponse: { AccountPortfolio: [{ ...words, Position }] } };
    });
    expect((await held(line)).map(({ ticker }) => ticker)).toEqual(symbols);
  });
});

it("reads what a transaction does not say, however it does not", async () => {
  const row = (brokerage: unknown) => ({
    ...{ transactionId: 7, transactionDate: NOW, amount: 12.5, transactionType: "Dividend" },
    ...{ description: null, brokerage },
  });
  const product = { symbol: "AAPL", securityType: "EQ" };
  for (const nothing of [null, "", undefined]) {
    const brokerage = { product, quantity: nothing, price: nothing, fee: nothing };
    const list = { moreTransactions: false, Transaction: [row(brokerage)] };
    expect(await moved(told(() => ({ TransactionListResponse: list })))).toMatchObject([
      { kind: "dividend", ticker: "AAPL", amount: 125_000 },
    ]);
  }
});

describe("E*TRADE's lists by day", () => {
  it.each([
    ["today", NOW, "11192026"],
    ["yesterday", instant(NOW - 86_400_000), "11192026"],
    ["a week ago", instant(NOW - 7 * 86_400_000), "11132026"],
    ["a moment that our clock has yet to reach", instant(NOW + 86_400_000), "11192026"],
  ])("end on a later day than they begin where they are read from %s", async (_, since, first) => {
    const asked: EtradeCall["query"][] = [];
    const line = told(({ query }) => void asked.push(query));
    await listOrders({ line, ordersPath: path }, { from: since });
    await activitiesSince({ line, path }, since, {
      orders: async () => [],
      positions: async () => [],
    });
    expect(asked).toEqual([
      expect.objectContaining({ fromDate: first, toDate: "11202026" }),
      expect.objectContaining({ startDate: first, endDate: "11202026" }),
    ]);
  });
});
