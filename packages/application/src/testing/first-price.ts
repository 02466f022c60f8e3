import { AAPL, openTestWorld } from "./trading-world.ts";

/** What AAPL costs as a test world begins. */
export async function firstPrice(): Promise<number> {
  const { clock, market } = await openTestWorld();
  return market.priceAt(AAPL, clock.now());
}
