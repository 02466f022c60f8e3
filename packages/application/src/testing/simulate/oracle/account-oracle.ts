import type { TradingCalendar } from "@sevenfold/domain/calendar";
import type { Instant, Print, Ticker } from "@sevenfold/domain/market";
import { isOpen, type Order } from "@sevenfold/domain/order";

import type { Activity } from "../../../ports/activity.ts";
import type { Clock } from "../../../ports/clock.ts";
import type { Account } from "../../../ports/stores/account.ts";
import type { BookedFill } from "../../../ports/stores/fill-store.ts";
import type { StoredPosition } from "../../../ports/stores/position-store.ts";
import type { Storage } from "../../../ports/stores/storage.ts";
import type { PriceBoard } from "../../../trading/prices/price-board.ts";
import { mayAutomate } from "../../../trading/safeguards/trading-rights.ts";
import type { WrittenRow } from "../told-storage.ts";
import type { RowsOf } from "./committed-rows.ts";
import { noteDoubtful } from "./doubtful-prices.ts";
import { takeEnd } from "./judge-ends.ts";
import { testHalt } from "./judge-halt.ts";
import { coolDown, isOfRule, judgeOrder, noteEnd } from "./judge-orders.ts";
import {
  isFirstAfterSplit,
  isOfOtherShares,
  noteFall,
  noteLookAlikes,
  noteOtherShares,
  takeBust,
  takeSplit,
} from "./judge-splits.ts";
import { judgeStops } from "./judge-stops.ts";
import { judgeView } from "./judge-view.ts";
import { DECISION_AGE_MAX_MS, noteWants } from "./judge-wants.ts";
import { CHANGE_MS, type JudgedWorker, OracleState } from "./oracle-state.ts";
import { sessionClock } from "./session-clock.ts";
import { TOLD_MS } from "./standing-differences.ts";
import { anchorAt, hearPrice, markAt, mayHear, type Want } from "./symbol-standing.ts";
import { noteMoved } from "./unheard-changes.ts";

export interface OracleNeeds {
  readonly account: RowsOf;
  readonly clock: Pick<Clock, "now">;
  readonly calendar: TradingCalendar;
  /** Read once, at the beginning: untold, and beside every fault. */
  readonly storage: Pick<Storage, "read">;
  /** All that moved at its broker without a trade, told or not; nothing does when not said. */
  readonly happened?: () => readonly Activity[];
  /** What its broker holds of a symbol; asked where trades are taken back. */
  readonly sharesAt?: (ticker: Ticker) => number;
  /** When a split last made a symbol's prices smaller, whoever held it; never when not said. */
  readonly loweredAt?: (ticker: Ticker) => Instant | undefined;
  /** Whether a call of the storage may take seconds now; it never does when not said. */
  readonly isStorageSlow?: () => boolean;
}

/**
 * One account once more, beside the simulated one: the rules of docs/strategy.md read by the naive
 * account, fed with the prices its worker accepts and with what is committed, whoever committed it.
 * It judges decisions: what was sent, and what should have been.
 */
export interface AccountOracle extends Pick<OracleState, "judged"> {
  /** What should not have been sent, what should have been and was not, and what is not equal, in words. */
  readonly broken: readonly string[];
  /** Executions that were taken back at the broker, and not in the books yet. */
  busted(): ReadonlySet<string>;
  /** Everything is on record, and nothing has happened yet. */
  begin(): Promise<void>;
  started(worker: JudgedWorker): void;
  /** A worker has made its book anew, from rows and from the prices that stand on its board. */
  followedAnew(): void;
  /** Before the worker behind this board decides on them. */
  heard(by: PriceBoard, prints: readonly Print[]): void;
  /** What `toldStorage` tells, of any account. */
  committed(written: readonly WrittenRow[]): void;
}

/** Prices come each second: after a longer gap the process may have stood still, and then it drops what it hears. */
const GAP_MAX_MS = 3_000;
/** As late as a worker is told of anything, and as long again for what it reads one slow call after another. */
const UNREAD_MS = 2 * TOLD_MS;

export function accountOracle(needs: OracleNeeds): AccountOracle {
  const { account, calendar, clock, storage } = needs;
  const state = new OracleState(account, clock, needs);
  const { broken, judged, rows, symbols } = state;
  const session = sessionClock(calendar);
  const workersBehind = new Map<PriceBoard, JudgedWorker[]>();
  let heardAt = 0;

  return {
    broken,
    judged,
    busted: () => state.splits.busted(),
    async begin() {
      await rows.read(storage);
      const fills = await storage.read.fills.latest(account.accountId, 500);
      for (const fill of fills.toReversed()) book(state, fill);
      for (const ticker of [...rows.watched, ...rows.positions.keys()]) state.symbolOf(ticker);
    },
    committed(written) {
      const ours = written.filter((row) => rows.isOurs(row));
      for (const { row, table } of ours)
        if (table === "orders" && isOfRule(row) && !state.known.has(row.clientKey))
          judgeOrder(state, row);
      for (const { row, table } of ours)
        if (table === "activities" && movesShares(row) && row.ticker) {
          noteMoved(state, row.ticker);
          // Off the list and not held, it had no trail any more.
          if (!state.isFollowed(row.ticker)) state.symbolOf(row.ticker).trails = undefined;
        }
      for (const row of ours) take(state, row);
    },
    started(worker) {
      workersBehind.set(worker.prices, [...(workersBehind.get(worker.prices) ?? []), worker]);
      state.beUnsure();
      for (const symbol of symbols.values()) symbol.wants = [];
    },
    followedAnew() {
      state.beUnsure();
      for (const symbol of symbols.values()) symbol.isMarkOpen = true;
    },
    heard(by, prints) {
      const next = workersBehind.get(by)?.findLast((one) => isActing(state, one));
      if (next === undefined) return;
      const at = clock.now();
      // A worker goes by its own time of day: while that is wrong, so is what is late and what is open.
      const isOff = next.needs.clock.now() !== at;
      if (isOff) {
        state.offUntil = at + DECISION_AGE_MAX_MS;
        state.isDayOpen = true;
      }
      const hasPaused = isOff || GAP_MAX_MS < at - heardAt;
      heardAt = at;
      if (next !== state.worker || hasPaused) state.beUnsure();
      if (next !== state.worker) for (const symbol of symbols.values()) symbol.isMarkOpen = true;
      state.worker = next;
      const open = session.at(at);
      const isNewDay = open !== undefined && beginDay(state, open.day);
      if (hasPaused) {
        for (const { price, ticker } of prints) {
          mayHear(state.symbolOf(ticker), { at, price });
          // The first price after a split may have been this one.
          isFirstAfterSplit(state.symbolOf(ticker));
        }
        return;
      }
      noteLookAlikes(state, at);
      judgeView(state, at);
      // What the worker went by until this price may be the halt of the day before.
      if (isNewDay && rows.account.haltedDay !== state.day) state.isHalted = false;
      const inSession = open !== undefined;
      if (inSession) state.isDayOpen = false;
      const moves = inSession || rows.settings.limits.allowAfterHours;
      for (const print of prints) hear(state, print, at, moves);
      noteDoubtful(state, prints);
      noteSlowness(state, at);
      if (!moves) return;
      const tickers = prints
        .filter((print) => !isLate(print, at) && !isOfOtherShares(state, print.ticker))
        .map(({ ticker }) => ticker);
      // The halt is tested as prices of its own symbols come: money alone that is taken waits for one.
      const followed = tickers.filter((ticker) => state.isFollowed(ticker));
      if (followed.some((ticker) => state.symbolOf(ticker).openUntil < at)) testHalt(state);
      // Whether it goes by these prices already, nobody beside it can tell.
      else if (0 < followed.length) state.isHaltKnown = false;
      const decided = tickers.filter((ticker) => !isFirstAfterSplit(state.symbolOf(ticker)));
      if (state.isSure) noteWants(state, { at, inSession, tickers: decided });
      if (state.isSure) judgeStops(state, at);
    },
  };
}

/** It holds the account's lease, as far as that is known. */
const isActing = ({ rows: { lease } }: OracleState, { life, workerId }: JudgedWorker): boolean =>
  !life.isOver && (workerId === undefined || lease === undefined || lease.owner === workerId);

/** Answers whether this is its first price of the day. */
function beginDay(state: OracleState, day: string): boolean {
  if (state.day === day) return false;
  if (state.day !== undefined) state.isHalted = false;
  state.day = day;
  return true;
}

function hear(state: OracleState, print: Print, at: number, moves: boolean): void {
  const { price, ticker } = print;
  if (isOfOtherShares(state, ticker)) {
    noteOtherShares(state, print, at);
    return;
  }
  const symbol = state.symbolOf(ticker);
  noteFall(state, print, at);
  if (moves && !isLate(print, at) && state.isFollowed(ticker)) hearPrice(symbol, { at, price });
  else markAt(symbol, price);
  // Its worker may hold this price back, as of other shares.
  if (state.lookAlikes.has(ticker)) symbol.isMarkOpen = true;
}

/** It values what is held, and nothing is decided on it. */
const isLate = (print: Print, at: number): boolean => DECISION_AGE_MAX_MS < at - print.at;

function take(state: OracleState, written: WrittenRow): void {
  const { rows } = state;
  const { watched } = rows;
  const until = state.now() + CHANGE_MS;
  // Its worker may hear no price while its time of day is wrong, and book by that time all the same.
  if (state.isOff()) state.offUntil = state.now() + DECISION_AGE_MAX_MS;
  if (written.table === "positions") noteHandOver(state, written.row);
  if (written.table === "settings") state.before = { settings: rows.settings, until };
  if (written.table === "users" && mayAutomate(rows.user, state.now() as Instant))
    state.hadRightAt = state.now();
  if (written.table === "accounts") noteForeign(state, written.row, until);
  if (written.table === "accounts" && written.row.cash !== rows.account.cash) noteUnread(state);
  // Shares that come from another account, or leave to it, move no money.
  if (written.table === "positions" && isAnotherHolding(rows, written.row)) noteUnread(state);
  rows.take(written);
  if (written.table === "activities") {
    const change = state.splits.booked(written.row.activityId);
    if (change?.kind === "split") takeSplit(state, change);
    else if (change) takeEnd(state, change, until);
    else takeBust(state, written.row);
  }
  if (written.table === "fills") book(state, written.row);
  if (written.table === "orders" && written.row.origin !== "automated")
    noteOther(state, written.row);
  if (written.table === "orders")
    if (isOpen(written.row)) state.known.set(written.row.clientKey, written.row.status);
    else noteEnd(state, written.row);
  if (rows.watched !== watched) reopen(state, watched, until);
}

/** Beside fills, without what ends or splits them: the trail stays as it is. */
const movesShares = ({ kind }: Pick<Activity, "kind">): boolean =>
  kind === "bust" || kind === "shares-journal";

const isAnotherHolding = (
  { positions }: OracleState["rows"],
  { quantity, ticker }: StoredPosition,
): boolean => quantity !== (positions.get(ticker)?.quantity ?? 0);

/** It is read again every few seconds: until then equity and what is forbidden may be as before. */
function noteForeign(state: OracleState, { foreign }: Account, until: number): void {
  const before = state.rows.account.foreign;
  if (JSON.stringify(foreign) === JSON.stringify(before)) return;
  state.foreignBefore = { foreign: before, until };
  state.unreadUntil = until;
}

function noteSlowness(state: OracleState, at: number): void {
  if (state.isStorageSlow()) {
    state.slowUntil = at + DECISION_AGE_MAX_MS;
    state.slowSince ??= at;
  } else if (state.slowUntil < at) state.slowSince = undefined;
}

function noteHandOver(state: OracleState, { isManaged, ticker }: StoredPosition): void {
  const before = state.rows.positions.get(ticker);
  // Of what nobody held, the trail may have gone on by prices of the shares of now.
  if (before === undefined && state.splits.has(ticker)) state.symbolOf(ticker).trails = undefined;
  if (before !== undefined && before.isManaged !== isManaged)
    state.handedOverAt.set(ticker, state.now());
}

function noteOther(state: OracleState, { clientKey }: Order): void {
  state.othersChangedAt = state.now();
  if (!state.known.has(clientKey)) state.othersBeganAt.set(clientKey, state.now());
}

/** Symbols that were put on the list or taken off it: a worker may hear of it late. */
function reopen(state: OracleState, before: ReadonlySet<Ticker>, until: number): void {
  for (const [ticker, symbol] of state.symbols)
    if (state.rows.watched.has(ticker) !== before.has(ticker)) symbol.openUntil = until;
}

function book(state: OracleState, fill: BookedFill): void {
  const symbol = state.symbolOf(fill.ticker);
  const { wants } = symbol;
  if (fill.side === "sell") state.soldAt.set(fill.executionId, fill.price);
  anchorAt(symbol, fill);
  if (fill.reason === "resting-stop") symbol.wants = leftBy(fill, wants);
  if (noteUnread(state)) {
    symbol.openUntil = Math.max(symbol.openUntil, state.unreadUntil);
    symbol.isMarkOpen = true;
  }
  if (fill.reason !== undefined) coolDown(state, fill.ticker, fill.at);
}

/**
 * A fill, or money that moved, is on record. While the storage is slow another process may have booked
 * it: the worker learns of it as soon as it can read.
 */
function noteUnread(state: OracleState): boolean {
  // It may have become slow since the last price.
  if (state.slowUntil < state.now() && !state.isStorageSlow()) return false;
  state.unreadUntil = state.now() + UNREAD_MS;
  return true;
}

/** The rule's stop takes the one at the broker back first: what that has sold meanwhile, it sells no more. */
const leftBy = ({ at: soldAt, quantity: sold }: BookedFill, wants: readonly Want[]): Want[] =>
  wants.flatMap((want) => {
    const { at, intent } = want;
    if (intent.reason !== "stop-loss") return soldAt < at ? [want] : [];
    const left = intent.quantity - sold;
    return 0 < left ? [{ ...want, intent: { ...intent, quantity: left } }] : [];
  });
