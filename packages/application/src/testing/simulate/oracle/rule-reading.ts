import type { Ticker } from "@sevenfold/domain/market";
import { money } from "@sevenfold/domain/money";
import type { Order } from "@sevenfold/domain/order";
import { isOwnStop } from "@sevenfold/domain/own-stop";
import type { RiskLimits } from "@sevenfold/domain/strategy";
import {
  decideNaively,
  makeSymbol,
  type NaiveAccount,
  type NaiveIntent,
  type NaiveSymbol,
} from "@sevenfold/domain/testing/naive-account";
import { madeOnce } from "../../../broker-kit/simulated/made-once.ts";
import type { ForeignAtBroker } from "../../../ports/stores/foreign-at-broker.ts";
import type { StoredPosition } from "../../../ports/stores/position-store.ts";
import type { Settings } from "../../../ports/stores/settings-store.ts";
import { readForeign } from "./foreign-reading.ts";
import type { SymbolStanding } from "./symbol-standing.ts";

/** An instant at which some symbols have a new price. */
export interface Moment {
  readonly at: number;
  readonly inSession: boolean;
  readonly tickers: readonly Ticker[];
}

export interface Wanted extends NaiveIntent {
  readonly ticker: Ticker;
}

type ReadOrder = Pick<Order, "filled" | "origin" | "quantity" | "reservedCash" | "stop" | "ticker">;
type ReadPosition = Pick<StoredPosition, "costBasis" | "isManaged" | "quantity">;

/** What is on record of an account, as far as the rules read it: of a live one, or of a backtest. */
export interface RecordedRows {
  readonly account: {
    readonly cash: number;
    readonly unavailableCash?: number | undefined;
    readonly foreign?: ForeignAtBroker;
  };
  readonly positions: ReadonlyMap<Ticker, ReadPosition>;
  readonly open: ReadonlyMap<string, ReadOrder>;
  readonly watched: ReadonlySet<Ticker>;
}

/** What is read of one account at a moment. */
export interface Reading {
  readonly rows: RecordedRows;
  readonly symbols: ReadonlyMap<Ticker, SymbolStanding>;
  readonly settings: Pick<Settings, "limits" | "strategy">;
  readonly collarBps: number;
  readonly isHalted: boolean;
  readonly mayEnter: boolean;
  /** Of the trails that may be, which one: the one that wants most, or the one that wants least. */
  readonly trail: 0 | 1;
  /** When it entered; left out where the pace is judged by when entries are written down. */
  readonly entryTimes?: readonly number[];
}

/** What the rules want at this moment, by the naive account and what is on record. */
export function wantsAt(reading: Reading, { at, inSession, tickers }: Moment): readonly Wanted[] {
  const all = [...reading.symbols.keys()];
  const account = accountOf(reading, all);
  const { positions, watched } = reading.rows;
  const rows: { slot: number; price: number }[] = [];
  for (const ticker of tickers) {
    const price = reading.symbols.get(ticker)?.mark;
    // What is neither watched nor held is not bought, and takes no cash from what is.
    const isLeft = !watched.has(ticker) && !positions.has(ticker);
    if (price !== undefined && !isLeft) rows.push({ slot: all.indexOf(ticker), price });
  }
  const wanted = decideNaively(account, { at, inSession, rows });
  return wanted.map((intent) => ({ ticker: all[intent.slot]!, ...intent }));
}

function accountOf(reading: Reading, tickers: readonly Ticker[]): NaiveAccount {
  const { collarBps, entryTimes, isHalted, mayEnter, rows, settings } = reading;
  const symbols = tickers.map((ticker) => symbolOf(reading, ticker));
  const { isUnknown, shorts, value } = readForeign(rows.account.foreign);
  // A buy would cover it and a sale deepen it: as if somebody's order were at work.
  for (const ticker of shorts) {
    const symbol = symbols[tickers.indexOf(ticker)];
    if (symbol) symbol.othersWorking += 1;
  }
  let aside: number = rows.account.unavailableCash ?? 0;
  for (const order of rows.open.values()) {
    // A stop that rests beside the rule is no order at work.
    if (isOwnStop(order)) continue;
    if (order.origin !== "automated") aside += order.reservedCash;
    const symbol = symbols[tickers.indexOf(order.ticker)];
    if (symbol) takeOrder(symbol, order);
  }
  aside += value;
  return {
    symbols,
    // What others keep aside, and what the broker holds back, is equity, and not free.
    strategy:
      aside === 0
        ? settings.strategy
        : {
            ...settings.strategy,
            minCashReserve: money(settings.strategy.minCashReserve + aside),
          },
    limits: entryTimes === undefined ? unpaced(settings.limits) : settings.limits,
    automation: mayEnter ? "on" : "exits-only",
    cash: rows.account.cash + value,
    collarBps,
    isHalted: isHalted || isUnknown,
    entryTimes: [...(entryTimes ?? [])],
  };
}

const unpaced = madeOnce(
  (limits: RiskLimits): RiskLimits => ({
    ...limits,
    entriesPerMinuteMax: Number.POSITIVE_INFINITY,
  }),
);

function symbolOf({ rows, symbols, trail }: Reading, ticker: Ticker): NaiveSymbol {
  const { coolDownUntil, mark, trails } = symbols.get(ticker)!;
  const position = rows.positions.get(ticker);
  const symbol = makeSymbol(ticker);
  symbol.trail = trails?.[trail];
  symbol.mark = mark;
  symbol.coolDownUntil = coolDownUntil;
  if (position) {
    symbol.held = position.quantity;
    symbol.cost = position.costBasis;
    symbol.isManaged = position.isManaged;
  }
  return symbol;
}

/** Of several automated orders the first one counts. */
function takeOrder(symbol: NaiveSymbol, order: ReadOrder): void {
  if (order.origin !== "automated") symbol.othersWorking += 1;
  else
    symbol.working ??= {
      ordered: order.quantity,
      open: order.quantity - order.filled,
      cash: order.reservedCash,
    };
}
