import { MINUTE_MS } from "@sevenfold/domain/market";
import type { FollowedAccount } from "../account/followed-account.ts";
import type { TradingNeeds } from "../account/trading-needs.ts";
import { stopStrategy } from "./stop-strategy.ts";

/** So often a strategy whose process the machine ended is begun anew within the hour. */
export const BEGUN_ANEW_MAX = 3;
const COUNTED_FOR_MS = 60 * MINUTE_MS;

/**
 * Lets a strategy whose process was ended from outside begin anew at the next minute, as it does with
 * another worker: nothing of what it wanted stands, so nothing is ordered until it answers again. Where
 * that goes on it is stopped.
 */
export async function beginAnew(
  needs: Pick<TradingNeeds, "announcer" | "clock" | "log" | "storage">,
  followed: FollowedAccount,
  says: string,
): Promise<void> {
  const { own } = followed;
  if (own === undefined) return;
  const nowMs = needs.clock.monotonicMs();
  const before = own.lostMs.filter((ms) => nowMs - ms < COUNTED_FOR_MS);
  if (BEGUN_ANEW_MAX <= before.length)
    return stopStrategy(
      needs,
      followed,
      `${says} It was begun anew ${BEGUN_ANEW_MAX} times within an hour.`,
    );
  own.lostMs = [...before, nowMs];
  own.running = undefined;
  own.wishes.clear();
  const { name } = own.installed;
  needs.log.warn("strategy-begun-anew", { accountId: followed.id, name, about: says });
}
