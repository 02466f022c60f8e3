import type { Instant } from "@sevenfold/domain/market";
import { tradingDayOf } from "@sevenfold/domain/new-york-time";
import type { Rewrite } from "./faulty-wire.ts";

/** The events of the kit's list in Alpaca's rows: one for shares that went, one for those that came. */
const ALPACA = [
  { activity_type: "DIV", symbol: "DIVD", qty: "10", net_amount: "8.3" },
  { activity_type: "SPLIT", symbol: "SPLT", qty: "-10", net_amount: "0" },
  { activity_type: "SPLIT", symbol: "SPLT", qty: "40", net_amount: "0" },
  { activity_type: "NC", symbol: "OLDN", qty: "-7", net_amount: "0" },
  { activity_type: "NC", symbol: "NEWN", qty: "7", net_amount: "0" },
  { activity_type: "MA", group_id: "G1", symbol: "MERG", qty: "-2000", net_amount: "0" },
  { activity_type: "MA", group_id: "G1", symbol: "INTO", qty: "200", net_amount: "0" },
  { activity_type: "MA", group_id: "G2", symbol: "GONE", qty: "-20", net_amount: "0" },
  { activity_type: "MA", group_id: "G2", symbol: "GONE", net_amount: "500" },
  { activity_type: "SPIN", symbol: "SPUN", qty: "3", net_amount: "0" },
];

export function alpacaShareEvents(at: Instant): Rewrite {
  const rows = ALPACA.map((row, index) => ({
    ...row,
    id: `20261120000000000::share-event-${index}`,
    date: tradingDayOf(at),
    status: "executed",
  }));
  return (body, path) => {
    const isThere = path.startsWith("/v2/account/activities?") && !path.includes("page_token");
    return isThere ? JSON.stringify([...JSON.parse(body), ...rows]) : body;
  };
}

/** The same as E*TRADE's transactions, whose split names the shares it brought alone. */
const ETRADE = [
  { transactionType: "Dividend", symbol: "DIVD", quantity: 0, amount: 8.3 },
  { transactionType: "Stock Split", symbol: "SPLT", quantity: 30, amount: 0 },
  { transactionType: "Name Change", symbol: "OLDN", quantity: -7, amount: 0 },
  { transactionType: "Name Change", symbol: "NEWN", quantity: 7, amount: 0 },
  { transactionType: "Merger", symbol: "MERG", quantity: -2_000, amount: 0 },
  { transactionType: "Merger", symbol: "INTO", quantity: 200, amount: 0 },
  { transactionType: "Merger", symbol: "GONE", quantity: -20, amount: 500 },
  { transactionType: "Spin-off", symbol: "SPUN", quantity: 3, amount: 0 },
];

const SPLIT_HOLDING = {
  quantity: 40,
  positionType: "LONG",
  marketValue: 400,
  totalCost: 400,
  Product: { symbol: "SPLT", securityType: "EQ" },
};

export function etradeShareEvents(at: Instant): Rewrite {
  const transactions = ETRADE.map(({ amount, quantity, symbol, transactionType }, index) => ({
    ...{ transactionId: `share-event-${index}`, transactionDate: at, postDate: at },
    ...{ amount, transactionType, description: symbol },
    brokerage: { product: { symbol, securityType: "EQ" }, quantity, price: 0, fee: 0 },
  }));
  return (body, path) => {
    if (/\/transactions\?/.test(path) && !path.includes("marker="))
      return JSON.stringify({
        TransactionListResponse: { moreTransactions: false, Transaction: transactions },
      });
    if (/\/portfolio(\?|$)/.test(path))
      return JSON.stringify({
        PortfolioResponse: { AccountPortfolio: [{ totalPages: 1, Position: [SPLIT_HOLDING] }] },
      });
    return body;
  };
}
