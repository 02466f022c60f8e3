import { MINUTE_MS } from "@sevenfold/domain/market";
import type { FollowedAccount } from "../account/followed-account.ts";
import type { TradingNeeds } from "../account/trading-needs.ts";
import { noteDifference } from "./note-difference.ts";

type Needs = Pick<TradingNeeds, "announcer" | "clock" | "log" | "storage">;

/** It is asked every ten seconds meanwhile. */
const UNTOLD_MAX_MS = MINUTE_MS;

/**
 * Holds the account back once its broker has failed for a minute to tell of it, whatever else it answers:
 * what is booked may be sold by now, or taken back.
 */
export async function noteUntold(needs: Needs, followed: FollowedAccount): Promise<void> {
  const nowMs = needs.clock.monotonicMs();
  followed.untoldFromMs ??= nowMs;
  if (nowMs - followed.untoldFromMs < UNTOLD_MAX_MS) return;
  await followed.mutex.take(() =>
    noteDifference(needs, followed, {
      because: "broker-unread",
      isOver: false,
      about: "The broker does not tell its orders, trades or holdings.",
      facts: {},
    }),
  );
}

/** Lets it go on. Inside the account's mutex only. */
export const noteTold = (needs: Needs, followed: FollowedAccount): Promise<void> =>
  noteDifference(needs, followed, {
    because: "broker-unread",
    isOver: true,
    about: undefined,
    facts: {},
  });
