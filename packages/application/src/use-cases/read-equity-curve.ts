import { type EquityPoint, type Instant, MINUTE_MS } from "@sevenfold/domain/market";
import { ok, type Result } from "@sevenfold/domain/result";

import { type HoldingsNeeds, readHoldings } from "./read-holdings.ts";
import type { AccountNotFound } from "./selected-account.ts";

export type EquityRange = "1d" | "1w" | "1m" | "all";

const DAY_MS = 24 * 60 * MINUTE_MS;
const POINTS_MAX = 500;
const DAYS: Record<EquityRange, number> = { "1d": 1, "1w": 7, "1m": 31, all: Infinity };

/** The recorded equity of the range, thinned evenly, and what it is now. Oldest first. */
export const readEquityCurve =
  (needs: HoldingsNeeds) =>
  async (
    userId: string,
    range: EquityRange,
  ): Promise<Result<readonly EquityPoint[], AccountNotFound>> => {
    const holdings = await readHoldings(needs)(userId);
    if (!holdings.ok) return holdings;
    const { account, equity, isEquityCurrent } = holdings.value;
    const at = needs.clock.now();
    const since = Math.max(0, at - DAYS[range] * DAY_MS) as Instant;
    const recorded = await needs.storage.read.equity.since(account.id, since, POINTS_MAX);
    const last = recorded.at(-1);
    const isNews = isEquityCurrent && (last === undefined || last.at < at);
    return ok(isNews ? [...recorded, { at, equity }] : recorded);
  };
