import type { Ticker } from "@sevenfold/domain/market";
import { type Price, price } from "@sevenfold/domain/money";
import type { World } from "../world/world.ts";

const CENT = 100;

/** A price so many thousandths beside that of now, in whole cents. */
export function priceBeside(
  { clock, market }: Pick<World, "clock" | "market">,
  ticker: Ticker,
  thousandths: number,
): Price {
  const now = market.priceAt(ticker, clock.now());
  return price(CENT * Math.max(1, Math.round((now * (1_000 + thousandths)) / 1_000 / CENT)));
}
