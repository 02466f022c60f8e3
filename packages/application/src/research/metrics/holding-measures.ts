import { measured, unmeasured } from "./metric.ts";
import { meanOf, percentileOf } from "./sample.ts";
import { type ClosedTrade, type Measure, onTrades } from "./track-record.ts";

const DAY_MS = 86_400_000;

/** What is asked of one number of each trade; undefined of a trade that does not tell it. */
const onEach = (
  of: (trade: ClosedTrade) => number | undefined,
  why: string,
  over: (numbers: readonly number[]) => number,
): Measure =>
  onTrades((trades) => {
    const numbers = trades.flatMap((trade) => of(trade) ?? []);
    return numbers.length < trades.length ? unmeasured(why) : measured(over(numbers));
  });

const heldDaysOf = ({ enteredAt, exitedAt }: ClosedTrade): number | undefined =>
  enteredAt === undefined || exitedAt === undefined ? undefined : (exitedAt - enteredAt) / DAY_MS;

const onHeld = (over: (days: readonly number[]) => number): Measure =>
  onEach(heldDaysOf, "the trades do not say when they began and ended", over);

/** From entry to exit, in days of the calendar. */
export const meanHolding: Measure = onHeld(meanOf);
export const medianHolding: Measure = onHeld((days) => percentileOf(days, 0.5));
export const longestHolding: Measure = onHeld((days) => days.reduce((a, b) => Math.max(a, b)));

const UNKNOWN = "the trades do not say how far prices went while they were held";

/**
 * Maximum adverse and favorable excursion: how far the price went against a trade, and for it, while
 * it was held, as a fraction of the entry price. Sweeney 1996, "Maximum Adverse Excursion".
 */
export const meanAdverse: Measure = onEach(({ adverse }) => adverse, UNKNOWN, meanOf);
export const worstAdverse: Measure = onEach(
  ({ adverse }) => adverse,
  UNKNOWN,
  (all) => all.reduce((a, b) => Math.min(a, b)),
);
export const meanFavorable: Measure = onEach(({ favorable }) => favorable, UNKNOWN, meanOf);
export const bestFavorable: Measure = onEach(
  ({ favorable }) => favorable,
  UNKNOWN,
  (all) => all.reduce((a, b) => Math.max(a, b)),
);
