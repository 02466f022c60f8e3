import { MINUTE_MS, type Print, type Ticker } from "@sevenfold/domain/market";
import { isOpen, type Order } from "@sevenfold/domain/order";
import type { NaiveIntent } from "@sevenfold/domain/testing/naive-account";

import type { BookedFill } from "../../../ports/stores/fill-store.ts";
import type { Settings } from "../../../ports/stores/settings-store.ts";
import type { StoredTrail } from "../../../ports/stores/trail-store.ts";
import { COLLAR_BPS_DEFAULT } from "../../../trading/account/order-draft.ts";
import { bookFill, type JudgedPosition, openBook } from "./book-fill.ts";
import { type RecordedRows, type Wanted, wantsAt } from "./rule-reading.ts";
import { anchorAt, hearPrice, newStanding, type SymbolStanding } from "./symbol-standing.ts";

type RecordedOrder = Omit<Order, "accountId" | "attempts" | "extendedHours">;
type RecordedFill = Omit<BookedFill, "accountId" | "executionId" | "realized">;

/** What came of an account that a real worker traded, and what somebody beside it heard meanwhile. */
export interface Recording {
  /** Ten-thousandths of a dollar, before the first of these fills. */
  readonly cash: number;
  /** What was held then. */
  readonly positions: readonly (Omit<JudgedPosition, "isManaged"> & { readonly ticker: Ticker })[];
  /** The same all the while. */
  readonly settings: Pick<Settings, "limits" | "strategy">;
  readonly watched: readonly Ticker[];
  readonly trails: readonly Pick<StoredTrail, "high" | "last" | "low" | "ticker">[];
  /** The prices since those trails, each with when it was heard, in that order. In session. */
  readonly prices: readonly (Print & { readonly heardAt: number })[];
  /** Automated ones, whatever became of them. */
  readonly orders: readonly RecordedOrder[];
  readonly fills: readonly RecordedFill[];
  /** Since when, and until when, what is wanted must be sent. */
  readonly from: number;
  readonly until: number;
}

export interface RecordingVerdict {
  /** What should not have been sent, and what should have been and was not, in words. */
  readonly broken: readonly string[];
  readonly judged: { orders: number; wants: number };
}

/** How far apart two processes of one machine may hear, write down or learn of one thing. */
const LAG_MS = 750;
/** How old a decision may be when its order is written down. docs/risk.md */
const DECISION_AGE_MAX_MS = 15_000;
/** How many prices in a row want an order, and for how long, before it is missed. */
const PRICES_MAX = 3;
const OVERDUE_MS = 5_000;

interface Happening {
  readonly at: number;
  happen(): void;
}

/**
 * The decisions of a real worker, judged afterwards by the rules of docs/strategy.md: by the naive
 * account, fed with prices that somebody else heard and with what is on record.
 */
export function judgeRecording(recording: Recording): RecordingVerdict {
  const judge = new RecordingJudge(recording);
  const happenings: Happening[] = recording.prices.map((print) => ({
    at: print.heardAt,
    happen: () => judge.hear(print, print.heardAt),
  }));
  const heardOf = new Map(recording.prices.map((print) => [printKey(print), print.heardAt]));
  for (const order of recording.orders) {
    const { createdAt, pricedAt, ticker } = order;
    // Whoever listens beside a busy worker may hear the price it decided on long after it.
    const heardAt = pricedAt && heardOf.get(printKey({ ticker, at: pricedAt }));
    const isWritten = Math.max(createdAt + LAG_MS, heardAt ?? 0);
    happenings.push({ at: isWritten, happen: () => judge.judge(order) });
    if (!isOpen(order))
      happenings.push({
        at: Math.max(isWritten, order.updatedAt + LAG_MS),
        happen: () => judge.end(order),
      });
  }
  happenings.sort((one, other) => one.at - other.at);
  for (const { happen } of happenings) happen();
  judge.judgePace();
  return { broken: judge.broken, judged: judge.judged };
}

class RecordingJudge {
  readonly broken: string[] = [];
  readonly judged = { orders: 0, wants: 0 };
  readonly #recording: Recording;
  readonly #book;
  readonly #open = new Map<string, RecordedOrder>();
  readonly #rows: RecordedRows;
  readonly #symbols: ReadonlyMap<Ticker, SymbolStanding>;

  constructor(recording: Recording) {
    this.#recording = recording;
    this.#book = openBook(recording.cash);
    for (const { costBasis, quantity, ticker } of recording.positions)
      this.#book.positions.set(ticker, { costBasis, quantity, isManaged: true });
    this.#symbols = new Map(recording.watched.map((ticker) => [ticker, newStanding()]));
    for (const { high, last, low, ticker } of recording.trails) {
      const symbol = this.#symbols.get(ticker);
      if (symbol) Object.assign(symbol, { mark: last, trails: twice({ high, low, last }) });
    }
    this.#rows = {
      account: this.#book,
      positions: this.#book.positions,
      open: this.#open,
      watched: new Set(recording.watched),
    };
  }

  hear({ at: paidAt, price, ticker }: Print, at: number): void {
    const symbol = this.#symbols.get(ticker);
    if (symbol === undefined) return;
    // By the market's clock, as fills are.
    hearPrice(symbol, { at: paidAt, price });
    // The one that wants least, and the one that wants most: where it is open which of them is right.
    const least = this.#noteWants(symbol, ticker, at);
    symbol.wants = symbol.wants.filter((want) => at - want.at <= DECISION_AGE_MAX_MS + LAG_MS);
    if (this.#recording.from <= at && at <= this.#recording.until)
      this.#missWanted(symbol, at, least);
  }

  judge(order: RecordedOrder): void {
    const { createdAt, reason, side, ticker } = order;
    const symbol = this.#symbols.get(ticker);
    const wanted = (symbol?.wants ?? [])
      .map(({ intent }) => intent)
      .filter((one) => isAlike(one, order));
    const reservedCash = (wanted.at(-1)?.reservedCash ?? 0) as Order["reservedCash"];
    this.#open.set(order.clientKey, { ...order, filled: 0 as Order["filled"], reservedCash });
    this.judged.orders += 1;
    const what = `${createdAt} ${side} ${order.quantity} ${ticker} for ${reason}`;
    if (symbol === undefined) return void this.broken.push(`${what}: it is not on the list`);
    if (createdAt < symbol.coolDownUntil && reason !== "stop-loss")
      this.broken.push(`${what}: within its cool-down until ${symbol.coolDownUntil}`);
    if (wanted.length === 0)
      this.broken.push(`${what}: not wanted, with ${JSON.stringify(symbol.trails)}`);
    else if (!wanted.some(({ quantity }) => quantity === order.quantity))
      this.broken.push(`${what}: not the size wanted, ${wanted.at(-1)!.quantity}`);
  }

  end({ clientKey, filled, status, ticker, updatedAt }: RecordedOrder): void {
    this.#open.delete(clientKey);
    const symbol = this.#symbols.get(ticker);
    if (symbol === undefined) return;
    const fills = this.#recording.fills.filter((fill) => fill.clientKey === clientKey);
    for (const fill of fills.toSorted((one, other) => one.at - other.at)) {
      const held = this.#book.positions.get(ticker)?.quantity ?? 0;
      if (fill.side === "sell" && held < fill.quantity)
        this.broken.push(`${fill.at} sells ${fill.quantity} of ${held} ${ticker}`);
      else bookFill(this.#book, fill);
      anchorAt(symbol, fill);
      this.#coolDown(symbol, fill.at);
    }
    if (0 < fills.length) this.#judgeAnew(symbol, ticker, updatedAt);
    if (filled === 0 && status !== "denied") this.#coolDown(symbol, updatedAt);
  }

  /** No minute has more entries than the settings allow. */
  judgePace(): void {
    const max = this.#recording.settings.limits.entriesPerMinuteMax;
    const entries = this.#entryTimes();
    for (const [index, at] of entries.entries()) {
      const first = entries[index - max];
      if (first !== undefined && at - first < MINUTE_MS - LAG_MS)
        this.broken.push(`${at} is entry ${max + 1} of a minute`);
    }
  }

  /** The worker knew of the trade sooner than it is known here, when it heard the prices since. */
  #judgeAnew(symbol: SymbolStanding, ticker: Ticker, bookedAt: number): void {
    const { mark } = symbol;
    const since = Math.max(symbol.anchoredAt, bookedAt - LAG_MS);
    for (const { at, price } of symbol.heard) {
      if (at < since) continue;
      symbol.mark = price;
      this.#noteWants(symbol, ticker, bookedAt + LAG_MS);
    }
    symbol.mark = mark;
  }

  /** Notes what may be wanted now. Returns what is wanted for certain. */
  #noteWants(symbol: SymbolStanding, ticker: Ticker, at: number): Wanted | undefined {
    const [least, most] = [this.#wantOf(ticker, at, 0), this.#wantOf(ticker, at, 1)];
    for (const intent of [least, most]) if (intent) symbol.wants.push({ at, intent });
    return least;
  }

  #wantOf(ticker: Ticker, at: number, trail: 0 | 1): Wanted | undefined {
    const { settings } = this.#recording;
    const reading = { rows: this.#rows, symbols: this.#symbols, settings, trail };
    const [intent] = wantsAt(
      { ...reading, collarBps: COLLAR_BPS_DEFAULT, isHalted: false, mayEnter: true },
      { at, inSession: true, tickers: [ticker] },
    );
    return intent;
  }

  #missWanted(symbol: SymbolStanding, at: number, wanted: Wanted | undefined): void {
    if (wanted === undefined || (wanted.side === "buy" && this.#isPaced(at))) {
      symbol.wantedSince = undefined;
      return;
    }
    this.judged.wants += 1;
    const { count, at: since } = symbol.wantedSince ?? { count: 0, at };
    symbol.wantedSince = { at: since, count: count + 1 };
    if (count + 1 < PRICES_MAX || at - since < OVERDUE_MS) return;
    const { reason, side, ticker } = wanted;
    this.broken.push(`${at} ${side} ${ticker} for ${reason} was wanted since ${since}, not sent`);
    symbol.wantedSince = undefined;
  }

  #isPaced(at: number): boolean {
    const latest = this.#entryTimes().filter(
      (time) => time <= at + LAG_MS && at - time < MINUTE_MS + LAG_MS,
    );
    return this.#recording.settings.limits.entriesPerMinuteMax <= latest.length;
  }

  #entryTimes(): readonly number[] {
    const entries = this.#recording.orders.filter(({ side }) => side === "buy");
    return entries.map(({ createdAt }) => createdAt).toSorted((one, other) => one - other);
  }

  #coolDown(symbol: SymbolStanding, from: number): void {
    const until = from + this.#recording.settings.limits.coolDownSec * 1_000;
    symbol.coolDownUntil = Math.max(symbol.coolDownUntil, until);
  }
}

const printKey = ({ at, ticker }: Pick<Print, "at" | "ticker">): string => `${ticker} ${at}`;

const twice = <Trail>(trail: Trail): readonly [Trail, Trail] => [trail, trail];

const isAlike = (intent: NaiveIntent, { limit, reason, side }: RecordedOrder): boolean =>
  intent.side === side && intent.reason === reason && intent.limit === limit;
