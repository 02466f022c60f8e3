import { MINUTE_MS, type Ticker } from "@sevenfold/domain/market";
import type { FollowedAccount } from "../account/followed-account.ts";
import type { Jump } from "../account/price-basis.ts";
import { areCashesDifferent, type Drift, type Reconciled } from "../account/reconciled.ts";
import type { TradingNeeds } from "../account/trading-needs.ts";
import { areHoldingsDoubted } from "../placing/shares-there.ts";
import { isFar } from "../prices/far-price.ts";

/** What was known when the broker was asked. */
export interface AskedBy {
  /** Symbols whose price had jumped. */
  readonly jumped: readonly Ticker[];
  /**
   * What the books' shares had cost of each symbol that was halted, or of which fewer were there; of all of
   * them where the broker is asked for the first time.
   */
  readonly costs: ReadonlyMap<Ticker, number | undefined>;
}

export const askedBy = ({
  basis,
  book,
  missingThere,
  reconciled,
}: Pick<FollowedAccount, "basis" | "book" | "missingThere" | "reconciled">): AskedBy => {
  const known = [...basis.halted.keys(), ...missingThere.keys()];
  const tickers = reconciled === undefined ? [...known, ...book.slots.keys()] : known;
  return {
    jumped: [...basis.jumped.keys()],
    costs: new Map(tickers.map((ticker) => [ticker, costOf(book, ticker)])),
  };
};

/** Whether a fill of it was booked while the broker was asked, whose word may be of before it. */
export const isMovedSince = (
  { book }: Pick<FollowedAccount, "book">,
  { costs }: AskedBy,
  ticker: Ticker,
): boolean => costs.get(ticker) !== costOf(book, ticker);

const costOf = ({ costBasis, slots }: FollowedAccount["book"], ticker: Ticker) =>
  costBasis[slots.get(ticker)!];

/**
 * Halts symbols of which the broker suddenly has so many times as many shares as the books: a split that
 * it has not told of yet. Their prices are neither followed nor valued, so that no stop sells on them;
 * they go on as soon as the books agree, but for a fill that was booked while the broker was asked, or have none
 * of it. What jumped while the shares are the same, is
 * their price; not where trades are listed that the books contradict, which may have sold what a split brought.
 * Seen once it may be a fill that was booked while the broker was asked; who has just begun goes by what is on
 * record of what was seen before, but for such a fill. Answers whether it has to ask again before it decides
 * anything: who has just begun knows no price of before that one of now is far from.
 */
export function judgeBasis(
  { log }: Pick<TradingNeeds, "log">,
  followed: FollowedAccount,
  found: Reconciled,
  asked: AskedBy,
): "again" | "enough" {
  const { basis, book, id: accountId } = followed;
  let isTold = true;
  const split = found.drift.filter((drift) => {
    const { ours, theirs } = drift;
    const isSplit = 0 < ours && 0 < theirs && isFar(ours, theirs);
    return isSplit && !mayBeFill(followed, drift);
  });
  const standing = split.filter((drift) => wasSeen(followed, drift, asked));
  const unexplained = new Map(standing.map(({ theirs, ticker }) => [ticker, theirs]));
  // A trade that is taken back may leave a number there that looks like no split any more.
  const different = new Set(found.drift.filter(({ ours }) => 0 < ours).map((one) => one.ticker));
  for (const ticker of basis.halted.keys()) {
    if (unexplained.has(ticker) || different.has(ticker) || found.tradedAside.has(ticker)) continue;
    // As many are here now as there were there before the fill. A split that is booked leaves what they cost.
    if (costOf(book, ticker) !== 0 && isMovedSince(followed, asked, ticker)) {
      isTold = false;
      continue;
    }
    basis.halted.delete(ticker);
    log.info("symbol-goes-on", { accountId, ticker });
  }
  for (const [ticker, theirs] of unexplained) {
    const slot = book.slots.get(ticker);
    // No decision is made on the price that is known, nor on the first one afterwards.
    if (slot !== undefined) book.skipNext[slot] = 1;
    const isHalted = basis.halted.has(ticker);
    basis.halted.set(ticker, theirs);
    if (!isHalted) log.warn("symbol-halted", { accountId, ticker });
  }
  const differing = new Set([...found.drift.map(({ ticker }) => ticker), ...found.tradedAside]);
  for (const ticker of asked.jumped) {
    const jump = basis.jumped.get(ticker);
    if (jump && !differing.has(ticker) && !mayHideSplit(jump, ticker, found)) jump.isAsked = true;
  }
  // The number there may be another each time it is asked, by trades of meanwhile.
  if (standing.length === split.length) basis.isSettled = true;
  return isTold && basis.isSettled ? "enough" : "again";
}

/** So long after a jump a trade of parts may be untold. */
const PARTS_TOLD_WITHIN_MS = 15 * MINUTE_MS;

/**
 * As many shares there as in the books prove no price where parts of a share are there as well, and cash
 * says that something was traded which nobody has told: what a split took, that may have brought.
 */
function mayHideSplit(jump: Jump, ticker: Ticker, found: Reconciled): boolean {
  if (!areCashesDifferent(found) || !found.inParts.has(ticker)) return false;
  jump.untoldSince ??= found.at;
  return found.at - jump.untoldSince < PARTS_TOLD_WITHIN_MS;
}

function wasSeen(
  followed: FollowedAccount,
  { ours, theirs, ticker }: Drift,
  asked: AskedBy,
): boolean {
  const { account, reconciled } = followed;
  if (reconciled === undefined)
    return areHoldingsDoubted(account) && !isMovedSince(followed, asked, ticker);
  return reconciled.drift.some(
    (before) => before.ticker === ticker && before.ours === ours && before.theirs === theirs,
  );
}

/** A fill may be on its way: of others' orders of any number, and of ours of no more than they have left. */
export function mayBeFill(
  { book, stops }: FollowedAccount,
  { ours, theirs, ticker }: Drift,
): boolean {
  const slot = book.slots.get(ticker);
  if (slot === undefined) return false;
  if (book.ordersOther[slot] !== 0) return true;
  let left = book.workingShares[slot]!;
  for (const stop of stops.open.values())
    if (stop.ticker === ticker) left += stop.quantity - stop.filled;
  return Math.abs(theirs - ours) <= left;
}
