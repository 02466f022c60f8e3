import { estimated, type Metric, measured, unmeasured } from "./metric.ts";
import { deviationOf, longestRunOf, meanOf, NO_SPREAD, sumOf } from "./sample.ts";
import { type Measure, onReturns, onTrades, type TrackRecord } from "./track-record.ts";

/** What wins and losses are counted of: profits of trades, returns of trades or returns of days. */
interface Outcomes {
  readonly outcomes: readonly number[];
  readonly each: "trade" | "day";
  readonly isSmall: boolean;
}
type OutcomeMeasure = (found: Outcomes) => Metric;
export type Counted = (measure: OutcomeMeasure) => Measure;

/** Counts what trades earned, in dollars. A trade that earned exactly nothing is in the count. */
export const ofTrades: Counted = (measure) =>
  onTrades((trades, isSmall) =>
    measure({ outcomes: trades.map(({ pnl }) => pnl), each: "trade", isSmall }),
  );

/** Counts what trades returned on their cost. */
export const ofTradeReturns: Counted = (measure) =>
  onTrades((trades, isSmall) => {
    const outcomes = trades.flatMap(({ growth }) => (growth === undefined ? [] : [growth]));
    if (outcomes.length < trades.length) return unmeasured("the trades do not say what they cost");
    return measure({ outcomes, each: "trade", isSmall });
  });

/** Counts the returns of days. */
export const ofDays: Counted = (measure) =>
  onReturns(1, (outcomes, { isShort }) => measure({ outcomes, each: "day", isSmall: isShort }));

/** Counts the returns of days on which there was one. */
export const ofMovedDays: Counted = (measure) =>
  onReturns(1, (returns, { isShort }) => {
    const outcomes = returns.filter((each) => each !== 0);
    return outcomes.length === 0
      ? unmeasured("no day with a return")
      : measure({ outcomes, each: "day", isSmall: isShort });
  });

const wonIn = (outcomes: readonly number[]): readonly number[] =>
  outcomes.filter((each) => 0 < each);
const lostIn = (outcomes: readonly number[]): readonly number[] =>
  outcomes.filter((each) => each < 0);

/** Wins ÷ all. */
export const winRate: OutcomeMeasure = ({ outcomes, isSmall }) =>
  estimated(wonIn(outcomes).length / outcomes.length, isSmall);

/** Sum won ÷ sum lost. */
export const profitFactor: OutcomeMeasure = ({ outcomes, each, isSmall }) => {
  const lost = -sumOf(lostIn(outcomes));
  if (lost === 0) return unmeasured(`no losing ${each}`);
  return estimated(sumOf(wonIn(outcomes)) / lost, isSmall);
};

/** Mean. */
export const expectancy: OutcomeMeasure = ({ outcomes, isSmall }) =>
  estimated(meanOf(outcomes), isSmall);

export const averageWin: OutcomeMeasure = ({ outcomes, each, isSmall }) => {
  const won = wonIn(outcomes);
  return won.length === 0 ? unmeasured(`no winning ${each}`) : estimated(meanOf(won), isSmall);
};

export const averageLoss: OutcomeMeasure = ({ outcomes, each, isSmall }) => {
  const lost = lostIn(outcomes);
  return lost.length === 0 ? unmeasured(`no losing ${each}`) : estimated(meanOf(lost), isSmall);
};

/** Average win ÷ |average loss|. */
export const payoff: OutcomeMeasure = (found) => {
  const [win, loss] = [averageWin(found), averageLoss(found)];
  if (win.value === undefined) return win;
  return loss.value === undefined ? loss : estimated(win.value / -loss.value, found.isSmall);
};

/** w − (1 − w) ÷ payoff, w the share of wins. Kelly 1956. */
export const kelly: OutcomeMeasure = (found) => {
  const ratio = payoff(found);
  if (ratio.value === undefined) return ratio;
  const won = wonIn(found.outcomes).length / found.outcomes.length;
  return estimated(won - (1 - won) / ratio.value, found.isSmall);
};

/** √n × mean ÷ standard deviation (n − 1). Tharp 2008, without the cap at 100 trades. */
export const systemQuality: OutcomeMeasure = ({ outcomes, isSmall }) => {
  if (outcomes.length < 2) return unmeasured("fewer than two trades");
  const deviation = deviationOf(outcomes);
  if (deviation <= NO_SPREAD) return unmeasured("all trades earned the same");
  return estimated((Math.sqrt(outcomes.length) * meanOf(outcomes)) / deviation, isSmall);
};

export const best: OutcomeMeasure = ({ outcomes }) =>
  measured(outcomes.reduce((most, each) => Math.max(most, each)));

export const worst: OutcomeMeasure = ({ outcomes }) =>
  measured(outcomes.reduce((least, each) => Math.min(least, each)));

/** Most wins in a row. */
export const winStreak: OutcomeMeasure = ({ outcomes }) =>
  measured(longestRunOf(outcomes, (each) => 0 < each));

/** Most losses in a row. */
export const lossStreak: OutcomeMeasure = ({ outcomes }) =>
  measured(longestRunOf(outcomes, (each) => each < 0));

/** Share of the closes at which something was held; of trades alone, entered ≤ close < exited. */
export const exposure: Measure = (facts) => {
  const { closes, times } = facts;
  if (closes !== undefined)
    return closes.all === 0 ? unmeasured("no bars") : measured(closes.holding / closes.all);
  return exposureOfTrades(facts, times.slice(1), (exitedAt, at) => at < exitedAt);
};

/** Share of the values, the first included, from a trade's entry to its exit, both included. */
export const exposureInclusive: Measure = (facts) => {
  const { closes, trades, times } = facts;
  if (trades !== undefined) return exposureOfTrades(facts, times, (exitedAt, at) => at <= exitedAt);
  if (closes === undefined) return unmeasured("no trades were given");
  return closes.all === 0 ? unmeasured("no bars") : measured(closes.holding / closes.all);
};

function exposureOfTrades(
  { trades, open = [] }: TrackRecord,
  times: readonly number[],
  isBeforeEnd: (exitedAt: number, at: number) => boolean,
): Metric {
  if (trades === undefined) return unmeasured("no trades were given");
  const areUnknown =
    trades.some(({ exitedAt }) => exitedAt === undefined) ||
    [...trades, ...open].some(({ enteredAt }) => enteredAt === undefined);
  if (areUnknown) return unmeasured("the trades do not say when they began and ended");
  if (times.length === 0) return unmeasured("no bars");
  const holding = times.filter(
    (at) =>
      trades.some(({ enteredAt, exitedAt }) => enteredAt! <= at && isBeforeEnd(exitedAt!, at)) ||
      open.some(({ enteredAt }) => enteredAt! <= at),
  );
  return measured(holding.length / times.length);
}

/** Share of the days with a return, rounded up to a whole percent. */
export const exposureOfDays: Measure = onReturns(1, (returns) => {
  const moved = returns.filter((each) => each !== 0).length;
  return measured(Math.ceil((moved / returns.length) * 100) / 100);
});

/** Mean over the days of value traded ÷ equity at the close. */
export const turnover: Measure = ({ dailyTurnover }) =>
  dailyTurnover === undefined
    ? unmeasured("what was traded on each day is not known")
    : measured(dailyTurnover);
