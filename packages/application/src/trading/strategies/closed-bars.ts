import { positionOf } from "@sevenfold/domain/book";
import type { Quantity } from "@sevenfold/domain/money";
import { tradingDayOf } from "@sevenfold/domain/new-york-time";
import type { BarsClosed } from "../../ports/strategies.ts";
import type { FollowedAccount } from "../account/followed-account.ts";
import type { OwnTrading } from "../account/own-trading.ts";
import type { ClosedMinute } from "../prices/minute-bars.ts";

/** What a strategy is told of a minute: its bars, and the account as it is now. */
export function closedBarsOf(
  { book }: FollowedAccount,
  { tickers }: OwnTrading,
  { bars, closesAt }: ClosedMinute,
): BarsClosed {
  return {
    closesAt,
    day: tradingDayOf(closesAt),
    equity: book.equity,
    bars: bars
      .filter(({ ticker }) => tickers.has(ticker))
      .map((bar) => {
        const slot = book.slots.get(bar.ticker)!;
        const { costBasis } = positionOf(book, slot);
        return { ...bar, held: book.held[slot] as Quantity, costBasis };
      }),
  };
}
