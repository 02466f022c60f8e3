import type { BrokerAccountReport, BrokerPosition } from "@sevenfold/application/ports/broker";
import {
  type Instant,
  instant,
  isTicker,
  type Print,
  type Quote,
  type Ticker,
} from "@sevenfold/domain/market";
import {
  isPrice,
  type Money,
  money,
  NO_MONEY,
  type Price,
  shares,
  unitsFromNumber,
} from "@sevenfold/domain/money";

import type { AccountWire, BalanceWire, PositionWire, QuoteDataWire } from "./etrade-wire.ts";

/** E*TRADE's words ↔ ours. What cannot be told truthfully comes back undefined, never thrown. */

export function positionFromWire(wire: PositionWire): BrokerPosition | undefined {
  const ticker = tickerFrom(wire.Product.symbol);
  const match = /^(\d{1,9})(?:\.(\d{1,9}))?$/.exec(String(wire.quantity));
  const costBasis = moneyFrom(wire.totalCost);
  if (ticker === undefined || !match || costBasis === undefined || costBasis < 0) return undefined;
  return {
    ticker,
    quantity: shares(Number(match[1])),
    costBasis,
    fractionBillionths: Number((match[2] ?? "").padEnd(9, "0")),
  };
}

/** What is not in stocks is cash: their buying power would count credit with it. */
export function accountFromWire(
  { accountId, accountMode, accountStatus }: AccountWire,
  { BalanceResponse: { Computed } }: BalanceWire,
): BrokerAccountReport | undefined {
  const equity = moneyFrom(Computed.RealTimeValues.totalAccountValue);
  const inStocks = moneyFrom(Computed.RealTimeValues.netMv);
  if (equity === undefined || inStocks === undefined) return undefined;
  const cash = money(equity - inStocks);
  const told = Computed.cashBuyingPower ?? Computed.cashAvailableForInvestment;
  const free = (told === undefined ? undefined : moneyFrom(told)) ?? cash;
  const settled = accountMode === "MARGIN" ? undefined : settledIn(Computed);
  return {
    accountNumber: accountId,
    cash,
    equity,
    buyingPower: settled === undefined ? free : money(Math.min(free, settled)),
    canTrade: isActive({ accountStatus }),
    ...(!isActive({ accountStatus }) && {
      restriction: `The account's status is ${accountStatus}.`,
    }),
  };
}

/**
 * What of the cash has settled; undefined where all has, or nobody says that some has not. Without margin, shares that were
 * bought with the rest must not be sold before it settles: E*TRADE restricts accounts that do.
 */
function settledIn({
  settledCashForInvestment: settled,
  unSettledCashForInvestment: unsettled = 0,
}: BalanceWire["BalanceResponse"]["Computed"]): Money | undefined {
  if (unsettled <= 0) return undefined;
  // Told of cash that waits, and not of how much has settled: none of it counts as settled.
  return (settled === undefined ? undefined : moneyFrom(settled)) ?? NO_MONEY;
}

export const isActive = ({ accountStatus }: Pick<AccountWire, "accountStatus">): boolean =>
  accountStatus === "ACTIVE";

/** A price and a quote of real time; undefined for delayed ones, on which nobody trades. */
export function quoteFromWire(
  wire: QuoteDataWire,
): { readonly print: Print; readonly quote: Quote } | undefined {
  const { All: all, Product, dateTimeUTC, quoteStatus } = wire;
  const ticker = tickerFrom(Product.symbol);
  if (!all || !ticker || !/^(EH_)?REALTIME$/.test(quoteStatus)) return undefined;
  const [price, bid, ask] = [all.lastTrade, all.bid, all.ask].map(priceFrom);
  const at = instantFrom(dateTimeUTC * 1_000);
  const tradedAt = instantFrom((all.timeOfLastTrade ?? dateTimeUTC) * 1_000);
  if (!price || !bid || !ask || ask < bid || at === undefined || tradedAt === undefined)
    return undefined;
  return { print: { ticker, price, at: tradedAt }, quote: { ticker, bid, ask, at } };
}

export const tickerFrom = (text: string): Ticker | undefined => (isTicker(text) ? text : undefined);

/** Whole milliseconds since 1970 that a date can hold. */
export const instantFrom = (ms: number): Instant | undefined =>
  Number.isSafeInteger(ms) && 0 < ms && ms <= 8.64e15 ? instant(ms) : undefined;

export function moneyFrom(dollars: number): Money | undefined {
  const units = unitsFromNumber(dollars);
  return units !== undefined && Number.isSafeInteger(units) ? money(units) : undefined;
}

export function priceFrom(dollars: number): Price | undefined {
  const units = unitsFromNumber(dollars);
  return units !== undefined && isPrice(units) ? units : undefined;
}

export const wholeShares = (count: number): number | undefined =>
  Number.isSafeInteger(count) && 0 <= count && count <= 999_999_999 ? count : undefined;
