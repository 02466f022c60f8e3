import type { ForeignShown } from "@sevenfold/application/broker-kit/venue-bench";
import type { Instant, Ticker } from "@sevenfold/domain/market";
import { money, shares } from "@sevenfold/domain/money";

import type { Rewrite } from "./faulty-wire.ts";

/**
 * Rows of an Alpaca account that trades more than shares, as its reference and its users show them, and
 * what an adapter has to make of each. Put beside the venue's own on their way to the adapter.
 */

const POSITION = { exchange: "NASDAQ", avg_entry_price: "20", qty_available: "0" };
const short = { asset_class: "us_equity", side: "short" };
const option = { asset_class: "us_option" };

const POSITIONS = [
  { ...POSITION, ...short, symbol: "GME", qty: "-5", market_value: "-100", cost_basis: "-110" },
  {
    ...POSITION,
    ...option,
    symbol: "AAPL261218C00200000",
    side: "short",
    qty: "-2",
    market_value: "-310.5",
    cost_basis: "-300",
  },
  {
    ...POSITION,
    ...option,
    symbol: "MSFT261218P00300000",
    side: "long",
    qty: "1",
    market_value: "120",
    cost_basis: "100",
  },
  {
    ...POSITION,
    asset_class: "crypto",
    symbol: "BTCUSD",
    side: "long",
    qty: "0.557436865",
    market_value: null,
    cost_basis: "30000",
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
    symbol: "AAPL261218C00200000",
    kind: "option",
    quantity: "-2",
    value: money(-3_105_000),
    tie: { ticker: "AAPL" as Ticker, as: "written-calls", shares: shares(200) },
  },
  { symbol: "MSFT261218P00300000", kind: "option", quantity: "1", value: money(1_200_000) },
  { symbol: "BTCUSD", kind: "coin", quantity: "0.557436865" },
];

const ORDERS = [
  {
    id: "foreign-spread",
    symbol: "",
    asset_class: "",
    order_class: "mleg",
    type: "limit",
    side: "",
    qty: "1",
    filled_qty: "0",
    status: "new",
    legs: [{ symbol: "AAPL261218C00200000", side: "buy" }, { symbol: "AAPL261218C00210000" }],
    told: { kind: "spread", quantity: "1", isOpen: true },
  },
  {
    id: "foreign-dollars",
    symbol: "AAPL",
    asset_class: "us_equity",
    side: "buy",
    qty: null,
    notional: "250",
    filled_qty: "0",
    status: "accepted",
    told: { kind: "notional", quantity: "$250", side: "buy", isOpen: true },
  },
  {
    id: "foreign-fraction",
    symbol: "MSFT",
    asset_class: "us_equity",
    side: "sell",
    qty: "0.5",
    filled_qty: "0.5",
    status: "filled",
    told: { kind: "fraction", quantity: "0.5", side: "sell", isOpen: false },
  },
  {
    id: "foreign-cover",
    symbol: "GME",
    asset_class: "us_equity",
    side: "buy",
    position_intent: "buy_to_close",
    qty: "3",
    filled_qty: "3",
    status: "filled",
    told: { kind: "short", quantity: "3", side: "buy", isOpen: false },
  },
  {
    // Of shares, and not to be read; its key says that it is of others.
    id: "foreign-unread",
    symbol: "NVDA",
    asset_class: "us_equity",
    side: "sell",
    qty: "half of them",
    filled_qty: "0",
    status: "new",
    told: {
      kind: "other",
      quantity: "half of them",
      side: "sell",
      isOpen: true,
      tie: { ticker: "NVDA" as Ticker, as: "short" },
    },
  },
] as const;

const FILL = { activity_type: "FILL", type: "fill", price: "20", leaves_qty: "0" };
const FILLS = [
  { ...FILL, id: "1", symbol: "GME", side: "sell_short", qty: "8", cum_qty: "8", order_id: "old" },
  {
    ...FILL,
    id: "2",
    symbol: "GME",
    side: "buy",
    qty: "3",
    cum_qty: "3",
    order_id: "foreign-cover",
  },
  { ...FILL, id: "3", symbol: "BTC/USD", side: "buy", qty: "1", cum_qty: "1", order_id: "coin" },
];

export function alpacaForeignRows(at: Instant): { readonly shown: ForeignShown; rewrite: Rewrite } {
  const time = new Date(at).toISOString();
  const orders = ORDERS.map(({ told: _, ...row }, index) => ({
    client_order_id: `00000000-0000-4000-8000-00000000000${index}`,
    created_at: time,
    submitted_at: time,
    type: "market",
    time_in_force: "day",
    limit_price: null,
    ...row,
  }));
  const fills = FILLS.map((row) => ({ ...row, transaction_time: time }));
  const added = (path: string): readonly unknown[] => {
    if (path.startsWith("/v2/positions")) return POSITIONS;
    if (path.startsWith("/v2/account/activities/FILL")) return fills;
    return /^\/v2\/orders(\?|$)/.test(path) ? orders : [];
  };
  return {
    shown: {
      holdings: HOLDINGS,
      orders: ORDERS.map(({ id, symbol, told }) => ({
        brokerOrderId: id,
        symbol,
        ...told,
        submittedAt: at,
      })),
      executions: FILLS.length,
    },
    rewrite(body, path) {
      const rows = added(path);
      const list: unknown = rows.length === 0 ? undefined : JSON.parse(body);
      return Array.isArray(list) ? JSON.stringify([...list, ...rows]) : body;
    },
  };
}
