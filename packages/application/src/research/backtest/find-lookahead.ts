import type { Intent } from "@sevenfold/domain/decide";
import type { Instant } from "@sevenfold/domain/market";
import { type BacktestSettings, restsExits } from "./backtest-settings.ts";
import { type BarColumns, barsUntil } from "./bar-columns.ts";
import { closingTimesOf } from "./closing-instants.ts";

/** What trades bars and says what it decided, in the order it did: the engine, or one under test. */
export type Decider = (
  columns: readonly BarColumns[],
  settings: BacktestSettings,
) => readonly Intent[] | Promise<readonly Intent[]>;

/** A decision that depends on bars that had not closed when it was taken. */
export interface Lookahead {
  /** The bars that close after this were taken away. */
  readonly cut: Instant;
  /** What was decided with them, and in its place without; undefined: nothing. */
  readonly withFuture: Intent | undefined;
  readonly withoutFuture: Intent | undefined;
}

export interface LookaheadSearch {
  readonly cuts: number;
  /** Decisions of the whole run. */
  readonly decisions: number;
  /** The first one found; undefined when every decision is the same without its future. */
  readonly found: Lookahead | undefined;
}

/**
 * Runs the bars whole, and once for every cut without what closes after it: nothing that was decided
 * by then may differ. Cuts lie at decisions and evenly over the time between.
 */
export async function findLookahead(
  decide: Decider,
  columns: readonly BarColumns[],
  settings: BacktestSettings,
  cutsMax: number,
): Promise<LookaheadSearch> {
  const whole = await decide(columns, settings);
  const cuts = cutsOf(columns, whole, cutsMax);
  for (const cut of cuts) {
    const past = columns.map((one) => barsUntil(one, cut));
    const found = differenceAt(cut, {
      whole,
      past: await decide(past, settings),
      opensNext: firstOpeningAfter(columns, past),
      decidesInside: settings.path === "ohlc" || restsExits(settings),
    });
    if (found !== undefined) return { cuts: cuts.length, decisions: whole.length, found };
  }
  return { cuts: cuts.length, decisions: whole.length, found: undefined };
}

interface Comparison {
  readonly whole: readonly Intent[];
  readonly past: readonly Intent[];
  /** When the first bar opens that was taken away. */
  readonly opensNext: number;
  /** Decisions may be dated inside a bar, so that the bars taken away had begun to decide. */
  readonly decidesInside: boolean;
}

function differenceAt(cut: Instant, comparison: Comparison): Lookahead | undefined {
  const { whole, past, opensNext, decidesInside } = comparison;
  const known = Math.min(cut, opensNext);
  const before = (intents: readonly Intent[]) => intents.filter(({ at }) => at <= known);
  const then = before(whole);
  const now = before(past);
  const length = Math.max(then.length, now.length);
  for (let i = 0; i < length; i += 1) {
    const withFuture = then[i];
    const withoutFuture = now[i];
    // At this very instant a bar that was taken away has opened, and may have decided something.
    const isItsOwn = decidesInside && withoutFuture === undefined && withFuture!.at === opensNext;
    if (!isItsOwn && !isSame(withFuture, withoutFuture)) return { cut, withFuture, withoutFuture };
  }
  return undefined;
}

/** What was decided in one run and in its place in another. */
export interface DecisionPair {
  readonly first: Intent | undefined;
  readonly second: Intent | undefined;
}

/** The first place where two runs of the same bars decided otherwise. */
export function firstDifferenceOf(
  one: readonly Intent[],
  other: readonly Intent[],
): DecisionPair | undefined {
  for (let place = 0; place < Math.max(one.length, other.length); place += 1)
    if (!isSame(one[place], other[place])) return { first: one[place], second: other[place] };
  return undefined;
}

const isSame = (one: Intent | undefined, other: Intent | undefined): boolean =>
  one !== undefined &&
  other !== undefined &&
  one.ticker === other.ticker &&
  one.side === other.side &&
  one.quantity === other.quantity &&
  one.reason === other.reason &&
  one.at === other.at &&
  one.price === other.price;

function firstOpeningAfter(whole: readonly BarColumns[], past: readonly BarColumns[]): number {
  return whole.reduce((first, { opensAt, count }, slot) => {
    const next = past[slot]!.count;
    return next < count ? Math.min(first, opensAt[next]!) : first;
  }, Number.POSITIVE_INFINITY);
}

/** Closing instants, half of them by decisions, the others even over the rest. */
function cutsOf(
  columns: readonly BarColumns[],
  decisions: readonly Intent[],
  cutsMax: number,
): readonly Instant[] {
  const closings = [...closingTimesOf(columns)] as Instant[];
  const wanted = new Set(decisions.map(({ at }) => at));
  const decided = spread(
    closings.filter((at) => wanted.has(at)),
    Math.ceil(cutsMax / 2),
  );
  const chosen = new Set(decided);
  const others = closings.filter((at) => !chosen.has(at));
  return [...decided, ...spread(others, cutsMax - decided.length)].sort((a, b) => a - b);
}

/** At most `count` of a list, evenly from its first to its last. */
function spread<T>(list: readonly T[], count: number): readonly T[] {
  if (list.length <= count) return list;
  if (count < 2) return list.slice(0, count);
  return Array.from(
    { length: count },
    (_, i) => list[Math.round((i * (list.length - 1)) / (count - 1))]!,
  );
}
