import type { Ticker } from "@sevenfold/domain/market";
import { bps, type Price } from "@sevenfold/domain/money";
import type { Order } from "@sevenfold/domain/order";
import { isOwnStop } from "@sevenfold/domain/own-stop";
import { type HandMarket, handMarket } from "./hand-market.ts";
import { AAPL, holdShares, openTestWorld, ordersOf } from "./trading-world.ts";
import type { World, WorldShape } from "./world/world.ts";

export const ownStops = async (world: World): Promise<readonly Order[]> =>
  (await ordersOf(world)).filter(isOwnStop);

/** An account that holds shares bought at $100 each, with a stop at a tenth less, and its worker. */
export async function holding(
  count: number,
  shape: Partial<WorldShape> = {},
  tickers: readonly Ticker[] = [AAPL],
) {
  let market: HandMarket | undefined;
  const world = await openTestWorld({
    tickers,
    market(clock) {
      market = handMarket(clock, tickers, 100);
      return market;
    },
    stopAtBroker: true,
    ...shape,
    strategy: { stopLossEnabled: true, stopLossBps: bps(1_000), ...shape.strategy },
  });
  for (const ticker of tickers) await holdShares(world, ticker, count, true);
  const process = world.start();
  await world.clock.pass(30_000);
  const { needs } = world.open(1);
  const isStop = ({ stop }: { readonly stop?: Price }) => stop !== undefined;
  return {
    market: market!,
    needs,
    process,
    world,
    stopsThere: () =>
      world.venue.orders.filter((order) => order.state === "working" && isStop(order)),
    sellsThere: () => world.venue.orders.filter((order) => order.side === "sell" && !isStop(order)),
  };
}
