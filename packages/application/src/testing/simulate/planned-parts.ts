import { instant, type Ticker } from "@sevenfold/domain/market";
import { mulDivHalfEven } from "@sevenfold/domain/money";
import type { SimulatedVenue } from "../../broker-kit/simulated/simulated-venue.ts";
import { tradeParts } from "../../broker-kit/simulated/trade-parts.ts";
import { payableAt, sellableAt } from "../../broker-kit/simulated/venue-room.ts";
import type { SeededChance } from "../../chance/seeded-chance.ts";
import { ONE_SHARE } from "../../ports/activity.ts";
import type { SimulatedAccount, World } from "../world/world.ts";
import { isSplitUntold, wasMovedWhole } from "./planned-activities.ts";

const PARTS_MAX = 4 * ONE_SHARE;

interface Scene {
  readonly account: SimulatedAccount;
  readonly chance: SeededChance;
  readonly world: Pick<World, "clock" | "market">;
}

/**
 * Somebody buys or sells shares in parts at the venue's own site, at the price of now, which may make or
 * take whole ones: at most as many as no open order there offers. Told with the next answer.
 */
export function tradePartsOf({ account: { venue }, chance, world }: Scene, ticker: Ticker): void {
  const now = world.clock.now();
  const isSale = chance.happens(0.4);
  const most = isSale ? Math.min(PARTS_MAX, ONE_SHARE * sellableAt(venue, ticker)) : PARTS_MAX;
  const parts = chance.between(1, Math.max(1, most)) * (isSale ? -1 : 1);
  if (most < 1 || venue.unlisted.has(ticker) || isShort(venue, ticker)) return;
  if (wasMovedWhole(venue, ticker) || isSplitUntold(venue, ticker, now)) return;
  const price = world.market.priceAt(ticker, now);
  // What open orders there will buy is paid for.
  const free = payableAt(venue, (one) => world.market.priceAt(one, now));
  if (!isSale && free < mulDivHalfEven(price, parts, ONE_SHARE)) return;
  const id = `parts-${(venue.foreign.trades ?? []).length + 1}`;
  if (!tradeParts(venue, { id, at: now, ticker, parts, price })) return;
  venue.wasMoved = true;
  // Whoever has not heard of it may offer what is gone.
  if (isSale) venue.surprises.note(ticker, instant(now));
}

const isShort = ({ foreign }: SimulatedVenue, ticker: Ticker): boolean =>
  foreign.holdings.some(({ tie }) => tie?.ticker === ticker);
