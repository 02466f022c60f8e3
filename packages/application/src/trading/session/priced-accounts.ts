import { markAt } from "@sevenfold/domain/book";
import type { Instant, Print, Ticker } from "@sevenfold/domain/market";
import {
  addQuiet,
  concernedBy,
  dropQuiet,
  growQuietTotals,
  openQuietColumn,
  openQuietTotals,
  putQuiet,
  putTotals,
} from "@sevenfold/domain/quiet-column";
import type { Clock } from "../../ports/clock.ts";
import type { WaitingPrices } from "../account/book-in-hand.ts";
import { type FollowedAccount, hasPaused } from "../account/followed-account.ts";
import type { Pulse } from "../account/pulse.ts";
import { takeInQuiet } from "../decisions/follow-prices.ts";
import { PriceLog } from "./price-log.ts";
import { type Column, canWait, isAnyLate, isOfNow, type Priced, type Seat } from "./priced-seat.ts";

interface Needs {
  readonly clock: Pick<Clock, "now" | "monotonicMs">;
  /** Whether the prices of this market may be decided on now. */
  readonly isOwn: () => boolean;
  /** Of the process that follows them. */
  readonly pulse: Pulse;
}

const ACCOUNTS_MIN = 64;

/**
 * The accounts of one market. A price is handed to those it could be anything to, in the order they
 * came; for the others it waits until somebody looks at their book (ADR 0070). What each account comes
 * to, and when, is what it would be if every price were handed to all of them.
 */
export class PricedAccounts {
  readonly #needs: Needs;
  readonly #seats = new Set<Seat>();
  readonly #byAccount: (Seat | undefined)[] = [];
  readonly #free: number[] = [];
  readonly #columns = new Map<Ticker, Column>();
  readonly #totals = openQuietTotals(ACCOUNTS_MIN);
  readonly #log = new PriceLog();
  readonly #concerned: number[] = [];
  /** Whose rows may not say what is in their book: they are handed whatever comes. */
  readonly #stirred = new Set<Seat>();
  #turns = 0;
  /** Pauses of the process that are no news to any account that waits. */
  #pauses: number;
  /** While every account that waits is in the session it was in. */
  #sessionFrom = Number.NEGATIVE_INFINITY;
  #sessionUntil = Number.POSITIVE_INFINITY;
  /** No account that waits has yet to hear of an earlier price. */
  #from = 0;

  constructor(needs: Needs) {
    this.#needs = needs;
    this.#pauses = needs.pulse.pauses;
  }

  /** Hands the account what comes from now on, until its end begins. */
  join(priced: Priced): void {
    const { followed } = priced;
    const { signal } = followed.ending;
    if (signal.aborted) return;
    const account = this.#free.pop() ?? this.#byAccount.length;
    if (this.#totals.equity.length <= account) growQuietTotals(this.#totals, account * 2);
    const seat: Seat = {
      priced,
      ...{ account, turn: this.#turns++, columns: [], rows: [], isIdle: [] },
      ...{ from: this.#log.end, isAsked: false, hasLeft: false },
    };
    this.#byAccount[account] = seat;
    this.#seats.add(seat);
    this.#stirred.add(seat);
    followed.inHand.waiting = this.#waitingOf(seat);
    signal.addEventListener("abort", () => this.#leave(seat), { once: true });
  }

  hear(prints: readonly Print[], anew?: ReadonlySet<Ticker>): void {
    if (this.#seats.size === 0) return;
    const now = this.#needs.clock.now();
    this.#makeRoom(prints.length);
    const before = this.#log.end;
    this.#log.add(prints, now);
    const isOwn = this.#needs.isOwn();
    if (!isOwn || anew !== undefined || isAnyLate(prints, now)) this.#askAll();
    else this.#findConcerned(prints, now);
    for (const seat of this.#askedInTurn()) {
      seat.isAsked = false;
      if (seat.hasLeft) continue;
      this.#takeIn(seat, before);
      seat.from = this.#log.end;
      seat.priced.hear(prints, anew);
      // Of prices that are only shown, nobody knows when they are good again.
      if (isOwn) this.#settle(seat, prints);
      else this.#stirred.add(seat);
    }
  }

  #askAll(): void {
    for (const { account } of this.#seats) this.#concerned.push(account);
  }

  #findConcerned(prints: readonly Print[], now: Instant): void {
    const { clock, pulse } = this.#needs;
    const nowMs = clock.monotonicMs();
    pulse.beat(nowMs);
    const isSame = this.#sessionFrom <= now && now < this.#sessionUntil;
    if (!isSame || this.#pauses !== pulse.pauses) this.#stirChanged(now, nowMs);
    for (const { price, ticker } of prints) {
      const column = this.#columns.get(ticker);
      if (column) concernedBy(column, this.#totals, price, this.#concerned);
    }
  }

  /** Stirs those who have yet to learn that the process stood still, and whose session has begun or ended. */
  #stirChanged(now: Instant, nowMs: number): void {
    this.#pauses = this.#needs.pulse.pauses;
    this.#sessionFrom = Number.NEGATIVE_INFINITY;
    this.#sessionUntil = Number.POSITIVE_INFINITY;
    for (const seat of this.#seats) {
      if (this.#stirred.has(seat)) continue;
      if (isOfNow(seat.priced.followed, now, nowMs)) this.#count(seat.priced.followed);
      else this.#stirred.add(seat);
    }
  }

  /** What may be said of all that wait, as long as it holds for this one as well. */
  #count({ sessionFrom, sessionUntil }: FollowedAccount): void {
    this.#sessionFrom = Math.max(this.#sessionFrom, sessionFrom);
    this.#sessionUntil = Math.min(this.#sessionUntil, sessionUntil);
  }

  /** Whom the batch is handed to: who is concerned, and whose rows say nothing. */
  #askedInTurn(): Iterable<Seat> {
    const asked = [...this.#stirred];
    for (const seat of asked) seat.isAsked = true;
    for (const account of this.#concerned) {
      const seat = this.#byAccount[account]!;
      if (seat.isAsked) continue;
      seat.isAsked = true;
      asked.push(seat);
    }
    this.#concerned.length = 0;
    return asked.length === this.#seats.size
      ? [...this.#seats]
      : asked.sort((one, other) => one.turn - other.turn);
  }

  /** Puts the account's rows in as its book is now; or it is handed the next batch as well. */
  #settle(seat: Seat, prints: readonly Print[]): void {
    if (seat.hasLeft) return;
    const { followed } = seat.priced;
    if (!canWait(followed) || hasPaused(followed, this.#needs.clock.monotonicMs())) {
      this.#stirred.add(seat);
      return;
    }
    if (this.#stirred.delete(seat)) this.#putAll(seat);
    else for (const { ticker } of prints) this.#putOne(seat, ticker);
    putTotals(this.#totals, seat.account, followed.inHand.known);
  }

  #putOne(seat: Seat, ticker: Ticker): void {
    const { known: book } = seat.priced.followed.inHand;
    const slot = book.slots.get(ticker);
    const column = slot === undefined ? undefined : seat.columns[slot];
    if (column) putQuiet(column, seat.rows[slot!]!, book, slot!);
  }

  #putAll(seat: Seat): void {
    const { followed } = seat.priced;
    const { known: book } = followed.inHand;
    const { tickers } = book;
    this.#count(followed);
    for (let slot = tickers.length; slot < seat.columns.length; slot += 1)
      this.#dropRow(seat, slot);
    for (let slot = 0; slot < tickers.length; slot += 1) {
      const ticker = tickers[slot]!;
      const isIdle = book.held[slot] === 0 && !followed.watched.has(ticker);
      seat.isIdle[slot] = isIdle;
      const wanted = isIdle ? undefined : this.#columnOf(ticker);
      if (seat.columns[slot] !== wanted) this.#dropRow(seat, slot);
      if (wanted) putQuiet(wanted, this.#rowOf(seat, slot, wanted), book, slot);
    }
  }

  #columnOf(ticker: Ticker): Column {
    let column = this.#columns.get(ticker);
    if (!column) {
      column = { slots: [], ...openQuietColumn() };
      this.#columns.set(ticker, column);
    }
    return column;
  }

  #rowOf(seat: Seat, slot: number, column: Column): number {
    if (seat.columns[slot]) return seat.rows[slot]!;
    const row = addQuiet(column, seat.account);
    column.slots.push(slot);
    seat.columns[slot] = column;
    seat.rows[slot] = row;
    return row;
  }

  #dropRow(seat: Seat, slot: number): void {
    const column = seat.columns[slot];
    if (!column) return;
    const row = seat.rows[slot]!;
    dropQuiet(column, row);
    const lastSlot = column.slots.pop()!;
    // The last row has taken its place.
    if (row < column.count) {
      column.slots[row] = lastSlot;
      this.#byAccount[column.accounts[row]!]!.rows[lastSlot] = row;
    }
    seat.columns[slot] = undefined;
  }

  /** Takes what waits for the account into its book, up to this price of the log. */
  #takeIn(seat: Seat, until: number): void {
    const { followed } = seat.priced;
    const { known: book } = followed.inHand;
    for (let number = seat.from; number < until; number += 1) {
      const slot = book.slots.get(this.#log.tickerOf(number));
      if (slot === undefined) continue;
      const price = this.#log.priceOf(number);
      if (seat.isIdle[slot]) markAt(book, slot, price);
      else takeInQuiet(followed, slot, { at: this.#log.toldAt(number), price });
    }
    seat.from = Math.max(seat.from, until);
  }

  #makeRoom(more: number): void {
    if (!this.#log.isFull(this.#from, more)) return;
    this.#from = this.#log.end;
    for (const { from } of this.#seats) this.#from = Math.min(this.#from, from);
    if (!this.#log.isFull(this.#from, more)) return;
    for (const seat of this.#seats) this.#takeIn(seat, this.#log.end);
    this.#from = this.#log.end;
  }

  #waitingOf(seat: Seat): WaitingPrices {
    const takeIn = () => this.#takeIn(seat, this.#log.end);
    return {
      takeIn,
      stir: () => {
        takeIn();
        this.#stirred.add(seat);
      },
    };
  }

  #leave(seat: Seat): void {
    this.#takeIn(seat, this.#log.end);
    seat.hasLeft = true;
    seat.priced.followed.inHand.waiting = undefined;
    for (const slot of seat.columns.keys()) this.#dropRow(seat, slot);
    this.#seats.delete(seat);
    this.#stirred.delete(seat);
    this.#byAccount[seat.account] = undefined;
    this.#free.push(seat.account);
  }
}
