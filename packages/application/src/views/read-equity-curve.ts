import { type EquityPoint, type Instant, MINUTE_MS } from "@sevenfold/domain/market";
import type { Money } from "@sevenfold/domain/money";
import { ok, type Result } from "@sevenfold/domain/result";
import { movedSince } from "../trading/account/capital-since.ts";
import type { AccountNotFound } from "../trading/account/selected-account.ts";
import { type HoldingsNeeds, holdingsOf, storedHoldings } from "./read-holdings.ts";

export type EquityRange = "1d" | "1w" | "1m" | "all";

const DAY_MS = 24 * 60 * MINUTE_MS;
const POINTS_MAX = 500;
const DAYS: Record<EquityRange, number> = { "1d": 1, "1w": 7, "1m": 31, all: Infinity };

/** What an account was worth, and what has come in since then, less what left: that is no gain and no loss. */
export interface CurvePoint extends EquityPoint {
  readonly moved: Money;
}

/** The recorded equity of the range, thinned evenly, and what it is now. Oldest first. */
export const readEquityCurve =
  (needs: HoldingsNeeds) =>
  async (
    userId: string,
    range: EquityRange,
  ): Promise<Result<readonly CurvePoint[], AccountNotFound>> => {
    const { clock, storage } = needs;
    const stored = await storedHoldings(storage.read, userId);
    if (!stored.ok) return stored;
    const at = clock.now();
    const since = Math.max(0, at - DAYS[range] * DAY_MS) as Instant;
    const { id } = stored.value.account;
    const [recorded, flows] = await Promise.all([
      storage.read.equity.since(id, since, POINTS_MAX),
      storage.read.capital.of(id),
    ]);
    const { equity } = holdingsOf(needs, stored.value);
    const last = recorded.at(-1);
    const isNews = equity !== undefined && (last === undefined || last.at < at);
    const points = isNews ? [...recorded, { at, equity }] : recorded;
    return ok(points.map((point) => ({ ...point, moved: movedSince(flows, point.at) })));
  };
