import type { Instant, Ticker } from "@sevenfold/domain/market";
import type { Price } from "@sevenfold/domain/money";
import { begin } from "@sevenfold/domain/trail";

import type { StoredTrail } from "../../ports/stores/trail-store.ts";

export interface TrailAnchor {
  readonly ticker: Ticker;
  readonly price: Price;
  readonly at: Instant;
  /** When the cool-down ends that the same fact has started; 0 when it has started none. */
  readonly coolDownUntil?: Instant;
}

/** The stored trail after a fact that starts it anew. A cool-down already running is never cut short. */
export const anchoredTrail = (
  before: StoredTrail | undefined,
  { ticker, price, at, coolDownUntil = 0 as Instant }: TrailAnchor,
): StoredTrail => ({
  ticker,
  ...begin({ price, at }),
  lastAt: at,
  coolDownUntil: Math.max(before?.coolDownUntil ?? 0, coolDownUntil) as Instant,
  sessionsBelow: 0,
  ...(before?.skipNext && { skipNext: before.skipNext }),
  version: (before?.version ?? 0) + 1,
});
