import type { ForeignShown } from "@sevenfold/application/broker-kit/venue-bench";
import type { Instant, Ticker } from "@sevenfold/domain/market";
import { money, shares } from "@sevenfold/domain/money";

import type { Rewrite } from "./faulty-wire.ts";

/**
 * Rows of an E*TRADE account that trades more than shares, in the shapes of its guide, and what an
 * adapter has to make of each. Put beside the venue's own on their way to the adapter.
 */

const POSITIONS = [
  {
    quantity: -5,
    positionType: "SHORT",
    marketValue: -100,
    totalCost: -110,
    Product: { symbol: "GME", securityType: "EQ" },
  },
  {
    quantity: -2,
    positionType: "SHORT",
    marketValue: -310.5,
    totalCost: -300,
    Product: { symbol: "AAPL", securityType: "OPTN", callPut: "CALL", strikePrice: 200 },
  },
  {
    quantity: 12.345,
    positionType: "LONG",
    marketValue: 617.25,
    totalCost: 600,
    Product: { symbol: "VTSAX", securityType: "MF" },
  },
  {
    quantity: 1,
    positionType: "LONG",
    totalCost: 1_000,
    Product: { symbol: "912828", securityType: "BOND" },
  },
];

const HOLDINGS: ForeignShown["holdings"] = [
  {
    symbol: "GME",
    kind: "short",
    quantity: "-5",
    value: money(-1_000_000),
    tie: { ticker: "GME" as Ticker, as: "short" },
  },
  {
    symbol: "AAPL",
    kind: "option",
    quantity: "-2",
    value: money(-3_105_000),
    tie: { ticker: "AAPL" as Ticker, as: "written-calls", shares: shares(200) },
  },
  { symbol: "VTSAX", kind: "fund", quantity: "12.345", value: money(6_172_500) },
  { symbol: "912828", kind: "bond", quantity: "1" },
];

const share = (symbol: string) => ({ symbol, securityType: "EQ" });

const ORDERS = [
  {
    orderId: 9_001,
    orderType: "SPREADS",
    status: "OPEN",
    Instrument: [
      {
        orderAction: "BUY_OPEN",
        orderedQuantity: 1,
        filledQuantity: 0,
        Product: { symbol: "AAPL", securityType: "OPTN", callPut: "CALL" },
      },
      {
        orderAction: "SELL_OPEN",
        orderedQuantity: 1,
        filledQuantity: 0,
        Product: { symbol: "AAPL", securityType: "OPTN", callPut: "CALL" },
      },
    ],
    told: { symbol: "AAPL", kind: "spread", quantity: "1", isOpen: true },
  },
  {
    orderId: 9_002,
    orderType: "EQ",
    status: "OPEN",
    Instrument: [
      {
        orderAction: "BUY",
        quantityType: "DOLLAR",
        orderedQuantity: 250,
        filledQuantity: 0,
        Product: share("AAPL"),
      },
    ],
    told: { symbol: "AAPL", kind: "notional", side: "buy", quantity: "$250", isOpen: true },
  },
  {
    orderId: 9_003,
    orderType: "EQ",
    status: "CANCELLED",
    Instrument: [
      { orderAction: "SELL", orderedQuantity: 0, filledQuantity: 0, Product: share("MSFT") },
    ],
    told: { symbol: "MSFT", kind: "other", side: "sell", quantity: "0", isOpen: false },
  },
  {
    orderId: 9_004,
    orderType: "EQ",
    status: "EXECUTED",
    Instrument: [
      {
        orderAction: "BUY_TO_COVER",
        orderedQuantity: 3,
        filledQuantity: 3,
        averageExecutionPrice: 20,
        Product: share("GME"),
      },
    ],
    told: { symbol: "GME", kind: "short", side: "buy", quantity: "3", isOpen: false },
  },
  {
    // Of shares, and not to be read; how it is priced says that it is of others.
    orderId: 9_005,
    orderType: "EQ",
    status: "OPEN",
    priceType: "TRAILING_STOP_CNST",
    Instrument: [
      {
        orderAction: "SELL",
        orderedQuantity: "half of them",
        filledQuantity: 0,
        Product: share("NVDA"),
      },
    ],
    told: {
      symbol: "NVDA",
      kind: "other",
      side: "sell",
      quantity: "half of them",
      isOpen: true,
      tie: { ticker: "NVDA" as Ticker, as: "short" },
    },
  },
] as const;

export function etradeForeignRows(at: Instant): { readonly shown: ForeignShown; rewrite: Rewrite } {
  const orders = ORDERS.map(({ Instrument, orderId, orderType, status, ...row }) => {
    const priceType = "priceType" in row ? row.priceType : "MARKET";
    return {
      orderId,
      orderType,
      OrderDetail: [{ placedTime: at, status, priceType, Instrument }],
    };
  });
  const isList = (path: string) => /\/orders(\?|$)/.test(path);
  return {
    shown: {
      holdings: HOLDINGS,
      orders: ORDERS.map(({ orderId, told }) => ({
        brokerOrderId: String(orderId),
        ...told,
        submittedAt: at,
      })),
      executions: 1,
    },
    // An empty list is no body at all.
    rewrite(body, path) {
      if (path.includes("/portfolio")) return withPositions(body);
      return isList(path) ? withOrders(body, orders) : body;
    },
  };
}

function withPositions(body: string): string {
  const answer = body === "" ? EMPTY_PORTFOLIO : JSON.parse(body);
  const [first, ...others] = answer.PortfolioResponse.AccountPortfolio;
  const Position = [...(first.Position ?? []), ...POSITIONS];
  return JSON.stringify({
    PortfolioResponse: { AccountPortfolio: [{ ...first, Position }, ...others] },
  });
}

const EMPTY_PORTFOLIO = { PortfolioResponse: { AccountPortfolio: [{}] } };

function withOrders(body: string, orders: readonly unknown[]): string {
  const { OrdersResponse } = body === "" ? { OrdersResponse: {} } : JSON.parse(body);
  // A later page has the older ones.
  const Order = [...(OrdersResponse.Order ?? []), ...(OrdersResponse.marker ? [] : orders)];
  return JSON.stringify({ OrdersResponse: { ...OrdersResponse, Order } });
}
