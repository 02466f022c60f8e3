export interface PriceSpan {
  readonly minValue: number;
  readonly maxValue: number;
}

/** The part of the picture that candles keep: what lies too far away for that stands at the edge. */
const CANDLES_SHARE = 2 / 3;
/** Candles that hardly move are no reason to leave out what is near: at least this part of the price. */
const LEAST_PART = 0.002;

/** What the scale spans: the candles, and those of the levels that leave them most of the picture. */
export function spanWith(candles: PriceSpan, levels: readonly (number | undefined)[]): PriceSpan {
  const { minValue, maxValue } = candles;
  const spanMax = Math.max(maxValue - minValue, maxValue * LEAST_PART) / CANDLES_SHARE;
  const beyond = (level: number) => Math.max(minValue - level, level - maxValue);
  return levels
    .filter((level) => level !== undefined)
    .toSorted((one, other) => beyond(one) - beyond(other))
    .reduce<PriceSpan>((span, level) => {
      const wider = {
        minValue: Math.min(span.minValue, level),
        maxValue: Math.max(span.maxValue, level),
      };
      return wider.maxValue - wider.minValue <= spanMax ? wider : span;
    }, candles);
}
