import type { Range } from "../indicator.ts";

export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

export const deviation = (values: readonly number[]): number =>
  Math.sqrt(mean(values.map((value) => (value - mean(values)) ** 2)));

export const ifEnough = <Input, Output>(
  prefix: readonly Input[],
  bars: number,
  of: (window: readonly Input[]) => Output,
): Output | undefined => (prefix.length < bars ? undefined : of(prefix.slice(-bars)));

export const plainSmoothed = (
  values: readonly number[],
  bars: number,
  weight: number,
): number | undefined =>
  values.length < bars
    ? undefined
    : values
        .slice(bars)
        .reduce(
          (average, value) => (1 - weight) * average + weight * value,
          mean(values.slice(0, bars)),
        );

export const trueRanges = (bars: readonly Range[]): readonly number[] =>
  bars
    .slice(1)
    .map(({ high, low }, place) =>
      Math.max(high - low, Math.abs(high - bars[place]!.close), Math.abs(low - bars[place]!.close)),
    );

export function plainAdx(prefix: readonly Range[], bars: number) {
  const moves = prefix.slice(1).map(({ high, low }, place) => {
    const before = prefix[place]!;
    const [up, down] = [high - before.high, before.low - low];
    return { up: up > down ? Math.max(up, 0) : 0, down: down > up ? Math.max(down, 0) : 0 };
  });
  const at = (count: number) => {
    const weigh = (values: readonly number[]) =>
      plainSmoothed(values.slice(0, count), bars, 1 / bars);
    const range = weigh(trueRanges(prefix));
    const up = weigh(moves.map((move) => move.up));
    const down = weigh(moves.map((move) => move.down));
    if (range === undefined || up === undefined || down === undefined) return undefined;
    return {
      plus: range === 0 ? 0 : (100 * up) / range,
      minus: range === 0 ? 0 : (100 * down) / range,
      index: up + down === 0 ? 0 : (100 * Math.abs(up - down)) / (up + down),
    };
  };
  const known = moves.flatMap((_, place) => at(place + 1) ?? []);
  const strength = plainSmoothed(
    known.map(({ index }) => index),
    bars,
    1 / bars,
  );
  const last = known.at(-1);
  return strength === undefined || last === undefined
    ? undefined
    : { adx: strength, plus: last.plus, minus: last.minus };
}
