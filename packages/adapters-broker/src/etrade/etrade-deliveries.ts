import { tradingDayOf } from "@sevenfold/domain/new-york-time";
import { instantFrom } from "./etrade-mapping.ts";
import type { OrderRowWire, TransactionWire } from "./etrade-wire.ts";

const USED = /exercis|assign/;
const SHARES_PER_CONTRACT = 100;

/** Shares that moved, or have to have moved, on one day. */
interface Moved {
  /** Symbol, side and day in New York. */
  readonly key: string;
  readonly shares: number;
}

interface UsedOption extends Moved {
  readonly strike: number;
  readonly words: string;
}

interface Trade extends Moved {
  readonly id: string;
  readonly price: number;
}

/** Whether any option was exercised or assigned: only then the orders have to be asked. */
export const hasUsedOptions = (rows: readonly TransactionWire[]): boolean =>
  rows.some((row) => usedOptionOf(row).length !== 0);

/**
 * The trades that delivered the shares of options which were exercised or assigned, by their ids, each with
 * the words of its option: E*TRADE lists them as bought or sold at the strike, and no order tells of them.
 * None of a symbol, side and day of which options and orders do not account for every share that traded.
 */
export function deliveries(
  rows: readonly TransactionWire[],
  orders: readonly OrderRowWire[],
): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const used = rows.flatMap(usedOptionOf);
  const traded = rows.flatMap(tradeOf);
  const filled = orders.flatMap(filledBy);
  for (const key of new Set(used.map((option) => option.key))) {
    const options = used.filter((option) => option.key === key);
    const trades = traded.filter((trade) => trade.key === key);
    const ordered = filled.filter((order) => order.key === key);
    if (sumOf(trades) !== sumOf(options) + sumOf(ordered)) continue;
    for (const strike of new Set(options.map((option) => option.strike))) {
      const ofStrike = options.filter((option) => option.strike === strike);
      const atStrike = trades.filter(({ price }) => price === strike);
      for (const { id } of chosen(atStrike, sumOf(ofStrike))) found.set(id, ofStrike[0]!.words);
    }
  }
  return found;
}

/** Of trades at one price, such as are `wanted` shares together; none, where none are. */
function chosen(trades: readonly Trade[], wanted: number): readonly Trade[] {
  let left = wanted;
  const taken = trades
    .toSorted((one, other) => other.shares - one.shares)
    .filter(({ shares }) => {
      if (left < shares) return false;
      left -= shares;
      return true;
    });
  return left === 0 ? taken : [];
}

const sumOf = (all: readonly Moved[]): number => all.reduce((sum, { shares }) => sum + shares, 0);

/** A call that was exercised brings shares, one that was assigned takes them; a put the other way round. */
function usedOptionOf(row: TransactionWire): readonly UsedOption[] {
  const type = row.transactionType.toLowerCase();
  const { product, quantity } = row.brokerage ?? {};
  const at = instantFrom(row.transactionDate);
  const strike = product?.strikePrice ?? 0;
  const isPut = product?.callPut === "PUT";
  if (!USED.test(type) || product?.securityType !== "OPTN" || at === undefined) return [];
  if (!product.symbol || !quantity || strike === 0 || (!isPut && product.callPut !== "CALL"))
    return [];
  const side = isPut === /assign/.test(type) ? "BUY" : "SELL";
  return [
    {
      key: `${product.symbol} ${side} ${tradingDayOf(at)}`,
      shares: Math.abs(quantity) * SHARES_PER_CONTRACT,
      strike,
      words: [row.transactionType, row.description].filter(Boolean).join(" · "),
    },
  ];
}

const LONG_TRADE = /^(bought|sold)$/;

function tradeOf(row: TransactionWire): readonly Trade[] {
  const { price, product, quantity } = row.brokerage ?? {};
  const [, word] = LONG_TRADE.exec(row.transactionType.toLowerCase()) ?? [];
  const at = instantFrom(row.transactionDate);
  if (word === undefined || at === undefined || !product?.symbol || !quantity) return [];
  if ((product.securityType ?? "EQ") !== "EQ") return [];
  const key = `${product.symbol} ${word === "bought" ? "BUY" : "SELL"} ${tradingDayOf(at)}`;
  return [{ key, id: row.transactionId, shares: Math.abs(quantity), price: price ?? 0 }];
}

function filledBy({ OrderDetail, orderType }: OrderRowWire): readonly Moved[] {
  if (orderType !== "EQ") return [];
  return OrderDetail.flatMap(({ executedTime, Instrument, placedTime, status }) => {
    // Of others the time of execution is a number that overflowed.
    const at = instantFrom((status === "EXECUTED" && executedTime) || (placedTime ?? 0));
    if (at === undefined) return [];
    return Instrument.map(({ filledQuantity, orderAction, Product }) => ({
      key: `${Product.symbol} ${orderAction} ${tradingDayOf(at)}`,
      shares: filledQuantity ?? 0,
    }));
  });
}
