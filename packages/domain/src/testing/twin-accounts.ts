import fc from "fast-check";
import {
  addSymbol,
  type Book,
  bookCash,
  changeLimits,
  changeStrategy,
  openBook,
  positionOf,
  restorePosition,
} from "../book.ts";
import { bookFill, orderEnded, otherOrderBegan, otherOrderEnded } from "../book-orders.ts";
import { beginSession, endSession } from "../book-session.ts";
import { rescale } from "../book-split.ts";
import { decide, type Intent, type PriceBatch } from "../decide.ts";
import { instant, type TradingDay } from "../market.ts";
import { type Bps, type Money, type Price, price, shares } from "../money.ts";
import type { RiskLimits, Strategy } from "../strategy.ts";
import { moved, riskLimits, strategies } from "./arbitraries.ts";
import {
  decideNaively,
  makeSymbol,
  type NaiveAccount,
  type NaiveIntent,
  thresholdOf,
} from "./naive-account.ts";
import {
  depositNaively,
  endOrderNaively,
  fillNaively,
  nextSessionNaively,
  splitNaively,
} from "./naive-events.ts";
import { TWIN_TICKERS, type TwinEvent } from "./twin-events.ts";

/** A real book and a naive account that live through the same events, to be compared. */
export interface Twins {
  readonly book: Book;
  readonly naive: NaiveAccount;
  /** The latest price of each symbol, of whatever session. */
  readonly prices: number[];
  at: number;
  day: number;
}

export interface TwinSetup {
  readonly strategy: Strategy;
  readonly limits: RiskLimits;
  readonly cash: number;
  readonly collarBps: number;
  readonly dollars: readonly number[];
}

export const setups: fc.Arbitrary<TwinSetup> = fc.record({
  strategy: strategies,
  limits: riskLimits,
  cash: fc.oneof(
    { weight: 1, arbitrary: fc.integer({ min: 1_000_000, max: 1_000_000_000 }) },
    { weight: 3, arbitrary: fc.integer({ min: 1_000_000_000, max: 20_000_000_000 }) },
  ),
  collarBps: fc.constantFrom(0, 100, 250),
  dollars: fc.array(fc.oneof(fc.integer({ min: 1, max: 400 }), fc.constantFrom(1, 100, 20_000)), {
    minLength: 4,
    maxLength: 4,
  }),
});

export function makeTwins({ strategy, limits, cash, collarBps, dollars }: TwinSetup): Twins {
  const book = openBook({
    tickers: TWIN_TICKERS.slice(0, 1),
    strategy,
    limits,
    cash: cash as Money,
    automation: "on",
    collarBps: collarBps as Bps,
  });
  for (const ticker of TWIN_TICKERS) addSymbol(book, ticker);
  const naive: NaiveAccount = {
    symbols: TWIN_TICKERS.map(makeSymbol),
    strategy,
    limits,
    automation: "on",
    cash,
    collarBps,
    isHalted: false,
    entryTimes: [],
  };
  beginSession(book, "2026-01-01" as TradingDay);
  return { book, naive, prices: dollars.map((each) => each * 10_000), at: 1_000_000, day: 1 };
}

/** Lets one event happen to both; answers what each of them decided about it. */
export function happen(
  twins: Twins,
  event: TwinEvent,
): { real: NaiveIntent[]; naive: NaiveIntent[] } {
  if (event.kind === "prices") return pricesHappen(twins, event);
  otherThanPrices(twins, event);
  return { real: [], naive: [] };
}

type PriceEvent = Extract<TwinEvent, { kind: "prices" }>;

function pricesHappen(twins: Twins, event: PriceEvent) {
  const told = pricesTold(twins, event);
  const real = decide(twins.book, batchOf(told));
  return { real: real.map(plain), naive: decideNaively(twins.naive, told) };
}

/** What a price event comes to: its prices, of which the twins know nothing yet. */
export function pricesTold(twins: Twins, event: PriceEvent) {
  twins.at += event.afterMs;
  const rows = event.rows.map(({ slot, moveBps, aim }) => {
    const aimed = aim && thresholdOf(twins.naive, slot, aim.at);
    twins.prices[slot] =
      aim && aimed !== undefined && 0 < aimed + aim.besideBy && aimed < 500_000_000
        ? aimed + aim.besideBy
        : moved(twins.prices[slot] as Price, moveBps);
    return { slot, price: twins.prices[slot] };
  });
  return { at: twins.at, inSession: event.inSession, rows };
}

export const batchOf = (prices: {
  at: number;
  inSession: boolean;
  rows: readonly { slot: number; price: number }[];
}): PriceBatch => ({
  at: instant(prices.at),
  inSession: prices.inSession,
  count: prices.rows.length,
  slots: Int32Array.from(prices.rows, ({ slot }) => slot),
  prices: Float64Array.from(prices.rows, (row) => row.price),
});

export const plain = (intent: Intent): NaiveIntent => ({
  slot: intent.slot,
  side: intent.side,
  reason: intent.reason,
  quantity: intent.quantity,
  reservedCash: intent.reservedCash,
  ...(intent.limit === undefined ? {} : { limit: intent.limit }),
});

function otherThanPrices(twins: Twins, event: Exclude<TwinEvent, { kind: "prices" }>): void {
  const { book, naive } = twins;
  switch (event.kind) {
    case "fill":
      automatedFill(twins, event);
      return;
    case "manual-fill": {
      const { held } = naive.symbols[event.slot]!;
      if (event.side === "sell" && held < event.quantity) return;
      filled(twins, { ...event, fee: 0, automated: false });
      return;
    }
    case "end-order":
      orderEnds(twins, event.slot);
      return;
    case "next-session":
      for (let count = 0; count < event.days; count += 1) nextSession(twins);
      return;
    case "deposit":
      bookCash(book, event.amount as Money);
      depositNaively(naive, event.amount);
      return;
    case "strategy":
      changeStrategy(book, event.strategy);
      naive.strategy = event.strategy;
      return;
    case "limits":
      changeLimits(book, event.limits);
      naive.limits = event.limits;
      return;
    case "automation":
      book.automation = event.automation;
      naive.automation = event.automation;
      return;
    case "split":
      rescale(book, event.slot, event.ratio[0]!, event.ratio[1]!);
      splitNaively(naive, event.slot, event.ratio[0]!, event.ratio[1]!);
      return;
    case "pattern":
      book.patternSeen[event.slot] = event.isSeen ? 1 : 0;
      naive.symbols[event.slot]!.hasPattern = event.isSeen;
      return;
    case "unmanage": {
      const { shares: held, costBasis } = positionOf(book, event.slot);
      restorePosition(book, event.slot, { held, costBasis, managed: false });
      naive.symbols[event.slot]!.isManaged = naive.symbols[event.slot]!.held === 0;
      return;
    }
    case "other-order":
      otherOrder(twins, event.slot);
      return;
  }
}

function automatedFill(twins: Twins, event: Extract<TwinEvent, { kind: "fill" }>): void {
  const { slot } = event;
  const symbol = twins.naive.symbols[slot]!;
  const side = twins.book.orderWorking[slot] === 1 ? "buy" : "sell";
  // A manual sell or a split may have left less than the order was for.
  const open = Math.min(
    symbol.working?.open ?? 0,
    side === "sell" ? symbol.held : Number.POSITIVE_INFINITY,
  );
  if (open === 0) return;
  const quantity = Math.min(open, Math.max(1, Math.round((open * event.tenths) / 10)));
  filled(twins, { ...event, side, quantity, automated: true });
  if (symbol.working!.open === 0) orderEnds(twins, slot);
}

function filled(
  twins: Twins,
  fill: {
    slot: number;
    side: "buy" | "sell";
    quantity: number;
    moveBps: number;
    fee: number;
    automated: boolean;
  },
): void {
  const { slot, side, automated, fee } = fill;
  const at = instant(twins.at);
  const paid = price(moved(twins.prices[slot] as Price, fill.moveBps));
  const quantity = shares(fill.quantity);
  twins.prices[slot] = paid;
  bookFill(twins.book, { slot, side, quantity, price: paid, fee: fee as Money, at, automated });
  fillNaively(twins.naive, { slot, side, quantity, price: paid, fee, at, automated });
}

function orderEnds({ book, naive, at }: Twins, slot: number): void {
  const { working } = naive.symbols[slot]!;
  if (working === undefined) return;
  orderEnded(book, slot, instant(at), working.open < working.ordered);
  endOrderNaively(naive, slot, at);
}

function nextSession(twins: Twins): void {
  twins.day += 1;
  endSession(twins.book);
  beginSession(twins.book, `2026-${twins.day}` as TradingDay);
  nextSessionNaively(twins.naive);
}

function otherOrder({ book, naive }: Twins, slot: number): void {
  const symbol = naive.symbols[slot]!;
  if (symbol.othersWorking === 0) {
    otherOrderBegan(book, slot);
    symbol.othersWorking = 1;
  } else {
    otherOrderEnded(book, slot);
    symbol.othersWorking = 0;
  }
}
