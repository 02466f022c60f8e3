import { type Instant, instant } from "@sevenfold/domain/market";
import { ok, type Result } from "@sevenfold/domain/result";
import { DEFAULT_WATCHLIST, GOAL_DEFAULT } from "@sevenfold/domain/stocks";

import type { Tables } from "../ports/stores/storage.ts";
import type { User, UserTaken } from "../ports/stores/user-store.ts";

const TRIAL_MS = 7 * 24 * 3_600_000;

/** When the trial of a user who begins now is over. */
export const trialEndOf = (at: Instant): Instant => instant(at + TRIAL_MS);

/** A new user with what each has: a portfolio with the goal, and the default watchlist, watched since then. */
export async function addUserRows(
  tables: Tables,
  user: User,
  portfolioId: string,
  watchedSince = user.createdAt,
): Promise<Result<User, UserTaken>> {
  const added = await tables.users.add(user);
  if (!added.ok) return added;
  const { createdAt, id: userId } = user;
  await tables.portfolios.add({
    id: portfolioId,
    userId,
    name: "Default",
    goalAmount: GOAL_DEFAULT,
    createdAt,
  });
  for (const ticker of DEFAULT_WATCHLIST) await tables.watchlist.add(userId, ticker, watchedSince);
  return ok(user);
}
