import type { MarketScript } from "@sevenfold/application/exchange/market-script";
import { slotNumber, slotTime } from "@sevenfold/application/exchange/venue-slots";
import type { Instant } from "@sevenfold/domain/market";
import { decimalOf } from "@sevenfold/domain/money";
import { ok, type Result, refused } from "@sevenfold/domain/result";

import type { ExchangeDesk } from "./exchange-desk.ts";
import { timeText } from "./exchange-mapping.ts";
import { EVENTS_MAX, exchangeScriptFrom } from "./exchange-script.ts";
import { eventsOf } from "./market-of-script.ts";

/**
 * Halts, splits, dividends and spreads as a script has them, their times counted from now. What would begin in
 * the slot under way begins with the next one; what was told before does not change.
 */
export function plantedFrom(
  body: unknown,
  { market, now }: Pick<ExchangeDesk, "market" | "now">,
): Result<MarketScript, string> {
  const at = now();
  const read = exchangeScriptFrom(body, at);
  if (!read.ok) return read;
  const { faults, market: script } = read.value;
  if (0 < faults.length) return refused("faults: these are put to /control/faults");
  const events = eventsOf(script);
  if (EVENTS_MAX < events.length + eventsOf(market.script).length)
    return refused(`there are more than ${EVENTS_MAX} events`);
  const unlisted = events.find(({ ticker }) => !market.has(ticker));
  if (unlisted) return refused(`${unlisted.ticker} is not listed`);
  const early = beginningsOf(script).find((begins) => begins < at);
  if (early !== undefined) return refused(`${timeText(early)} has passed`);
  const next = slotTime(slotNumber(at) + 1);
  const ahead = (begins: Instant): Instant => (begins < next ? next : begins);
  return ok({
    halts: script.halts.map((halt) => ({ ...halt, from: ahead(halt.from) })),
    splits: script.splits.map((split) => ({ ...split, at: ahead(split.at) })),
    dividends: script.dividends.map((dividend) => ({ ...dividend, at: ahead(dividend.at) })),
    spreads: script.spreads.map((spread) => ({ ...spread, from: ahead(spread.from) })),
  });
}

const beginningsOf = ({ dividends, halts, splits, spreads }: MarketScript): readonly Instant[] => [
  ...[...halts, ...spreads].map(({ from }) => from),
  ...[...splits, ...dividends].map(({ at }) => at),
];

/** A market's script as its file would have it. */
export const scriptText = ({ dividends, halts, splits, spreads }: MarketScript) => ({
  halts: halts.map(({ from, reason, ticker, until }) => ({
    ...{ symbol: ticker, from: timeText(from), until: timeText(until), reason },
  })),
  spreads: spreads.map(({ from, spreadBps, ticker, until }) => ({
    ...{ symbol: ticker, from: timeText(from), until: timeText(until) },
    percent: spreadBps / 100,
  })),
  splits: splits.map(({ at, from, ticker, to }) => ({
    ...{ symbol: ticker, at: timeText(at), from, to },
  })),
  dividends: dividends.map(({ at, perShare, ticker }) => ({
    ...{ symbol: ticker, at: timeText(at), perShare: decimalOf(perShare) },
  })),
});
