import { markAt } from "@sevenfold/domain/book";
import { decide, type PriceBatch } from "@sevenfold/domain/decide";
import type { Price } from "@sevenfold/domain/money";
import { type BacktestRun, barAt } from "./backtest-run.ts";
import { restsExits } from "./backtest-settings.ts";
import { type CloseFeed, nextStretch, openCloseFeed } from "./close-feed.ts";
import { enterDay, noteClose } from "./day-roll.ts";
import { fillOrder } from "./fill-order.ts";
import { sendOrder } from "./order-at-work.ts";
import { waitForOpening } from "./order-line.ts";
import { resolveOpenings } from "./resolve-openings.ts";
import { fillRestingExits } from "./resting-exits.ts";
import { confirmEntries } from "./standing-patterns.ts";
import {
  divideSymbols,
  endPassing,
  makePassedOver,
  noteGainAt,
  type PassedOver,
} from "./symbols-passed-over.ts";

/** Trades the closes of all bars: the strategy sees nothing else of them. */
export function tradeCloses(run: BacktestRun): void {
  const feed = openCloseFeed(run.columns);
  const passed = makePassedOver(feed);
  while (nextStretch(feed)) {
    if (feed.isOfOneSession) beginStretch(run, feed);
    divideSymbols(run, feed, passed);
    for (let row = 0; row < feed.rows; row += 1) tradeInstant(run, feed, passed, row);
    endPassing(run, feed, passed);
  }
}

/** What comes before its first closes may fill orders and anchor trails: asked about after that. */
function beginStretch(run: BacktestRun, { batches, first, instants }: CloseFeed): void {
  resolveOpenings(run, batches[0]!.at);
  enterDay(run, instants.day[first]!);
}

function tradeInstant(run: BacktestRun, feed: CloseFeed, passed: PassedOver, row: number): void {
  const batch = feed.batches[row]!;
  const day = feed.instants.day[feed.first + row]!;
  // An opening at this very instant comes after its closes.
  resolveOpenings(run, batch.at);
  noteGainAt(run, passed, row);
  if (restsExits(run.settings)) fillRestingExits(run, batch, day);
  if (batch.inSession) enterDay(run, day);
  followCloses(run, batch);
}

function followCloses(run: BacktestRun, batch: PriceBatch): void {
  if (batch.inSession) decideCloses(run, batch);
  // A close outside values nothing either: the day's closing price is the session's last.
  else run.watch?.decided(run.book, batch);
  noteClose(run, batch.at, batch.inSession);
}

function decideCloses(run: BacktestRun, batch: PriceBatch): void {
  if (run.tapes !== undefined) confirmEntries(run.tapes, run.book, batch);
  const intents = decide(run.book, batch);
  run.watch?.decided(run.book, batch);
  for (let i = 0; i < intents.length; i += 1) {
    const intent = intents[i]!;
    const bar = barAt(run, intent.slot, batch.at);
    const work = sendOrder(run, intent);
    const offer = { at: batch.at, bar, price: intent.price as Price, isLimit: false };
    if (run.settings.fill === "next-open" || fillOrder(run, work, offer))
      waitForOpening(run, work, bar + 1);
    // What was paid beyond the close is lost at once: holdings are worth the close.
    markAt(run.book, intent.slot, intent.price);
  }
}
