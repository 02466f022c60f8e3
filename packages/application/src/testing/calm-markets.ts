import fc from "fast-check";
import { actions, costlyRules } from "./bar-arbitraries.ts";
import type { PlainAction, PlainBar, PlainRules } from "./plain-rules.ts";

const MINUTE_MS = 60_000;
const FIRST_DAY = 19_000;
const DAY_MS = 86_400_000;

interface Calm {
  readonly minutesPerDay: number;
  /** Minutes of each day before its session. */
  readonly minutesEarly: number;
  readonly gridUnits: number;
}

/** A bar as how long it is, how long nothing trades before it, and where its prices go. */
const bars = fc.record({
  minutes: fc.oneof(
    { weight: 12, arbitrary: fc.constant(1) },
    { weight: 1, arbitrary: fc.integer({ min: 2, max: 30 }) },
  ),
  pause: fc.oneof(
    { weight: 12, arbitrary: fc.constant(0) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 20 }) },
  ),
  gapBps: fc.oneof(fc.constant(0), fc.noBias(fc.integer({ min: -40, max: 40 }))),
  moveBps: fc.noBias(fc.integer({ min: -60, max: 60 })),
  rangeBps: fc.noBias(fc.integer({ min: 0, max: 60 })),
  volume: fc.oneof(fc.constant(0), fc.noBias(fc.integer({ min: 0, max: 400 }))),
});

/**
 * A market of many closes a day that mostly reach nothing, of up to four symbols: their bars are of
 * unlike lengths, some reach from one day into the next, and some lie before the session.
 */
export const calmMarkets: fc.Arbitrary<PlainBar[]> = fc
  .tuple(
    fc.record({
      minutesPerDay: fc.constantFrom(40, 70, 150),
      minutesEarly: fc.constantFrom(0, 0, 15),
      gridUnits: fc.constantFrom(1, 100, 2_500),
    }),
    fc.array(
      fc.record({
        firstPrice: fc.noBias(fc.integer({ min: 100_000, max: 4_000_000 })),
        bars: fc.array(bars, { minLength: 60, maxLength: 200, size: "max" }),
      }),
      { minLength: 1, maxLength: 4 },
    ),
  )
  .map(([calm, symbols]) =>
    symbols.flatMap(({ firstPrice, bars: its }, index) =>
      barsOf(calm, "ABCD".charAt(index), firstPrice, its),
    ),
  );

/** Rules that calm prices reach now and then: every rate a quarter of what wild ones meet. */
export const calmRules: fc.Arbitrary<PlainRules> = costlyRules.map((plain) => {
  const quarter = (bps: number) => Math.ceil(bps / 4);
  return {
    ...plain,
    path: "close" as const,
    buyDrop: quarter(plain.buyDrop),
    buyDropMax: quarter(plain.buyDropMax),
    sellRise: quarter(plain.sellRise),
    takeProfit: quarter(plain.takeProfit),
    stopLoss: plain.stopLoss === undefined ? undefined : quarter(plain.stopLoss),
  };
});

/** A few splits and dividends among the days of a calm market. */
export const calmActions: fc.Arbitrary<PlainAction[]> = actions.map((all) =>
  all
    .map((action) => ({ ...action, day: FIRST_DAY + ((action.day - FIRST_DAY) % 5) }))
    .sort((one, other) => one.day - other.day),
);

function barsOf(
  calm: Calm,
  symbol: string,
  firstPrice: number,
  moves: readonly (typeof bars extends fc.Arbitrary<infer Bar> ? Bar : never)[],
): PlainBar[] {
  const onGrid = (units: number) =>
    Math.max(1, Math.round(units / calm.gridUnits)) * calm.gridUnits;
  let minute = 0;
  let last = onGrid(firstPrice);
  return moves.map(({ minutes, pause, gapBps, moveBps, rangeBps, volume }) => {
    const opens = minute + pause;
    const closes = opens + minutes;
    minute = closes;
    const open = onGrid((last * (10_000 + gapBps)) / 10_000);
    last = onGrid((open * (10_000 + moveBps)) / 10_000);
    return {
      symbol,
      opensAt: instantOf(calm, opens),
      // The last minute of a day ends on that day.
      closesAt: instantOf(calm, closes - 1) + MINUTE_MS,
      open,
      close: last,
      high: onGrid((Math.max(open, last) * (10_000 + rangeBps)) / 10_000),
      low: onGrid((Math.min(open, last) * (10_000 - rangeBps)) / 10_000),
      volume,
      day: dayOf(calm, closes - 1),
      opensInSession: isInSession(calm, opens),
      closesInSession: isInSession(calm, closes - 1),
    };
  });
}

const dayOf = ({ minutesPerDay }: Calm, minute: number): number =>
  FIRST_DAY + Math.floor(minute / minutesPerDay);

const instantOf = (calm: Calm, minute: number): number =>
  dayOf(calm, minute) * DAY_MS + (minute % calm.minutesPerDay) * MINUTE_MS;

const isInSession = ({ minutesEarly, minutesPerDay }: Calm, minute: number): boolean =>
  minutesEarly <= minute % minutesPerDay;
