import type { Ticker } from "@sevenfold/domain/market";
import {
  BPS_PER_ONE,
  type Money,
  money,
  mulDivCeil,
  type Price,
  UNITS_PER_DOLLAR,
} from "@sevenfold/domain/money";

import { type ShareCount, shareCount, worthOf } from "./share-count.ts";
import type { VenueAccount } from "./venue-account.ts";
import type { Holdings } from "./venue-holdings.ts";
import { reservedCash, type VenueOrder } from "./venue-order.ts";

/** What a share costs now. */
export type PriceOf = (ticker: Ticker) => Price;

/** Below this equity a margin account lends nothing: FINRA rule 4210(b). */
const EQUITY_MIN = 2_000 * UNITS_PER_DOLLAR;
/** Of what is bought or sold short, half is the account's own: Regulation T, 12 CFR 220.12. */
const INITIAL_BPS = 5_000;
const MAINTENANCE_BPS = 3_000;
/** Cheaper shares are worth nothing as a pledge. */
const PLEDGED_FROM = 25_000;
/** Of a cheap share sold short, and of a dear one, so much at least. */
const CHEAP_SHORT_BELOW = 5 * UNITS_PER_DOLLAR;
const CHEAP_SHORT_EACH = 25_000;
const SHORT_EACH = 5 * UNITS_PER_DOLLAR;

export const isMargin = ({ opening }: Pick<VenueAccount, "opening">): boolean =>
  opening.multiplier === 2;

/** What an account has, owes and has to keep. All at or above zero but cash, equity and what is owed. */
export interface MarginStanding {
  readonly equity: Money;
  readonly longValue: Money;
  /** Below zero. */
  readonly shortValue: Money;
  readonly initial: Money;
  readonly maintenance: Money;
}

export function marginStanding(holdings: Holdings, priceOf: PriceOf): MarginStanding {
  let [longValue, shortValue, maintenance] = [0, 0, 0];
  for (const [ticker, { shares }] of holdings.positions) {
    const each = priceOf(ticker);
    const worth = worthOf(each, shares);
    if (worth < 0) shortValue += worth;
    else longValue += worth;
    maintenance += maintenanceOf(each, shares);
  }
  return {
    equity: money(holdings.cash + longValue + shortValue),
    longValue: money(longValue),
    shortValue: money(shortValue),
    initial: money(mulDivCeil(longValue - shortValue, INITIAL_BPS, BPS_PER_ONE)),
    maintenance: money(maintenance),
  };
}

/** 30% of what is held, all of it where it is cheap; of what is owed $5 or $2.50 a share at least. */
export function maintenanceOf(each: Price, count: ShareCount): Money {
  const worth = Math.abs(worthOf(each, count));
  const part = mulDivCeil(worth, MAINTENANCE_BPS, BPS_PER_ONE);
  if (0 <= count) return money(each < PLEDGED_FROM ? worth : part);
  const owed = shareCount(-count);
  return each < CHEAP_SHORT_BELOW
    ? money(Math.max(worth, worthOf(CHEAP_SHORT_EACH as Money, owed)))
    : money(Math.max(part, worthOf(SHORT_EACH as Money, owed)));
}

/** The least of equity that lets an account borrow, or sell short. */
export const mayBorrow = ({ equity }: Pick<MarginStanding, "equity">): boolean =>
  EQUITY_MIN <= equity;

/** What opening orders could still come to. */
export const buyingPowerOf = (account: VenueAccount, priceOf: PriceOf): Money =>
  money(Math.max(0, powerOf(account, priceOf) - reservedIn(account)));

/** What this order may come to: all but what the others have set aside. Below zero where they have more. */
export const powerFor = (order: VenueOrder, account: VenueAccount, priceOf: PriceOf): number =>
  powerOf(account, priceOf) - reservedIn(account) + reservedCash(order);

function reservedIn({ openOrders }: VenueAccount): number {
  let reserved = 0;
  for (const order of openOrders.values()) reserved += reservedCash(order);
  return reserved;
}

/**
 * Before what open orders have set aside: the cash; of a margin account twice what its equity exceeds
 * the initial margin by, and nothing once it has less than it has to maintain.
 */
function powerOf(account: VenueAccount, priceOf: PriceOf): number {
  if (!isMargin(account)) return account.cash;
  const standing = marginStanding(account, priceOf);
  const { equity, initial, maintenance } = standing;
  if (equity < maintenance) return 0;
  return mayBorrow(standing)
    ? Math.floor(((equity - initial) * BPS_PER_ONE) / INITIAL_BPS)
    : Math.min(account.cash, equity);
}
