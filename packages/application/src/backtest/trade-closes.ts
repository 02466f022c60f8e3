import { decide, type PriceBatch } from "@sevenfold/domain/decide";
import type { Price } from "@sevenfold/domain/money";
import { type BacktestRun, barAt } from "./backtest-run.ts";
import { gather, openCloseFeed } from "./close-feed.ts";
import { enterDay, noteClose } from "./day-roll.ts";
import { fillOrder } from "./fill-order.ts";
import { sendOrder } from "./order-at-work.ts";
import { waitForOpening } from "./order-line.ts";
import { fillRestingExits } from "./resting-exits.ts";
import { settleOpenings } from "./settle-openings.ts";

/** Trades the closes of all bars: the strategy sees nothing else of them. */
export function tradeCloses(run: BacktestRun): void {
  const { columns } = run;
  const hasResting = (run.settings.resting ?? "none") !== "none";
  const feed = openCloseFeed(columns);
  while (0 < gather(feed, columns))
    for (let row = 0; row < feed.rows; row += 1) {
      const batch = feed.batches[row]!;
      const day = feed.days[row]!;
      // An opening at this very instant comes after its closes.
      settleOpenings(run, batch.at);
      if (hasResting) fillRestingExits(run, batch, day);
      followCloses(run, batch, day);
    }
}

function followCloses(run: BacktestRun, batch: PriceBatch, day: number): void {
  if (batch.inSession) enterDay(run, day);
  const intents = decide(run.book, batch);
  for (let i = 0; i < intents.length; i += 1) {
    const intent = intents[i]!;
    const bar = barAt(run, intent.slot, batch.at);
    const work = sendOrder(run, intent);
    const offer = { at: batch.at, bar, price: intent.price as Price, isLimit: false };
    if (run.settings.fill === "next-open" || fillOrder(run, work, offer))
      waitForOpening(run, work, bar + 1);
  }
  noteClose(run, batch.at, batch.inSession);
}
