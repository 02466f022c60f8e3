import type { Instant, Print } from "@sevenfold/domain/market";
import type { QuietColumn } from "@sevenfold/domain/quiet-column";
import { type FollowedAccount, hasPaused } from "../account/followed-account.ts";
import { DECISION_AGE_MAX_MS } from "../orders/check-order.ts";
import type { BoardEars } from "../prices/board-ears.ts";

/** An account that is handed prices, one batch after the other. */
export interface Priced {
  readonly followed: FollowedAccount;
  hear: BoardEars["hear"];
}

/** An account among those of its market. */
export interface Seat {
  readonly priced: Priced;
  /** Its number in the columns. */
  readonly account: number;
  /** Where it is in the order they came. */
  readonly turn: number;
  /** By slot of its book: its symbol's column, and its row there. */
  readonly columns: (Column | undefined)[];
  readonly rows: number[];
  /** By slot: nobody watches or holds the symbol, so that a price only values it. */
  readonly isIdle: boolean[];
  /** The next price of the log that it has not heard of. */
  from: number;
  isAsked: boolean;
  hasLeft: boolean;
}

export interface Column extends QuietColumn {
  /** By row: the slot it is of. */
  readonly slots: number[];
}

export const isAnyLate = (prints: readonly Print[], now: Instant): boolean =>
  prints.some(({ at }) => DECISION_AGE_MAX_MS < now - at);

/** Whether its heartbeat knows of every pause, and its session is the one that it was. */
export const isOfNow = (followed: FollowedAccount, now: Instant, nowMs: number): boolean =>
  followed.sessionFrom <= now && now < followed.sessionUntil && !hasPaused(followed, nowMs);

/** Whether rows can say what a price is to the account: it is decided for it, by the rule, in a session. */
export const canWait = ({
  account,
  basis,
  inHand: { known: book },
  own,
  session,
}: FollowedAccount): boolean =>
  session !== undefined &&
  own === undefined &&
  account.own === undefined &&
  basis.halted.size + basis.jumped.size + basis.fallen.size === 0 &&
  !book.isInDoubt &&
  (book.baseline !== undefined || 0 < book.unpriced);
