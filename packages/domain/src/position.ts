import { invariant } from "./invariant.ts";
import type { Money, Price, Quantity } from "./money.ts";
import { money, mulDivHalfEven, NO_MONEY, NO_SHARES, notionalOf, shares } from "./money.ts";
import type { OrderSide } from "./order.ts";
import { ok, type Result, refused } from "./result.ts";

/** What is held of one symbol and what exactly it cost, fees apart. Never short. */
export interface Position {
  readonly shares: Quantity;
  readonly costBasis: Money;
}

/** The part of a fill a position cares about. */
export interface Trade {
  readonly side: OrderSide;
  readonly quantity: Quantity;
  readonly price: Price;
  /** What it came to, where shares are counted in parts; else price × quantity. */
  readonly notional?: Money;
}

/** The venue says more was sold than we hold: one of us is wrong, and nothing is booked. */
export interface SoldMoreThanHeld {
  readonly kind: "sold-more-than-held";
  readonly held: Quantity;
  readonly sold: Quantity;
}

export interface AfterFill {
  readonly position: Position;
  /** Proceeds less the basis they carried away; 0 for a buy. Fees apart. */
  readonly realized: Money;
}

export const FLAT: Position = { shares: NO_SHARES, costBasis: NO_MONEY };

/** Average cost is unchanged by sells: a sell removes basis × sold ÷ held. docs/strategy.md#entry */
export function applyFill(position: Position, trade: Trade): Result<AfterFill, SoldMoreThanHeld> {
  const notional = trade.notional ?? notionalOf(trade.price, trade.quantity);
  if (trade.side === "buy")
    return ok({
      position: {
        shares: shares(position.shares + trade.quantity),
        costBasis: money(position.costBasis + notional),
      },
      realized: NO_MONEY,
    });
  if (position.shares < trade.quantity)
    return refused({ kind: "sold-more-than-held", held: position.shares, sold: trade.quantity });
  const removed =
    trade.quantity === position.shares
      ? position.costBasis
      : mulDivHalfEven(position.costBasis, trade.quantity, position.shares);
  return ok({
    position: {
      shares: shares(position.shares - trade.quantity),
      costBasis: money(position.costBasis - removed),
    },
    realized: money(notional - removed),
  });
}

export interface AfterSplit {
  readonly position: Position;
  /** The cost of the fraction of a share that is paid out in cash. */
  readonly released: Money;
}

/**
 * `numerator` new shares for `denominator` old ones (10 and 1 for ten for one). Whole shares stay with
 * their part of the cost, costBasis × whole ÷ (whole + fraction), half-even. docs/strategy.md#entry
 */
export function splitPosition(
  { shares: held, costBasis }: Position,
  numerator: number,
  denominator: number,
): AfterSplit {
  // Both in parts of a share, `denominator` to the share, so that every number is whole.
  const all = held * numerator;
  invariant(Number.isSafeInteger(all), `${held} shares are too many for a split by ${numerator}`);
  const whole = all - (all % denominator);
  const kept = all === 0 ? 0 : mulDivHalfEven(costBasis, whole, all);
  return {
    position: { shares: shares(whole / denominator), costBasis: money(kept) },
    released: money(costBasis - kept),
  };
}

/** Average cost per share to the nearest ten-thousandth: for showing. Triggers use the exact basis. */
export const entryPriceOf = ({ shares: held, costBasis }: Position): Price | undefined =>
  held === 0 ? undefined : (mulDivHalfEven(costBasis, 1, held) as Price);

export const marketValueOf = (position: Position, last: Price): Money =>
  money(position.shares * last);

export const unrealizedPnl = (position: Position, last: Price): Money =>
  money(position.shares * last - position.costBasis);
