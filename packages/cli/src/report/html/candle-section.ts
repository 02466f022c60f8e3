import { instant } from "@sevenfold/domain/market";
import { newYorkOffsetMinutes } from "@sevenfold/domain/new-york-time";
import type { CandleSeries } from "../../run/candle-series.ts";
import type { RunTrade } from "../../run/run-record.ts";
import { jsonIsland, type Markup, markup } from "./markup.ts";

const DAY_SECONDS = 86_400;
/** Rows further apart are days, and need no time of day. */
const DAILY_SECONDS = 20 * 3_600;

/** Candles of one symbol at a time with its entries and exits; the page's script draws them. */
export function candleSection(
  candles: readonly CandleSeries[],
  trades: readonly RunTrade[],
): Markup | undefined {
  const drawn = candles.filter(({ times }) => times.length !== 0);
  if (drawn.length === 0) return undefined;
  const counts = new Map<string, number>();
  for (const { symbol } of trades) counts.set(symbol, (counts.get(symbol) ?? 0) + 1);
  return markup`<div class="candles" data-candles>
<div class="bar"><label for="candle-symbol">Symbol</label><select id="candle-symbol">${drawn.map(
    ({ symbol }) =>
      markup`<option value="${symbol}">${symbol}: ${counts.get(symbol) ?? 0} fills</option>`,
  )}</select><button type="button">Latest</button><button type="button">Whole period</button></div>
<output></output>
<div class="canvas"></div>
<p class="note">Hollow candles rose, filled ones fell; ▲ bought, ▼ sold. Drag to move, scroll to zoom. Times in New York. The list of trades holds all that is marked here.</p>
${jsonIsland(
  markup``,
  drawn.map((series) => islandOf(series, trades)),
)}
</div>`;
}

/** Times in seconds of New York's clock; trades as [candle, isBuy, shares, price, reason]. */
function islandOf(series: CandleSeries, trades: readonly RunTrade[]) {
  const { symbol, times, open, high, low, close } = series;
  const seconds = clockSeconds(times);
  const spacing = Math.min(...seconds.slice(1).map((each, at) => each - seconds[at]!));
  const isDaily = DAILY_SECONDS <= spacing;
  return {
    symbol,
    isDaily,
    rows: seconds.map((at, row) => [
      isDaily ? Math.floor(at / DAY_SECONDS) * DAY_SECONDS : at,
      open[row],
      high[row],
      low[row],
      close[row],
    ]),
    trades: trades
      .filter((trade) => trade.symbol === symbol)
      .map(({ time, side, shares, price, reason }) => [
        candleAt(times, time),
        side === "buy" ? 1 : 0,
        shares,
        price,
        reason,
      ]),
  };
}

const clockSeconds = (times: readonly number[]): readonly number[] =>
  times.map((ms) => Math.floor(ms / 1_000) + newYorkOffsetMinutes(instant(ms)) * 60);

/** The last candle that has begun. */
function candleAt(times: readonly number[], at: number): number {
  let [from, to] = [0, times.length];
  while (from + 1 < to) {
    const middle = (from + to) >> 1;
    if (times[middle]! <= at) from = middle;
    else to = middle;
  }
  return from;
}
