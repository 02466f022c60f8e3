import type { Instant } from "@sevenfold/domain/market";
import { mulDivHalfEven, type Price } from "@sevenfold/domain/money";
import type { StoredTrail } from "../../ports/stores/trail-store.ts";
import { anchoredTrail } from "../account/anchored-trail.ts";
import type { TrailEffect } from "./effect-parts.ts";

/**
 * The stored trails after an activity. One that is rescaled or renamed goes on under the next version,
 * as known now, so that no price of before is put into it; its cool-down stays.
 */
export function changedTrails(
  trails: readonly StoredTrail[],
  effect: TrailEffect,
  at: Instant,
): readonly StoredTrail[] {
  const trail = trails.find(({ ticker }) => ticker === effect.ticker);
  const others = trails.filter((other) => other !== trail);
  if (effect.kind === "anchored") {
    // Not before what it replaces began, whose clock may have been right where this one is behind.
    const since = Math.max(at, trail?.since ?? at) as Instant;
    return [...others, anchoredTrail(trail, { ...effect, at: since })];
  }
  if (!trail) return trails;
  const next = { ...trail, lastAt: at, version: trail.version + 1 };
  if (effect.kind === "ended") return others;
  if (effect.kind === "renamed") {
    const replaced = others.find(({ ticker }) => ticker === effect.becomes);
    const version = Math.max(trail.version, replaced?.version ?? 0) + 1;
    return [
      ...others.filter((other) => other !== replaced),
      { ...next, ticker: effect.becomes, version },
    ];
  }
  const { from, to } = effect.ratio;
  const scaled = (units: number) => Math.max(1, mulDivHalfEven(units, from, to)) as Price;
  const [high, low, last] = [scaled(trail.high), scaled(trail.low), scaled(trail.last)];
  // Whoever follows it then decides nothing on its first price.
  return [...others, { ...next, high, low, last, skipNext: 1 }];
}
