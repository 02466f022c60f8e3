import type { Ticker } from "@sevenfold/domain/market";
import type { Order } from "@sevenfold/domain/order";

import type { Clock } from "../../../ports/clock.ts";
import type { Settings } from "../../../ports/storage.ts";
import type { PriceBoard } from "../../../use-cases/price-board.ts";
import type { Worker } from "../../../use-cases/run-worker.ts";
import type { AccountView } from "../../../use-cases/worker-view.ts";
import { CommittedRows, type RowsOf } from "./committed-rows.ts";
import { newStanding, type SymbolStanding } from "./symbol-standing.ts";

/** A process with a worker, as far as a judge looks at it. */
export interface JudgedWorker {
  readonly workerId?: string;
  readonly prices: PriceBoard;
  readonly worker: Pick<Worker, "accountView">;
  readonly life: { readonly isOver: boolean };
  readonly needs: { readonly clock: Pick<Clock, "now"> };
}

/** How late a worker may learn of what a user changed. */
export const CHANGE_MS = 15_000;
const BROKEN_MAX = 20;

/** What the oracle of one account remembers. */
export class OracleState {
  readonly rows: CommittedRows;
  readonly symbols = new Map<Ticker, SymbolStanding>();
  readonly known = new Map<string, Order["status"]>();
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
  /** Until then a worker may not have heard that the right to enter has ended: its order is denied. */
  mayEnterUntil = 0;
  /** When the stops at the broker were last looked at. */
  stopsJudgedAt = 0;
  /** Until then an order may have been decided while the worker's time of day was wrong. */
  offUntil = 0;
  /** Until then a worker may not have read, of a slow storage, what another process has booked. */
  unreadUntil = 0;
  /** Until then what is wanted may wait in a line for a storage that is slow. */
  slowUntil = 0;
  readonly #clock: Pick<Clock, "now">;
  readonly #of: RowsOf;

  constructor(of: RowsOf, clock: Pick<Clock, "now">) {
    this.#clock = clock;
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

  /** Its trail moves: it is watched, or held. */
  isFollowed(ticker: Ticker): boolean {
    return this.rows.watched.has(ticker) || this.rows.positions.has(ticker);
  }

  hasNewSettings(at: number): boolean {
    return this.before !== undefined && at <= this.before.until;
  }

  say(about: string, what: string): void {
    if (this.broken.length < BROKEN_MAX) this.broken.push(`${this.now()} ${about} ${what}`);
  }
}
