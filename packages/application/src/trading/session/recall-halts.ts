import type { TradingNeeds } from "../account/trading-needs.ts";
import { ONLINE_WITHIN_MS } from "../account/worker-ping.ts";

/** As many workers as may have been at work before. */
const PINGS_READ = 100;

/**
 * Takes up what workers said last of halted symbols: nobody tells a halt again, and after a restart in the
 * midst of one nothing may be ordered before a trade and a quote of both sides show that it is over.
 */
export async function recallHalts({
  log,
  prices,
  realMarket,
  storage,
}: Pick<TradingNeeds, "log" | "prices" | "realMarket" | "storage">): Promise<void> {
  const pings = await storage.read.workers.newest(PINGS_READ);
  // Who had fallen silent before the last one did knows no more: that one had heard the end of a halt.
  const last = pings.filter(({ at }) => pings[0]!.at - at < ONLINE_WITHIN_MS);
  const halts = last.flatMap(({ exchangeHalts = [] }) => exchangeHalts);
  if (halts.length === 0) return;
  const [real, own] = [true, false].map((is) => halts.filter((one) => one.isRealMarket === is));
  prices.recallHalts(own!);
  realMarket?.prices.recallHalts(real!);
  log.warn("exchange-halts-recalled", { tickers: [...new Set(halts.map(({ ticker }) => ticker))] });
}
