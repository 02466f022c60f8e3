import { estimated, type Metric, measured, unmeasured } from "./metric.ts";
import { totalReturn } from "./return-measures.ts";
import { centralMomentOf, sumOf } from "./sample.ts";
import { type Measure, onTrades, type TrackFacts } from "./track-record.ts";

/** Numbers of freqtrade: of what closed trades earned, in parts of the starting balance. */

const DAY_MS = 86_400_000;
const DAYS_OF_YEAR = 365;

/** Whole days from the first value to the last. */
const daysOf = ({ times }: TrackFacts): number =>
  Math.floor(((times.at(-1) ?? 0) - (times[0] ?? 0)) / DAY_MS);

/** (E ÷ E₀)^(365 ÷ days) − 1, in whole days of the calendar. */
export const freqtradeCagr: Measure = (facts) => {
  const total = totalReturn(facts);
  if (total.value === undefined) return total;
  const days = daysOf(facts);
  if (days === 0) return unmeasured("no whole day between the first and the last value");
  return estimated((1 + total.value) ** (DAYS_OF_YEAR / days) - 1, facts.isShort);
};

interface Profits {
  /** Of each trade, in parts of the starting balance. */
  readonly profits: readonly number[];
  readonly days: number;
  readonly isSmall: boolean;
}

const onProfits =
  (measure: (found: Profits) => Metric): Measure =>
  (facts) =>
    onTrades((trades, isSmall) => {
      const [start = 0] = facts.values;
      if (start <= 0) return unmeasured("no starting equity");
      const profits = trades.map(({ pnl }) => pnl / start);
      return measure({ profits, days: Math.max(1, daysOf(facts)), isSmall });
    })(facts);

/** Standard deviation of a whole population. */
const spreadOf = (profits: readonly number[]): number => Math.sqrt(centralMomentOf(profits, 2));
const NO_SPREAD = 1e-14;

/** Σ of the profits ÷ E₀: trades still open are not in it. */
export const freqtradeTotal: Measure = onProfits(({ profits }) => measured(sumOf(profits)));

/** Profit of a day ÷ standard deviation (n) of the profits of trades × √365. */
export const freqtradeSharpe: Measure = onProfits(({ profits, days, isSmall }) => {
  const spread = spreadOf(profits);
  if (spread <= NO_SPREAD) return unmeasured("all trades earned the same");
  return estimated((sumOf(profits) / days / spread) * Math.sqrt(DAYS_OF_YEAR), isSmall);
});

/** The same over the standard deviation (n) of the losing trades alone. */
export const freqtradeSortino: Measure = onProfits(({ profits, days, isSmall }) => {
  const losing = profits.filter((each) => each < 0);
  if (losing.length === 0) return unmeasured("no losing trade");
  const spread = spreadOf(losing);
  if (spread <= NO_SPREAD) return unmeasured("all losing trades lost the same");
  return estimated((sumOf(profits) / days / spread) * Math.sqrt(DAYS_OF_YEAR), isSmall);
});

/** Where what was earned had fallen by the most dollars from its highest, as a part of the balance then. */
function drawdownOf(profits: readonly number[]): number {
  let [sum, high, deepest, share] = [0, 0, 0, 0];
  for (const profit of profits) {
    sum += profit;
    high = Math.max(high, sum);
    if (high - sum <= deepest) continue;
    deepest = high - sum;
    share = deepest / (1 + high);
  }
  return share;
}

/** Of closed trades alone; a positive number. */
export const freqtradeDrawdown: Measure = onProfits(({ profits }) => measured(drawdownOf(profits)));

/** Percent earned a day ÷ the drawdown above × √365. */
export const freqtradeCalmar: Measure = onProfits(({ profits, days, isSmall }) => {
  const depth = drawdownOf(profits);
  if (depth === 0) return unmeasured("no drawdown");
  const percentOfDay = (sumOf(profits) / days) * 100;
  return estimated((percentOfDay / depth) * Math.sqrt(DAYS_OF_YEAR), isSmall);
});
