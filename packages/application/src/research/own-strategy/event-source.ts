import type { Instant, Ticker } from "@sevenfold/domain/market";
import { dollarsOf } from "@sevenfold/domain/money";
import type { BacktestRun } from "../backtest/backtest-run.ts";
import { sharesOf } from "../parts/parts-of-shares.ts";
import { signedEntryPriceOf } from "../shorts/signed-position.ts";
import { barViewOf } from "./bar-view.ts";
import { cancel, close, replace } from "./change-order.ts";
import { openKeptAnswers } from "./kept-answers.ts";
import { knownLines, type LineSource } from "./lines.ts";
import { type OrderDesk, stateOf, submit } from "./order-desk.ts";
import { readRequest, WrongRequest } from "./order-request.ts";
import type { Asked, StrategyRun } from "./own-run.ts";
import { roomAt } from "./room-at.ts";
import { StrategyFault } from "./strategy-fault.ts";
import { indicatorsOver } from "./strategy-indicators.ts";
import type { EventHandlers, Trading } from "./strategy-interface.ts";
import { type BarTeller, barTeller } from "./tell-bars.ts";
import { readBounds, sleep, wake } from "./wake-bounds.ts";

/** A strategy of events, begun: what it is told, and when. */
export interface EventSource extends BarTeller {
  start(): void;
  /** Tells everything that has been noted, and what comes of that. */
  tell(): void;
}

/** What one instant may bring: a strategy that answers each of its orders with another has no end. */
export const NOTES_MAX = 100_000;

/** Begins a strategy's handlers at a desk. `asked` is kept up to date for whoever has to stop it. */
export function eventSource(
  { strategy, parameters, asked, kept }: StrategyRun,
  desk: OrderDesk,
): EventSource {
  const { run, when, notes } = desk;
  const views = run.columns.map((_, slot) => barViewOf(run, slot, () => settledEquity(desk)));
  const symbols = Object.freeze(views.map(({ symbol }) => symbol));
  const named = symbols.map((symbol) => [symbol]);
  const guarded = guardOf(asked, when);
  const { columns, bars } = run;
  const hasClosed = (slot: number) => columns[slot]!.closesAt[bars[slot]!]! <= when.at;
  const lines = knownLines(run, kept ?? openKeptAnswers(), hasClosed);
  const handlers = guarded(symbols, () =>
    strategy.forEvents!({
      parameters: Object.freeze({ ...parameters }),
      indicators: indicatorsOver(run, [...views.keys()], kept),
      symbols,
      linesOf: (symbol) => lines.linesOf(slotIn(run, symbol)),
      trading: tradingOf(desk, lines),
    }),
  );
  const heard = handlersOf(handlers, when.at, symbols);
  const { onStart, onFill, onOrder } = heard;
  desk.hears.fills = onFill !== undefined;
  desk.hears.orders = onOrder !== undefined;
  const teller = barTeller(desk, asked, views, heard);
  return {
    start() {
      if (onStart !== undefined) guarded(symbols, () => onStart());
    },
    closed(batch, inOrder) {
      try {
        teller.closed(batch, inOrder);
      } catch (error) {
        throw faultOf(error, when.at, asked.symbols);
      }
    },
    ahead(from, to, inOrder) {
      try {
        teller.ahead(from, to, inOrder);
      } catch (error) {
        throw faultOf(error, when.at, asked.symbols);
      }
    },
    tell() {
      if (notes.length === 0) return;
      for (let told = 0; told < notes.length; told += 1) {
        const { slot, fill, order } = notes[told]!;
        const of = named[slot]!;
        if (NOTES_MAX <= told)
          throw new StrategyFault("it answers its own orders with orders without end", when.at, of);
        wake(desk.bounds, slot);
        if (fill !== undefined && onFill !== undefined) guarded(of, () => onFill(fill));
        if (order !== undefined && onOrder !== undefined) guarded(of, () => onOrder(order));
      }
      notes.length = 0;
    },
  };
}

const guardOf =
  (asked: Asked, when: OrderDesk["when"]) =>
  <Answer>(symbols: readonly string[], ask: () => Answer): Answer => {
    asked.at = when.at;
    asked.symbols = symbols;
    try {
      return ask();
    } catch (error) {
      throw faultOf(error, when.at, symbols);
    }
  };

/** An error of another realm is no `Error` of ours; a wrong request is one. */
function faultOf(error: unknown, at: Instant, symbols: readonly string[]): StrategyFault {
  if (error instanceof WrongRequest) return new StrategyFault(error.message, at, symbols, error);
  const message = (error as { readonly message?: unknown } | undefined)?.message;
  const words = typeof message === "string" ? message : String(error);
  return new StrategyFault(`it throws: ${words}`, at, symbols, error);
}

const NAMES = ["onStart", "onBar", "onBars", "onFill", "onOrder"] as const;

function handlersOf(
  handlers: unknown,
  at: Instant,
  symbols: readonly string[],
): Required<{ [Name in (typeof NAMES)[number]]: EventHandlers[Name] | undefined }> {
  const wrong = (what: string) => new StrategyFault(what, at, symbols);
  if (typeof handlers !== "object" || handlers === null)
    throw wrong("it is begun and answers no handlers; write return { onBar(bar) { … } }");
  const found = handlers as Record<string, unknown>;
  for (const name of Object.keys(found))
    if (!(NAMES as readonly string[]).includes(name))
      throw wrong(`there is no event ${name}; there are ${NAMES.join(", ")}`);
  for (const name of NAMES)
    if (found[name] !== undefined && typeof found[name] !== "function")
      throw wrong(`${name} is no function`);
  const { onStart, onBar, onBars, onFill, onOrder } = handlers as EventHandlers;
  return { onStart, onBar, onBars, onFill, onOrder };
}

/** Closes that were told ahead of the books are booked first. */
function settledEquity(desk: OrderDesk): number {
  desk.ahead?.();
  return desk.run.book.equity;
}

function slotIn({ book }: BacktestRun, symbol: unknown): number {
  const slot = book.slots.get(symbol as Ticker);
  if (slot !== undefined) return slot;
  throw new WrongRequest(`it asks for ${String(symbol).slice(0, 40)}, of which there are no bars`);
}

/** The account and the desk, as a strategy may use them. */
function tradingOf(desk: OrderDesk, lines: LineSource): Trading {
  const { run, when } = desk;
  const { book } = run;
  const slotOf = (symbol: unknown): number => slotIn(run, symbol);
  return Object.freeze({
    get now() {
      return when.at;
    },
    get cash() {
      return dollarsOf(book.cash);
    },
    get equity() {
      return dollarsOf(settledEquity(desk));
    },
    held: (symbol: string) => run.sharesHeld[slotOf(symbol)]!,
    entryPrice: (symbol: string) => dollarsOf(signedEntryPriceOf(book, slotOf(symbol)) ?? 0),
    room: (symbol: string, side: unknown = "buy") => {
      const slot = slotOf(symbol);
      if (side !== "buy" && side !== "sell")
        throw new WrongRequest(
          `the side of room is ${String(side).slice(0, 40)}, not "buy" or "sell"`,
        );
      desk.ahead?.();
      return sharesOf(roomAt(desk, slot, side), book.partsPerShare);
    },
    submit: (request: unknown) => {
      desk.ahead?.();
      return submit(desk, readRequest(request, book));
    },
    cancel: (id: number) => cancel(desk, id),
    replace: (id: number, change: unknown) => {
      const next = replace(desk, id, change);
      if (next !== undefined) return next;
      throw new WrongRequest(`it replaces the order ${String(id).slice(0, 40)}, which is not open`);
    },
    close: (symbol: string) => {
      desk.ahead?.();
      return close(desk, slotOf(symbol));
    },
    wakeAt: (symbol: string, asked: unknown, crossed?: unknown) => {
      const slot = slotOf(symbol);
      const bounds = readBounds(asked, { slot, source: lines, crossed });
      if (bounds === undefined) wake(desk.bounds, slot);
      else sleep(desk.bounds, slot, bounds);
      desk.stirred[0] = 1;
    },
    order: (id: number) => {
      const order = desk.orders[id - 1];
      return order === undefined ? undefined : stateOf(desk, order);
    },
    openOrders: (symbol?: string) =>
      Object.freeze(
        (symbol === undefined ? desk.open.flat() : desk.open[slotOf(symbol)]!)
          .toSorted((one, other) => one.id - other.id)
          .map((order) => stateOf(desk, order)),
      ),
  });
}
