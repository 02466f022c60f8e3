import type { Intent } from "@sevenfold/domain/decide";
import type { Gate } from "@sevenfold/domain/gate";
import type { Instant } from "@sevenfold/domain/market";
import type { Price, Quantity } from "@sevenfold/domain/money";
import {
  quantityUpTo,
  sharesFor,
  sharesOfEquity,
  stepToward,
} from "@sevenfold/domain/toward-target";
import { type FollowedAccount, hasPaused, isReady } from "../account/followed-account.ts";
import type { OwnTrading, StandingWish } from "../account/own-trading.ts";
import type { TradingNeeds } from "../account/trading-needs.ts";
import { noteBlocked } from "../decisions/journal-decisions.ts";
import { rollSession } from "../decisions/session-roll.ts";
import type { ClosedMinute } from "../prices/minute-bars.ts";
import { pricesOf } from "../prices/venue-prices.ts";
import { automationOf } from "../safeguards/trading-rights.ts";

interface Moment {
  readonly at: Instant;
  readonly inSession: boolean;
}

/**
 * The orders that lead to what is wanted of the symbols of which a bar has just closed, within every
 * limit: sales first, as they free cash, then buys, each by symbol. The slots' last prices decide.
 */
export function stepTowardWishes(
  { clock, realMarket }: Pick<TradingNeeds, "clock" | "realMarket">,
  followed: FollowedAccount,
  own: OwnTrading,
  { bars }: ClosedMinute,
): readonly Intent[] {
  const { book } = followed;
  const monotonicMs = clock.monotonicMs();
  const at = clock.now();
  settle(followed, own);
  rollSession(followed, at);
  const venuePrices = pricesOf({ realMarket }, followed.account);
  const isTrusted = !hasPaused(followed, monotonicMs) && isReady(followed, monotonicMs);
  if (!isTrusted || venuePrices !== "own" || followed.session === undefined) return [];
  book.automation = automationOf(followed, at, venuePrices);
  const slots = bars.map(({ ticker }) => book.slots.get(ticker)!);
  const moment = { at, inSession: true };
  return [true, false].flatMap((sells) =>
    slots.flatMap((slot) => actOn(followed, own, { slot, sells, moment }) ?? []),
  );
}

/** A wish is granted once its order has filled; one that ended otherwise leaves it standing. */
function settle({ book }: FollowedAccount, { wishes }: OwnTrading): void {
  for (const [slot, wish] of wishes) {
    const { sent } = wish;
    if (sent === undefined || book.orderWorking[slot] !== 0) continue;
    const change = sent.side === "buy" ? sent.quantity : -sent.quantity;
    if (book.held[slot] === sent.heldBefore + change) wishes.delete(slot);
    else delete wish.sent;
  }
}

interface Asked {
  readonly slot: number;
  readonly sells: boolean;
  readonly moment: Moment;
}

function actOn(
  followed: FollowedAccount,
  own: OwnTrading,
  { slot, sells, moment }: Asked,
): Intent | undefined {
  const { book } = followed;
  const wish = own.wishes.get(slot);
  // An order of an earlier wish is at work: what is wanted now is asked once it has ended.
  if (wish === undefined || book.orderWorking[slot] !== 0) return undefined;
  const shares = sharesOf(followed, slot, wish);
  const held = book.held[slot]!;
  if (shares === held) {
    own.wishes.delete(slot);
    return undefined;
  }
  if (sells !== shares < held) return undefined;
  if (!sells && !followed.watched.has(book.tickers[slot]!)) return undefined;
  if (!sells && isWaitingForMoney(followed, own, { slot, shares, moment })) return undefined;
  const step = stepToward(book, slot, moment, { shares, isStop: wish.target.isStop });
  if (step === undefined) return undefined;
  if (typeof step === "string") {
    noteGate(followed, { slot, sells, moment }, step);
    return undefined;
  }
  wish.sent = { side: step.side, heldBefore: held, quantity: step.quantity };
  return step;
}

function sharesOf({ book }: FollowedAccount, slot: number, { target }: StandingWish): Quantity {
  const { amount, distance, unit } = target;
  if (unit === "shares") return amount as Quantity;
  const each = distance ?? (book.last[slot] as Price);
  return unit === "dollars" ? sharesFor(amount, each) : sharesOfEquity(book, amount, each);
}

/** Whether a buy would be cut short while sales are on their way to pay for it. */
function isWaitingForMoney(
  { book }: FollowedAccount,
  { wishes }: OwnTrading,
  { slot, shares, moment }: Pick<Asked, "slot" | "moment"> & { readonly shares: number },
): boolean {
  if (![...wishes.values()].some(({ sent }) => sent?.side === "sell")) return false;
  const now = quantityUpTo(book, slot, moment, shares);
  return now < quantityUpTo(book, slot, moment, shares, book.equity);
}

function noteGate(followed: FollowedAccount, { slot, sells, moment }: Asked, gate: Gate): void {
  const reason = sells ? "target-lowered" : "target-raised";
  noteBlocked(followed, slot, { at: moment.at, gate, reason });
}
