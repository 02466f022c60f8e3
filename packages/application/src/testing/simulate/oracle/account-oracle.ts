import type { TradingCalendar } from "@sevenfold/domain/calendar";
import type { Instant, Print, Ticker } from "@sevenfold/domain/market";

import type { Activity } from "../../../ports/activity.ts";
import type { Clock } from "../../../ports/clock.ts";
import type { Storage } from "../../../ports/stores/storage.ts";
import type { PriceBoard } from "../../../trading/prices/price-board.ts";
import type { WrittenRow } from "../told-storage.ts";
import type { RowsOf } from "./committed-rows.ts";
import { noteDoubtful } from "./doubtful-prices.ts";
import { testHalt } from "./judge-halt.ts";
import { isOfRule, judgeOrder, openCoolDowns } from "./judge-orders.ts";
import {
  isFirstAfterSplit,
  isOfOtherShares,
  markLookAlikes,
  noteFall,
  noteLookAlikes,
  noteOtherShares,
} from "./judge-splits.ts";
import { judgeStops } from "./judge-stops.ts";
import { judgeView } from "./judge-view.ts";
import { DECISION_AGE_MAX_MS, noteWants } from "./judge-wants.ts";
import { type JudgedWorker, OracleState } from "./oracle-state.ts";
import { sessionClock } from "./session-clock.ts";
import { TOLD_MS } from "./standing-differences.ts";
import { hearPrice, markAt, mayHear } from "./symbol-standing.ts";
import { movesShares, takeFill, takeRow } from "./take-rows.ts";
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
  /** Whether its exchange has halted a symbol, or had a minute ago; it never does when not said. */
  readonly wasHalted?: (ticker: Ticker) => boolean;
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
/** Its accounts learn of that one after the other, with their heartbeats. */
const GAP_LEARNED_MS = 1_000;

export function accountOracle(needs: OracleNeeds): AccountOracle {
  const { account, calendar, clock, storage } = needs;
  const state = new OracleState(account, clock, needs);
  const { broken, judged, rows, symbols } = state;
  const session = sessionClock(calendar);
  const workersBehind = new Map<PriceBoard, JudgedWorker[]>();
  let heardAt = 0;
  let gapUntil = 0;

  return {
    broken,
    judged,
    busted: () => state.splits.busted(),
    async begin() {
      await rows.read(storage);
      const fills = await storage.read.fills.latest(account.accountId, 500);
      for (const fill of fills.toReversed()) takeFill(state, fill);
      for (const ticker of [...rows.watched, ...rows.positions.keys()]) state.symbolOf(ticker);
    },
    committed(written) {
      const ours = written.filter((row) => rows.isOurs(row));
      // What is booked now may end what a worker has seen, before any price is heard.
      if (0 < ours.length) markLookAlikes(state, clock.now());
      for (const { row, table } of ours)
        if (table === "orders" && isOfRule(row) && !state.known.has(row.clientKey))
          judgeOrder(state, row);
      for (const { row, table } of ours)
        if (table === "activities" && movesShares(row) && row.ticker) {
          noteMoved(state, row.ticker);
          // Off the list and not held, it had no trail any more.
          if (!state.isFollowed(row.ticker)) state.symbolOf(row.ticker).trails = undefined;
        }
      for (const row of ours) takeRow(state, row);
    },
    started(worker) {
      workersBehind.set(worker.prices, [...(workersBehind.get(worker.prices) ?? []), worker]);
      state.beUnsure();
      for (const symbol of symbols.values()) symbol.wants = [];
    },
    followedAnew() {
      state.beUnsure();
      for (const symbol of symbols.values()) symbol.isMarkOpen = true;
      openCoolDowns(state);
    },
    heard(by, prints) {
      // Nobody follows what its user has let go of.
      if (rows.account.status !== "active") return;
      const next = workersBehind.get(by)?.findLast((one) => isActing(state, one));
      if (next === undefined) return;
      const at = clock.now();
      // A worker goes by its own time of day: while that is wrong, so is what is late and what is open.
      const isOff = next.needs.clock.now() !== at;
      if (isOff) state.offUntil = at + DECISION_AGE_MAX_MS;
      if (GAP_MAX_MS < at - heardAt) {
        gapUntil = at + GAP_LEARNED_MS;
        state.stoodStill = { since: heardAt, until: at + TOLD_MS };
      }
      const hasPaused = isOff || at <= gapUntil;
      heardAt = at;
      if (next !== state.worker || hasPaused) {
        state.beUnsure();
        // While it heard nothing its time of day may have been another, and so its day.
        state.isDayOpen = true;
      }
      if (next !== state.worker) for (const symbol of symbols.values()) symbol.isMarkOpen = true;
      state.worker = next;
      const open = session.at(at);
      const inSession = open !== undefined;
      const moves = inSession || rows.settings.limits.allowAfterHours;
      const isNewDay = inSession && beginDay(state, open.day);
      // After a session of which it heard nothing, its worker is in that day.
      if (!open && session.latestDay(at) !== state.day) state.isDayOpen = true;
      if (hasPaused) {
        for (const { price, ticker } of prints) {
          mayHear(state.symbolOf(ticker), { at, price });
          // The first price after a split may have been this one, where prices of this hour move trails.
          if (moves) isFirstAfterSplit(state.symbolOf(ticker));
        }
        return;
      }
      noteLookAlikes(state, at);
      judgeView(state, at);
      // What the worker went by until this price may be the halt of the day before.
      if (isNewDay && rows.account.haltedDay !== state.day) state.isHalted = false;
      if (inSession) state.isDayOpen = false;
      for (const print of prints) hear(state, print, at, moves);
      noteDoubtful(state, prints);
      noteSlowness(state, at);
      if (!moves) return;
      const tickers: Ticker[] = [];
      for (const print of prints)
        if (!isLate(print, at) && !isOfOtherShares(state, print.ticker)) tickers.push(print.ticker);
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
  if (state.lookAlikes.has(ticker) || symbol.fellAt === at) symbol.isMarkOpen = true;
}

/** It values what is held, and nothing is decided on it. */
const isLate = (print: Print, at: number): boolean => DECISION_AGE_MAX_MS < at - print.at;

function noteSlowness(state: OracleState, at: number): void {
  if (state.isStorageSlow()) {
    state.slowUntil = at + DECISION_AGE_MAX_MS;
    state.slowSince ??= at;
  } else if (state.slowUntil < at) state.slowSince = undefined;
}
