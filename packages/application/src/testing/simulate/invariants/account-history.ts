import type { TradingCalendar } from "@sevenfold/domain/calendar";
import type { Print, Ticker } from "@sevenfold/domain/market";
import { isOpen, type Order } from "@sevenfold/domain/order";

import type { Activity, IncomeActivity } from "../../../ports/activity.ts";
import type { BrokerNotice, Execution } from "../../../ports/broker.ts";
import type { Account, Credentials } from "../../../ports/stores/account.ts";
import type { BookedFill } from "../../../ports/stores/fill-store.ts";
import type { Settings } from "../../../ports/stores/settings-store.ts";
import type { Storage } from "../../../ports/stores/storage.ts";
import { CommittedRows, type RowsOf } from "../oracle/committed-rows.ts";
import { type UnbookedSplits, unbookedSplits } from "../oracle/unbooked-splits.ts";
import type { WrittenRow } from "../told-storage.ts";

/** What the broker has of an account: its own book, kept apart from ours. */
export interface BrokerBook {
  readonly cash: number;
  readonly positions: ReadonlyMap<
    Ticker,
    { readonly quantity: number; readonly costBasis: number }
  >;
  readonly executions: readonly Pick<Execution, "executionId">[];
}

export type Happening =
  /** One transaction, of whichever accounts. */
  | { readonly kind: "committed"; readonly at: number; readonly written: readonly WrittenRow[] }
  /** In the broker's book, at the instant it changes; nothing of how we hear of it. */
  | { readonly kind: "at-broker"; readonly at: number; readonly notice: BrokerNotice }
  | { readonly kind: "called"; readonly at: number; readonly answer: CallAnswer }
  /** Prices the account's worker accepted. */
  | { readonly kind: "heard"; readonly at: number; readonly prints: readonly Print[] }
  /** Something that waits or is remembered in a process, and how much of it there may be. */
  | { readonly kind: "kept"; readonly at: number; readonly kept: Kept }
  /** What the oracle missed: wanted for three prices and five seconds, and not sent. */
  | { readonly kind: "missed"; readonly at: number; readonly words: string }
  /** Faults have ended, the market has closed, and everything had its time to settle. */
  | {
      readonly kind: "at-rest";
      readonly at: number;
      /** Left out where a person has yet to say which of two orders alike is ours, as the product has asked. */
      readonly book?: BrokerBook;
    }
  /** The plan was run to its end. */
  | { readonly kind: "ran"; readonly at: number; readonly hash: string };

/** How late a worker reads what else there is at the broker. */
const READ_WITHIN_MS = 15_000;

export type CallAnswer = "answered" | "failed" | "too-many" | "keys-refused";

export interface Kept {
  readonly what: string;
  readonly count: number;
  readonly most: number;
}

export interface OrderChange {
  readonly order: Order;
  /** As it was on record before this transaction. */
  readonly before: Order | undefined;
  /** It was written down to be sent, once more than before. */
  readonly isSubmission: boolean;
}

export interface JudgedHistory extends RowsOf {
  readonly calendar: TradingCalendar;
  /** The broker returns none of our keys and tells fills in sums. */
  readonly isKeyless?: boolean;
  /** All that moved at the broker without a trade, told or not; nothing does when not said. */
  readonly happened?: () => readonly Activity[];
  /** What somebody traded at the broker's own site that is foreign here; nothing when not said. */
  readonly tradedThere?: () => readonly IncomeActivity[];
  /** Whether its exchange has halted a symbol and every worker was told so; never when not said. */
  readonly isKnownHalted?: (ticker: Ticker) => boolean;
  /** Whether its broker lets in with these keys, as they are on record; the first ones when not said. */
  readonly letsIn?: (credentials: Credentials | undefined) => boolean;
  /** How many shares the broker has; nobody knows when not said. */
  readonly sharesAt?: (ticker: Ticker) => number;
}

/** What happened to one account so far, as far as an invariant may read it. */
export class AccountHistory {
  readonly of: JudgedHistory;
  readonly rows: CommittedRows;
  readonly orders = new Map<string, Order>();
  /** The latest price accepted by the worker that holds the account now. */
  readonly marks = new Map<Ticker, number>();
  /** When a price of the symbol was accepted last. */
  readonly heardAt = new Map<Ticker, number>();
  readonly settingsOf = new Map<number, Settings>();
  readonly splits: UnbookedSplits;
  readonly #bookedActivities = new Set<string>();
  /** What each booked execution moved. */
  readonly #cashOf = new Map<string, number>();
  /** Sales there, booked or not. */
  readonly soldThere: Execution[] = [];
  #foreignBefore = 0;
  #foreignReadAt = 0;
  at = 0;
  /** The account's row before the transaction that is looked at. */
  accountBefore: Account | undefined;
  changes: readonly OrderChange[] = [];

  constructor(of: JudgedHistory) {
    this.of = of;
    this.rows = new CommittedRows(of);
    this.splits = unbookedSplits(of.happened ?? (() => []));
  }

  async read(storage: Pick<Storage, "read">): Promise<void> {
    await this.rows.read(storage);
    for (const order of this.rows.open.values()) this.orders.set(order.clientKey, order);
    if (this.rows.hasAccount) this.settingsOf.set(this.rows.settings.version, this.rows.settings);
  }

  take(happening: Happening): void {
    this.at = happening.at;
    if (happening.kind === "heard")
      for (const { price, ticker } of happening.prints) {
        this.marks.set(ticker, price);
        this.heardAt.set(ticker, happening.at);
      }
    if (happening.kind === "at-broker" && happening.notice.kind === "execution")
      this.#execute(happening.notice.execution);
    if (happening.kind === "committed") this.#commit(happening.written);
  }

  #commit(written: readonly WrittenRow[]): void {
    this.accountBefore = this.rows.hasAccount ? this.rows.account : undefined;
    const changes: OrderChange[] = [];
    for (const one of written) {
      if (!this.rows.isOurs(one)) continue;
      // Another worker begins, and values by prices of its own until it is told one.
      if (one.table === "leases" && one.row.epoch !== this.rows.lease?.epoch) this.marks.clear();
      this.rows.take(one);
      if (one.table === "settings") this.settingsOf.set(one.row.version, one.row);
      if (one.table === "activities") this.#book(one.row.activityId);
      if (one.table === "fills") this.#cashOf.set(one.row.executionId, cashOf(one.row));
      if (one.table === "orders") changes.push(this.#order(one.row));
    }
    this.changes = changes;
    const before = this.accountBefore?.foreign?.value ?? 0;
    if (!this.rows.hasAccount || before === (this.rows.account.foreign?.value ?? 0)) return;
    this.#foreignBefore = before;
    this.#foreignReadAt = this.at + READ_WITHIN_MS;
  }

  #execute(execution: Execution): void {
    if (execution.side === "sell") this.soldThere.push(execution);
  }

  #book(activityId: string): void {
    this.splits.booked(activityId);
    this.#bookedActivities.add(activityId);
  }

  #order(order: Order): OrderChange {
    const before = this.orders.get(order.clientKey);
    this.orders.set(order.clientKey, order);
    return { order, before, isSubmission: (before?.attempts ?? 0) < order.attempts };
  }

  /** Cash that came or left at the broker, and is not in the books yet. */
  get unbookedCash(): number {
    const all = [...(this.of.happened?.() ?? []), ...(this.of.tradedThere?.() ?? [])];
    const amounts = new Map(all.map((one) => [one.id, this.#amountOf(one)]));
    return all.reduce((sum, one) => {
      if (this.#bookedActivities.has(one.id)) return sum;
      return one.kind === "correction"
        ? sum - (amounts.get(one.undoes) ?? 0)
        : sum + amounts.get(one.id)!;
    }, this.#soldAndUnbooked(all));
  }

  /** In sums, as a broker that returns no keys tells its fills; without sales undone before they were booked. */
  #soldAndUnbooked(all: readonly Activity[]): number {
    const undone = new Set(all.map((one) => one.kind === "bust" && one.executionId));
    let sum = 0;
    for (const sale of this.soldThere)
      if (this.#cashOf.has(sale.executionId) || !undone.has(sale.executionId)) sum += cashOf(sale);
    for (const cash of this.#cashOf.values()) sum -= Math.max(0, cash);
    return Math.max(0, sum);
  }

  /** One that was never booked has moved nothing that its bust could move back. */
  #amountOf(activity: Activity): number {
    if (activity.kind === "bust") return -(this.#cashOf.get(activity.executionId) ?? 0);
    return "amount" in activity ? activity.amount : 0;
  }

  get reserved(): number {
    let reserved = 0;
    for (const order of this.rows.open.values()) reserved += order.reservedCash;
    return reserved;
  }

  /** What else there is at the broker is worth; the more of before and now, until that is read. */
  get #foreign(): number {
    const now = this.rows.account.foreign?.value ?? 0;
    return this.at <= this.#foreignReadAt ? Math.max(now, this.#foreignBefore) : now;
  }

  get equity(): number | undefined {
    let equity = this.rows.account.cash + this.#foreign;
    for (const [ticker, { quantity }] of this.rows.positions) {
      const mark = this.marks.get(ticker);
      if (mark === undefined) return undefined;
      equity += quantity * mark;
    }
    return equity;
  }

  /** Split and not told, as far as the number of its shares at the broker shows it. */
  looksSplit(ticker: Ticker): boolean {
    return this.splits.has(ticker) && this.of.sharesAt?.(ticker) !== this.heldOf(ticker);
  }

  heldOf(ticker: Ticker): number {
    return this.rows.positions.get(ticker)?.quantity ?? 0;
  }

  openOf(ticker: Ticker, side: Order["side"]): number {
    let open = 0;
    for (const order of this.rows.open.values())
      if (order.ticker === ticker && order.side === side && isOpen(order))
        open += order.quantity - order.filled;
    return open;
  }
}

const cashOf = ({ fee, price, quantity, side }: Execution | BookedFill): number =>
  (side === "sell" ? price : -price) * quantity - fee;
