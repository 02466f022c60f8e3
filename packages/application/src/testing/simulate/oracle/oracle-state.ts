import type { Instant, Ticker } from "@sevenfold/domain/market";
import type { Order } from "@sevenfold/domain/order";

import type { Activity } from "../../../ports/activity.ts";
import type { Clock } from "../../../ports/clock.ts";
import type { ForeignAtBroker } from "../../../ports/stores/foreign-at-broker.ts";
import type { StoredPosition } from "../../../ports/stores/position-store.ts";
import type { Settings } from "../../../ports/stores/settings-store.ts";
import type { PriceBoard } from "../../../trading/prices/price-board.ts";
import type { Worker } from "../../../trading/session/run-worker.ts";
import type { AccountView } from "../../../trading/session/worker-view.ts";
import { CommittedRows, type RowsOf } from "./committed-rows.ts";
import { TOLD_MS } from "./standing-differences.ts";
import { newStanding, type SymbolStanding } from "./symbol-standing.ts";
import { type UnbookedSplits, unbookedSplits } from "./unbooked-splits.ts";

/** A process with a worker, as far as a judge looks at it. */
export interface JudgedWorker {
  readonly workerId?: string;
  readonly prices: PriceBoard;
  readonly worker: Pick<Worker, "accountView">;
  readonly life: { readonly isOver: boolean };
  readonly needs: { readonly clock: Pick<Clock, "now"> };
}

export interface HeldBefore {
  readonly position: StoredPosition | undefined;
  readonly at: number;
}

/** How late a worker may learn of what a user changed. */
export const CHANGE_MS = 15_000;
const BROKEN_MAX = 20;

/** What the oracle of one account remembers. */
export class OracleState {
  readonly rows: CommittedRows;
  readonly symbols = new Map<Ticker, SymbolStanding>();
  readonly known = new Map<string, Order["status"]>();
  /** Of the account's symbols. */
  readonly splits: UnbookedSplits;
  /** When a split last made a symbol's prices smaller while this account held none of it. */
  readonly loweredUnheldAt: (ticker: Ticker) => Instant | undefined;
  /** Holdings that may look split to the worker, and until when: a trade of them was taken back. */
  readonly lookAlikes = new Map<Ticker, number>();
  /** When that was looked at last. */
  lookedAt = 0;
  /** When its worker had read the broker, the time before last and last. */
  readAts: readonly [number, number] = [0, 0];
  /** Prices of sales on record, by execution: one may be taken back. */
  readonly soldAt = new Map<string, number>();
  /** What the broker holds of a symbol. */
  readonly sharesAt: (ticker: Ticker) => number;
  /** Whether its exchange has halted a symbol, or had a minute ago. */
  readonly wasHalted: (ticker: Ticker) => boolean;
  /** Whether a call of the storage may take seconds now. */
  readonly isStorageSlow: () => boolean;
  readonly broken: string[] = [];
  readonly judged = { orders: 0, wants: 0, overdue: 0, trails: 0, standings: 0 };
  /** The one that holds the account's lease. */
  worker: JudgedWorker | undefined;
  /** What it went by as the latest prices came. */
  seen: AccountView | undefined;
  /** Its trails and its halt are known, and equal. */
  isSure = false;
  isHalted = false;
  /** False after a price by which nobody beside the worker could tell: what it says next is taken over. */
  isHaltKnown = true;
  day: string | undefined;
  /** The settings before, as long as a worker may not have heard of the new ones. */
  before: { readonly settings: Settings; readonly until: number } | undefined;
  /** What else there was at the broker, as long as a worker may not have read what there is now. */
  foreignBefore:
    | { readonly foreign: ForeignAtBroker | undefined; readonly until: number }
    | undefined;
  /** When the right to enter, which there was, was last changed. */
  hadRightAt: number | undefined;
  /** When an order of somebody else's last began, changed or ended. */
  othersChangedAt = 0;
  /** When each of them began. */
  readonly othersBeganAt = new Map<string, number>();
  /** Holdings that were last handed over, or taken back, and when. */
  readonly handedOverAt = new Map<Ticker, number>();
  /** What was held of symbols before trades of them were taken back, or shares moved without one, and when the last of these was booked. */
  readonly beforeMoves = new Map<Ticker, HeldBefore>();
  /** When the stops at the broker were last looked at. */
  stopsJudgedAt = 0;
  /** Until then an order may have been decided while the worker's time of day was wrong. */
  offUntil = 0;
  /** A worker whose time of day was wrong may be in another day, until the next price of a session. */
  isDayOpen = false;
  /** Until then a worker may not have read, of a slow storage, what another process has booked. */
  unreadUntil = 0;
  /** Until then what is wanted may wait in a line for a storage that is slow. */
  slowUntil = 0;
  /** Since when it may; undefined while it does not. */
  slowSince: number | undefined;
  /** When its worker's process last stood still, and until when it may not have made up for that. */
  stoodStill = { since: 0, until: 0 };
  readonly #clock: Pick<Clock, "now">;
  readonly #of: RowsOf;

  constructor(
    of: RowsOf,
    clock: Pick<Clock, "now">,
    {
      happened = () => [],
      isStorageSlow = () => false,
      sharesAt = () => 0,
      loweredAt = () => undefined,
      wasHalted = () => false,
    }: {
      readonly happened?: (() => readonly Activity[]) | undefined;
      readonly isStorageSlow?: (() => boolean) | undefined;
      readonly sharesAt?: ((ticker: Ticker) => number) | undefined;
      readonly loweredAt?: ((ticker: Ticker) => Instant | undefined) | undefined;
      readonly wasHalted?: ((ticker: Ticker) => boolean) | undefined;
    } = {},
  ) {
    this.#clock = clock;
    this.sharesAt = sharesAt;
    this.isStorageSlow = isStorageSlow;
    this.wasHalted = wasHalted;
    this.splits = unbookedSplits(happened);
    this.loweredUnheldAt = (ticker) =>
      happened().some((one) => one.kind === "split" && one.ticker === ticker)
        ? undefined
        : loweredAt(ticker);
    this.#of = of;
    this.rows = new CommittedRows(of);
  }

  now(): number {
    return this.#clock.now();
  }

  symbolOf(ticker: Ticker): SymbolStanding {
    let symbol = this.symbols.get(ticker);
    if (symbol === undefined) {
      symbol = newStanding();
      this.symbols.set(ticker, symbol);
    }
    return symbol;
  }

  view(): AccountView | undefined {
    return this.worker?.worker.accountView(this.#of.accountId);
  }

  /** Nobody decides, or by what is not known: what was wanted is not waited for meanwhile. */
  beUnsure(): void {
    this.isSure = false;
    for (const symbol of this.symbols.values()) symbol.wantedSince = undefined;
  }

  /** Its trail moves: it is watched, or held. */
  /** Whether the time of day of its worker is wrong. */
  isOff(): boolean {
    return this.worker !== undefined && this.worker.needs.clock.now() !== this.now();
  }

  isFollowed(ticker: Ticker): boolean {
    return this.rows.watched.has(ticker) || this.rows.positions.has(ticker);
  }

  /** What was changed by others since then its worker may not have heard: longer ago where the storage is slow, or its process stood still. */
  unheardSince(at: number): number {
    const { since, until } = this.stoodStill;
    return Math.min(this.slowSince ?? at, at <= until ? since : at) - TOLD_MS;
  }

  /** The worker may not have heard how somebody else's orders stand. */
  areOthersUnheard(at: number): boolean {
    return this.unheardSince(at) < this.othersChangedAt;
  }

  hasNewSettings(at: number): boolean {
    return this.before !== undefined && at <= this.before.until;
  }

  /** As late as all else, where the storage is slow or its process has stood still. */
  areSettingsUnheard(at: number): boolean {
    return this.before !== undefined && this.unheardSince(at) < this.before.until - CHANGE_MS;
  }

  hasNewForeign(at: number): boolean {
    return this.foreignBefore !== undefined && at <= this.foreignBefore.until;
  }

  say(about: string, what: string): void {
    if (this.broken.length < BROKEN_MAX) this.broken.push(`${this.now()} ${about} ${what}`);
  }
}
