import type { Bar, EventHandlers, OrderRequest, Strategy, Trading } from "../strategy-interface.ts";
import { type Cents, DAY_MS, FIRST_DAY } from "./priced-bars.ts";

/** Sends the orders after the first close, and tells in words what it hears. */
export function hearing(
  orders: readonly Omit<OrderRequest, "symbol">[],
  heard: string[] = [],
  then: (trading: Trading, bar: Bar) => void = () => {},
): Strategy {
  return {
    forEvents({ trading }): EventHandlers {
      let closes = 0;
      return {
        onBar(bar) {
          closes += 1;
          if (closes === 1)
            for (const order of orders) trading.submit({ symbol: bar.symbol, ...order });
          else then(trading, bar);
        },
        onFill: ({ orderId, side, shares, price, at }) => {
          const day = Math.floor(at / DAY_MS) - FIRST_DAY;
          heard.push(`${orderId}: ${side} ${shares} at ${price} on ${day}`);
        },
        onOrder: ({ id, status, because }) =>
          heard.push(`${id}: ${status}${because === undefined ? "" : ` (${because})`}`),
      };
    },
  };
}

export const BUY = { side: "buy", shares: 10 } as const;
export const QUIET: Cents = [10_000, 10_000, 10_000, 10_000];
