import type { TradingCalendar } from "@sevenfold/domain/calendar";
import type { Instant, Print, Ticker } from "@sevenfold/domain/market";
import { isOpen, type Order } from "@sevenfold/domain/order";
import { isOwnStop } from "@sevenfold/domain/own-stop";

import type { Clock } from "../../../ports/clock.ts";
import type { BookedFill, Storage } from "../../../ports/storage.ts";
import type { PriceBoard } from "../../../use-cases/price-board.ts";
import { mayAutomate } from "../../../use-cases/trading-rights.ts";
import type { WrittenRow } from "../told-storage.ts";
import type { RowsOf } from "./committed-rows.ts";
import { coolDown, judgeOrder, noteEnd } from "./judge-orders.ts";
import { judgeStops } from "./judge-stops.ts";
import { judgeView } from "./judge-view.ts";
import { DECISION_AGE_MAX_MS, noteWants } from "./judge-wants.ts";
import { CHANGE_MS, type JudgedWorker, OracleState } from "./oracle-state.ts";
import { sessionClock } from "./session-clock.ts";
import { TOLD_MS } from "./standing-differences.ts";
import { anchorAt, hearPrice, markAt, mayHear } from "./symbol-standing.ts";

export interface OracleNeeds {
  readonly account: RowsOf;
  readonly clock: Pick<Clock, "now">;
  readonly calendar: TradingCalendar;
  /** Read once, at the beginning: untold, and beside every fault. */
  readonly storage: Pick<Storage, "read">;
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
  /** Everything is on record, and nothing has happened yet. */
  begin(): Promise<void>;
  started(worker: JudgedWorker): void;
  /** Before the worker behind this board decides on them. */
  heard(by: PriceBoard, prints: readonly Print[]): void;
  /** What `toldStorage` tells, of any account. */
  committed(written: readonly WrittenRow[]): void;
}

/** Prices come each second: after a longer gap the process may have stood still, and then it drops what it hears. */
const GAP_MAX_MS = 3_000;

export function accountOracle(needs: OracleNeeds): AccountOracle {
  const { account, calendar, clock, isStorageSlow = () => false, storage } = needs;
  const state = new OracleState(account, clock);
  const { broken, judged, rows, symbols } = state;
  const session = sessionClock(calendar);
  const workersBehind = new Map<PriceBoard, JudgedWorker[]>();
  let heardAt = 0;

  return {
    broken,
    judged,
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
      for (const row of ours) take(state, row);
    },
    started(worker) {
      workersBehind.set(worker.prices, [...(workersBehind.get(worker.prices) ?? []), worker]);
      state.isSure = false;
      for (const symbol of symbols.values()) {
        symbol.wants = [];
        symbol.wantedSince = undefined;
      }
    },
    heard(by, prints) {
      const next = workersBehind.get(by)?.findLast((one) => isActing(state, one));
      if (next === undefined) return;
      const at = clock.now();
      // A worker goes by its own time of day: while that is wrong, so is what is late and what is open.
      const isOff = next.needs.clock.now() !== at;
      if (isOff) state.offUntil = at + DECISION_AGE_MAX_MS;
      const hasPaused = isOff || GAP_MAX_MS < at - heardAt;
      heardAt = at;
      if (next !== state.worker || hasPaused) state.isSure = false;
      if (next !== state.worker) for (const symbol of symbols.values()) symbol.isMarkOpen = true;
      state.worker = next;
      const open = session.at(at);
      if (open) beginDay(state, open.day);
      if (hasPaused) {
        for (const { price, ticker } of prints) mayHear(state.symbolOf(ticker), { at, price });
        return;
      }
      judgeView(state, at);
      const inSession = open !== undefined;
      const moves = inSession || rows.settings.limits.allowAfterHours;
      for (const print of prints) hear(state, print, at, moves);
      if (isStorageSlow()) state.slowUntil = at + DECISION_AGE_MAX_MS;
      if (!moves) return;
      testHalt(state);
      const tickers = prints.map(({ ticker }) => ticker);
      if (state.isSure) noteWants(state, { at, inSession, tickers });
      if (state.isSure) judgeStops(state, at);
    },
  };
}

/** A stop beside the rule is judged otherwise. */
const isOfRule = (order: Order): boolean => order.origin === "automated" && !isOwnStop(order);

/** It holds the account's lease, as far as that is known. */
const isActing = ({ rows: { lease } }: OracleState, { life, workerId }: JudgedWorker): boolean =>
  !life.isOver && (workerId === undefined || lease === undefined || lease.owner === workerId);

function beginDay(state: OracleState, day: string): void {
  if (state.day !== undefined && state.day !== day) state.isHalted = false;
  state.day = day;
}

function hear(state: OracleState, print: Print, at: number, moves: boolean): void {
  const { price, ticker } = print;
  const symbol = state.symbolOf(ticker);
  const isLate = DECISION_AGE_MAX_MS < at - print.at;
  if (moves && !isLate && state.isFollowed(ticker)) hearPrice(symbol, { at, price });
  else markAt(symbol, price);
}

/** The day's loss, by what is on record and the prices heard. */
function testHalt(state: OracleState): void {
  const { account, positions, settings } = state.rows;
  const { baseline, baselineDay, cash } = account;
  if (baseline === undefined || (state.day !== undefined && baselineDay !== state.day)) {
    state.isHaltKnown = false;
    return;
  }
  let equity = cash as number;
  for (const [ticker, { quantity }] of positions) {
    const { isMarkOpen, mark } = state.symbolOf(ticker);
    if (isMarkOpen) state.isHaltKnown = false;
    if (mark === undefined || isMarkOpen) return;
    equity += quantity * mark;
  }
  const least = BigInt(baseline) * BigInt(10_000 - settings.limits.dailyLossBps);
  if (BigInt(equity) * 10_000n <= least) state.isHalted = true;
}

function take(state: OracleState, written: WrittenRow): void {
  const { rows } = state;
  const { watched } = rows;
  const until = state.now() + CHANGE_MS;
  if (written.table === "settings") state.before = { settings: rows.settings, until };
  if (written.table === "users" && mayAutomate(rows.user, state.now() as Instant))
    state.mayEnterUntil = until;
  rows.take(written);
  if (written.table === "fills") book(state, written.row);
  if (written.table === "orders")
    if (isOpen(written.row)) state.known.set(written.row.clientKey, written.row.status);
    else noteEnd(state, written.row);
  if (rows.watched !== watched) reopen(state, watched, until);
}

/** Symbols that were put on the list or taken off it: a worker may hear of it late. */
function reopen(state: OracleState, before: ReadonlySet<Ticker>, until: number): void {
  for (const [ticker, symbol] of state.symbols)
    if (state.rows.watched.has(ticker) !== before.has(ticker)) symbol.openUntil = until;
}

function book(state: OracleState, fill: BookedFill): void {
  const symbol = state.symbolOf(fill.ticker);
  anchorAt(symbol, fill);
  if (state.now() <= state.slowUntil) {
    // Another process may have booked it: the worker learns of it as soon as it can read.
    state.unreadUntil = state.now() + TOLD_MS;
    symbol.openUntil = Math.max(symbol.openUntil, state.unreadUntil);
    symbol.isMarkOpen = true;
  }
  if (fill.reason !== undefined) coolDown(state, fill.ticker, fill.at);
}
