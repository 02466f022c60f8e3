import type { VenueAccount, VenueActivity } from "@sevenfold/application/exchange/venue-account";
import { proceedsOf } from "@sevenfold/application/exchange/venue-holdings";
import type { VenueExecution } from "@sevenfold/application/exchange/venue-order";
import { type Instant, instant } from "@sevenfold/domain/market";
import { dollarsOf, money } from "@sevenfold/domain/money";
import { newYorkParts } from "@sevenfold/domain/new-york-time";
import type { EtradeBody, EtradeRequest, EtradeRoute } from "./etrade-http.ts";
import { invalid } from "./etrade-orders.ts";
import { daysFrom } from "./etrade-query.ts";
import { accountIdOf } from "./etrade-views.ts";

const PER_PAGE_MAX = 50;

/** What moved the account's money and shares, trades included. */
export const etradeTransactionRoutes: readonly EtradeRoute[] = [
  {
    method: "GET",
    pattern: /^\/etrade\/v1\/accounts\/([^/]+)\/transactions$/,
    answer: ({ account, query }: EtradeRequest): EtradeBody => list(account, query),
  },
];

interface Row {
  readonly at: Instant;
  readonly view: Record<string, unknown>;
}

function list(account: VenueAccount, query: URLSearchParams): EtradeBody {
  const count = Number(query.get("count") ?? PER_PAGE_MAX);
  if (!Number.isInteger(count) || count < 1 || PER_PAGE_MAX < count)
    throw invalid("Please enter a valid count");
  const { from, to } = daysFrom(query, { from: "startDate", to: "endDate" });
  const rows = rowsOf(account).filter(({ at }) => {
    const { day, month, year } = newYorkParts(at);
    const date = (year * 100 + month) * 100 + day;
    return (from === undefined || from <= date) && (to === undefined || date <= to);
  });
  if (query.get("sortOrder") !== "ASC") rows.reverse();
  const start = Number(query.get("marker") ?? 0);
  if (!Number.isSafeInteger(start) || start < 0) throw invalid("Please enter a valid marker");
  const shown = rows.slice(start, start + count);
  if (shown.length === 0) return undefined;
  const next = start + shown.length;
  return {
    TransactionListResponse: {
      moreTransactions: next < rows.length,
      ...(next < rows.length && { marker: String(next) }),
      transactionCount: shown.length,
      totalCount: rows.length,
      Transaction: shown.map(({ view }) => view),
    },
  };
}

function rowsOf(account: VenueAccount): Row[] {
  const trades = account.executions.map((execution) => tradeRow(account, execution));
  const others = account.activities.flatMap((activity) => activityRows(account, activity));
  return [...trades, ...others].sort((one, other) => one.at - other.at);
}

interface Told {
  readonly id: string;
  readonly at: Instant;
  readonly type: string;
  readonly description: string;
  readonly amount: number;
  readonly symbol?: string;
  readonly quantity?: number;
  readonly price?: number;
}

function rowOf(account: VenueAccount, told: Told): Row {
  const { amount, at, description, id, price = 0, quantity = 0, symbol, type } = told;
  return {
    at,
    view: {
      transactionId: id,
      accountId: accountIdOf(account),
      transactionDate: at,
      postDate: at,
      amount: dollarsOf(money(amount)),
      description,
      transactionType: type,
      memo: "",
      imageFlag: false,
      instType: "BROKERAGE",
      storeId: 0,
      brokerage: {
        product: symbol === undefined ? {} : { symbol, securityType: "EQ" },
        quantity,
        price: dollarsOf(money(price)),
        settlementCurrency: "USD",
        paymentCurrency: "USD",
        fee: 0,
        settlementDate: at,
      },
    },
  };
}

function tradeRow(account: VenueAccount, execution: VenueExecution): Row {
  const { atMicros, id, price, quantity, side, ticker } = execution;
  const sign = side === "buy" ? 1 : -1;
  return rowOf(account, {
    id,
    at: instant(Math.floor(atMicros / 1_000)),
    type: side === "buy" ? "Bought" : "Sold",
    description: ticker,
    amount: proceedsOf({ side, quantity, price }),
    symbol: ticker,
    quantity: sign * quantity,
    price,
  });
}

const TYPES: Record<VenueActivity["kind"], string> = {
  dividend: "Dividend",
  split: "Stock Split",
  deposit: "Deposit",
  withdrawal: "Withdrawal",
  fee: "Fee",
  interest: "Interest Income",
  other: "Miscellaneous",
  bust: "Misc Trade",
  "name-change": "Name Change",
  merger: "Merger",
  "spin-off": "Spin-off",
};

/** A split in one row for the shares and one for the cash in lieu of a fraction. */
function activityRows(account: VenueAccount, activity: VenueActivity): readonly Row[] {
  const { amount, at, id, kind, quantity, ticker } = activity;
  const symbol = ticker === undefined ? {} : { symbol: ticker };
  const told = { id, at, type: TYPES[kind], description: ticker ?? "", ...symbol };
  if (kind === "name-change" || kind === "merger" || kind === "spin-off")
    return reorganizationRows(account, activity, told);
  if (kind !== "split") return [rowOf(account, { ...told, amount, quantity })];
  const shares = rowOf(account, { ...told, amount: 0, quantity });
  if (amount === 0) return [shares];
  const cash = { ...told, id: `${id}-2`, type: "Cash in Lieu", amount };
  return [shares, rowOf(account, cash)];
}

/** Shares that went and shares that came in a row each; cash for all of them beside those that went. */
function reorganizationRows(
  account: VenueAccount,
  { amount, id, into, quantity }: VenueActivity,
  told: Pick<Told, "at" | "description" | "id" | "symbol" | "type">,
): readonly Row[] {
  const paid = into ? 0 : amount;
  const rows = quantity === 0 ? [] : [rowOf(account, { ...told, amount: paid, quantity })];
  if (!into) return rows;
  const { quantity: came, ticker } = into;
  const other = { ...told, id: `${id}-2`, symbol: ticker, description: ticker };
  if (came !== 0) rows.push(rowOf(account, { ...other, amount: 0, quantity: came }));
  if (amount !== 0)
    rows.push(rowOf(account, { ...told, id: `${id}-3`, type: "Cash in Lieu", amount }));
  return rows;
}
