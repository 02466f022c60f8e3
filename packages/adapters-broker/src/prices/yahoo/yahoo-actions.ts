import type { Clock } from "@sevenfold/application/ports/clock";
import { MarketDataUnavailable } from "@sevenfold/application/ports/market-data";
import type {
  CorporateAction,
  CorporateActions,
} from "@sevenfold/application/research/backtest/corporate-action";
import type { Instant } from "@sevenfold/domain/market";
import { dayNumberAt } from "@sevenfold/domain/new-york-time";
import { dividendFromWire, inOrder, splitFromWire } from "../action-from-wire.ts";
import { instantFromSeconds } from "../price-from-wire.ts";
import type { YahooCharts } from "./yahoo-charts.ts";
import type { ChartEvents } from "./yahoo-wire.ts";

/** Of days, what stays far below the limit of an answer. */
const DAYS_MS = 10 * 366 * 24 * 60 * 60_000;

/**
 * The splits and dividends in Yahoo's charts. It tells dividends as if later splits had been before
 * them; those are put back, so that all are in dollars of their day. So all is read up to today.
 */
export const yahooActions = (charts: YahooCharts, clock: Pick<Clock, "now">): CorporateActions => ({
  name: "Yahoo",
  async since(ticker, start) {
    const told: CorporateAction[] = [];
    const now = clock.now();
    for (let from = start; from < now; from = (from + DAYS_MS) as Instant) {
      const { events } = await charts.read(ticker, {
        period1: Math.floor(from / 1_000),
        period2: Math.ceil(Math.min(from + DAYS_MS, now) / 1_000),
        interval: "1d",
        events: "div|split",
      });
      told.push(...actionsFrom(events ?? {}));
    }
    return asPaid(inOrder(told));
  },
});

const actionsFrom = ({ dividends, splits }: ChartEvents): readonly CorporateAction[] => [
  ...Object.values(splits ?? {}).map(({ date, denominator, numerator }) =>
    readable(splitFromWire(dayOf(date), numerator, denominator)),
  ),
  ...Object.values(dividends ?? {}).map(({ amount, date }) =>
    readable(dividendFromWire(dayOf(date), amount)),
  ),
];

/** Each share of then is so many of now. */
function asPaid(actions: readonly CorporateAction[]): readonly CorporateAction[] {
  let sharesSince = 1;
  return actions
    .toReversed()
    .map((action) => {
      if (action.kind === "split") {
        sharesSince *= action.numerator / action.denominator;
        return action;
      }
      return { ...action, perShare: Math.round(action.perShare * sharesSince) };
    })
    .toReversed();
}

const dayOf = (seconds: number): number => dayNumberAt(readable(instantFromSeconds(seconds)));

/** One that is left out would leave every price before it wrong. */
function readable<Value>(value: Value | undefined): Value {
  if (value !== undefined) return value;
  const trouble = { reason: "unreadable" } as const;
  throw new MarketDataUnavailable(trouble, "Yahoo tells a split or a dividend that cannot be.");
}
