import type { Instant, Print } from "./market.ts";
import type { Price } from "./money.ts";

/** The highest and lowest price since the trail was anchored, and the latest one. docs/strategy.md#trail */
export interface Trail {
  readonly since: Instant;
  readonly high: Price;
  readonly low: Price;
  readonly last: Price;
}

/** Anchors a trail: at the first price seen, and again at every fill of the symbol. */
export function begin({ price, at }: Pick<Print, "price" | "at">): Trail {
  return { since: at, high: price, low: price, last: price };
}

export function follow(trail: Trail, { price }: Pick<Print, "price">): Trail {
  return {
    since: trail.since,
    high: trail.high < price ? price : trail.high,
    low: price < trail.low ? price : trail.low,
    last: price,
  };
}
