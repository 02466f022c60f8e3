import { tradingDayOf } from "@sevenfold/domain/new-york-time";
import { type DayFill, type DayTrade, dayFillsOf, dayTradeOf, sumOf } from "./etrade-day-trades.ts";
import { instantFrom } from "./etrade-mapping.ts";
import type { OrderRowWire, TransactionWire } from "./etrade-wire.ts";

const USED = /exercis|assign/;
const SHARES_PER_CONTRACT = 100;

interface UsedOption extends Pick<DayFill, "count" | "key"> {
  readonly strike: number;
  readonly words: string;
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
  const traded = rows.flatMap(dayTradeOf);
  const filled = orders.filter(({ orderType }) => orderType === "EQ").flatMap(dayFillsOf);
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

/**
 * Of trades at one price, such as are `wanted` shares together; none, where none are. Of those alike such
 * without costs, as a delivery is, in whatever order they are listed: else another was chosen later.
 */
function chosen(trades: readonly DayTrade[], wanted: number): readonly DayTrade[] {
  let left = wanted;
  const taken = trades
    .toSorted((one, other) => other.count - one.count || one.costs - other.costs)
    .filter(({ count }) => {
      if (left < count) return false;
      left -= count;
      return true;
    });
  return left === 0 ? taken : [];
}

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
      count: Math.abs(quantity) * SHARES_PER_CONTRACT,
      strike,
      words: [row.transactionType, row.description].filter(Boolean).join(" · "),
    },
  ];
}
