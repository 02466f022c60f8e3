import type { Book } from "@sevenfold/domain/book";
import type { Ticker } from "@sevenfold/domain/market";
import type { OrderSide } from "@sevenfold/domain/order";
import type { InstalledStrategy } from "../../ports/stores/account.ts";
import type { RunningStrategy, WantedTarget } from "../../ports/strategies.ts";
import type { MinuteBars } from "../prices/minute-bars.ts";

/** What is wanted of a slot and not yet brought about. */
export interface StandingWish {
  readonly target: WantedTarget;
  /** The order sent for it, and what was held before; undefined while none is at work. */
  sent?: { readonly side: OrderSide; readonly heldBefore: number; readonly quantity: number };
}

/** An account that a strategy of the installation's own trades in the built-in rule's place. */
export interface OwnTrading {
  readonly installed: InstalledStrategy;
  readonly minutes: MinuteBars;
  /** By slot of the account's book. */
  readonly wishes: Map<number, StandingWish>;
  /** Absent: it was stopped, or has not begun. */
  running: RunningStrategy | undefined;
  /** When its process was ended from outside, within the hour. */
  lostMs: readonly number[];
  /** Those it was begun for; another set each time. */
  tickers: ReadonlySet<Ticker>;
  /**
   * "stopping": it was, and the account's row as we know it does not say so yet. "stopped": the row
   * says so, and nobody has let it go on.
   */
  state: "going" | "stopping" | "stopped";
}

interface OwnAccount {
  readonly book: Pick<Book, "slots">;
  readonly own?: OwnTrading;
}

/** Of no symbol that there is: whoever trades by these begins anew. */
const NO_TICKERS: ReadonlySet<Ticker> = new Set();

/**
 * A share of the symbol is another by now: what the strategy has seen of it, and what it wanted as a count,
 * was of the old ones. It begins anew before it is asked again. To hold none of it is the same in both.
 */
export function forgetOldShares({ book, own }: OwnAccount, ticker: Ticker): void {
  if (own === undefined) return;
  own.tickers = NO_TICKERS;
  own.minutes.forget();
  const slot = book.slots.get(ticker);
  const target = slot === undefined ? undefined : own.wishes.get(slot)?.target;
  if (target !== undefined && isCounted(target) && 0 < target.amount) own.wishes.delete(slot!);
}

/** In shares, or by what is lost of each. */
const isCounted = ({ distance, unit }: WantedTarget): boolean =>
  unit === "shares" || distance !== undefined;
