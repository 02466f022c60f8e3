import type { BarColumns } from "@sevenfold/application/research/backtest/bar-columns";
import {
  barActedAt,
  type Signal,
} from "@sevenfold/application/research/own-strategy/signal-source";
import { tradingDayFrom } from "@sevenfold/domain/calendar-date";

/** Weights that are rounded add up to a little more than one. */
const SUM_MOST = 1.005;

/** By slot of the bars. */
type Signals = readonly (readonly Signal[])[];

/** What of signals comes to nothing, or cannot be had: else nobody would know. */
export function signalWarningsOf(
  name: string,
  columns: readonly BarColumns[],
  signals: Signals,
): readonly string[] {
  const bars = signals.map((own, slot) => own.map(({ time }) => barActedAt(columns[slot]!, time)));
  return [
    ...beyondWarnings(name, columns, bars),
    ...beforeWarnings(name, columns, signals),
    ...sumWarnings(name, columns, { signals, bars }),
  ];
}

function beyondWarnings(
  name: string,
  columns: readonly BarColumns[],
  bars: readonly (readonly number[])[],
): readonly string[] {
  const all = bars.flat().length;
  const beyond = bars.flatMap((own, slot) => own.filter((bar) => columns[slot]!.count <= bar));
  if (beyond.length === 0) return [];
  return [
    `${name}: rows after the last close of the bars, never acted on: ${beyond.length} of ${all}`,
  ];
}

/** A weight stands until the next row, so that the last of those before the bars is acted on. */
function beforeWarnings(
  name: string,
  columns: readonly BarColumns[],
  signals: Signals,
): readonly string[] {
  const told = signals.flatMap((own, slot) => (own.length === 0 ? [] : [{ own, slot }]));
  const areBefore = told.every(({ own, slot }) => {
    const { time } = own.at(-1)!;
    const { day, opensAt } = columns[slot]!;
    return time.kind === "date" ? time.dayNumber < day[0]! : time.ms < opensAt[0]!;
  });
  if (!areBefore || told.length === 0) return [];
  return [
    `${name}: all of its rows come before the first bar: the last one of each symbol is acted on at its first close, and nothing after`,
  ];
}

interface ActedSignals {
  readonly signals: Signals;
  /** The bar at whose close each is acted on. */
  readonly bars: readonly (readonly number[])[];
}

function sumWarnings(
  name: string,
  columns: readonly BarColumns[],
  { signals, bars }: ActedSignals,
): readonly string[] {
  const acts = signals.flatMap((own, slot) =>
    own.flatMap(({ share }, place) => {
      const { closesAt, day, count } = columns[slot]!;
      const bar = bars[slot]![place]!;
      return bar < count ? [{ slot, share, at: closesAt[bar]!, day: day[bar]! }] : [];
    }),
  );
  acts.sort((one, other) => one.at - other.at);
  const standing = new Float64Array(columns.length);
  const days = new Set<number>();
  let most = { sum: SUM_MOST, day: 0 };
  for (const [place, { slot, share, at, day }] of acts.entries()) {
    standing[slot] = Math.max(0, share);
    if (acts[place + 1]?.at === at) continue;
    const sum = standing.reduce((whole, each) => whole + each, 0);
    if (SUM_MOST < sum) days.add(day);
    if (most.sum < sum) most = { sum, day };
  }
  if (days.size === 0) return [];
  const when = days.size === 1 ? "on" : `on ${days.size} days, the most on`;
  return [
    `${name}: weights add up to more than 1 ${when} ${tradingDayFrom(most.day)}: ${most.sum.toFixed(2)}; nothing is borrowed, so that what is bought last gets the cash that is left`,
  ];
}
