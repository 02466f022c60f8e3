import type { Instant, Ticker } from "@sevenfold/domain/market";
import { type Money, money, NO_MONEY, type Price } from "@sevenfold/domain/money";
import type { OrderSide } from "@sevenfold/domain/order";

import { partOf, type ShareCount, shareCount, worthOf } from "./share-count.ts";

/** Shares an account has, or owes: then both numbers are below zero. */
export interface VenueHolding {
  readonly shares: ShareCount;
  /** What they cost; of shares that are owed what their sale brought. */
  readonly costBasis: Money;
}

export interface VenuePosition extends VenueHolding {
  readonly ticker: Ticker;
  /** When the first share was bought, or sold short, after holding none. */
  readonly since: Instant;
}

/** Cash and positions at one instant. */
export interface Holdings {
  readonly cash: Money;
  readonly positions: ReadonlyMap<Ticker, VenuePosition>;
}

const NOTHING: VenueHolding = { shares: shareCount(0), costBasis: NO_MONEY };

/** What a trade moves, seen from the account. */
export interface HoldingTrade {
  readonly side: OrderSide;
  readonly quantity: ShareCount;
  readonly price: Price;
}

/** Cash a trade brings; below zero what it takes. */
export function proceedsOf({ side, quantity, price }: HoldingTrade): Money {
  const value = worthOf(price, quantity);
  return side === "sell" ? value : money(-value);
}

/**
 * What is held after a trade. What closes carries basis × closed ÷ held away, half-even; what goes
 * beyond nothing opens the other side at the trade's price.
 */
export function afterTrade(held: VenueHolding = NOTHING, trade: HoldingTrade): VenueHolding {
  const { price, quantity, side } = trade;
  const direction = side === "buy" ? 1 : -1;
  const isOpening = 0 <= held.shares * direction;
  if (isOpening) return grown(held, direction, trade);
  const open = shareCount(Math.abs(held.shares));
  if (open < quantity)
    return grown(NOTHING, direction, { price, quantity: shareCount(quantity - open) });
  const removed = partOf(money(Math.abs(held.costBasis)), quantity, open);
  return {
    shares: shareCount(held.shares + direction * quantity),
    costBasis: money(held.costBasis + direction * removed),
  };
}

const grown = (
  held: VenueHolding,
  direction: number,
  { price, quantity }: Pick<HoldingTrade, "price" | "quantity">,
): VenueHolding => ({
  shares: shareCount(held.shares + direction * quantity),
  costBasis: money(held.costBasis + direction * worthOf(price, quantity)),
});

/** What is held once shares came that nobody bought, and what they cost with them: they pay back what is owed first. */
export function withShares(held: VenueHolding = NOTHING, came: VenueHolding): VenueHolding {
  const shares = shareCount(held.shares + came.shares);
  if (0 <= held.shares) return { shares, costBasis: money(held.costBasis + came.costBasis) };
  if (0 < shares) return { shares, costBasis: partOf(came.costBasis, shares, came.shares) };
  const [left, owed] = [shareCount(-shares), shareCount(-held.shares)];
  return { shares, costBasis: money(-partOf(money(-held.costBasis), left, owed)) };
}
