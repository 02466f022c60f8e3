import { MINUTE_MS } from "@sevenfold/domain/market";
import type { BrokerPosition } from "../../ports/broker.ts";
import type { FollowedAccount } from "../account/followed-account.ts";
import { driftOf, missingThere } from "../account/reconciled.ts";
import type { TradingNeeds } from "../account/trading-needs.ts";
import { type AskedBy, askedBy, isMovedSince, mayBeFill } from "./judge-basis.ts";
import { noteDifference } from "./note-difference.ts";

type Needs = Pick<TradingNeeds, "announcer" | "clock" | "log" | "storage">;

/** It is asked every ten seconds meanwhile. */
const UNTOLD_MAX_MS = MINUTE_MS;

/**
 * Holds the account back once its broker has failed for a minute to tell of it, whatever else it answers:
 * what is booked may be sold by now, or taken back. It is asked for its holdings alone from then on.
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
  // One that does not say either what it has holds up no sale: the rule goes by what is known.
  const asked = askedBy(followed);
  const there = await followed.broker.positions().catch(() => undefined);
  if (there) await followed.mutex.take(() => noteMissing(needs, followed, there, asked));
}

/** What it has fewer of, twice in a row, the rule sells no further. A fill on its way is none of that. */
async function noteMissing(
  { storage }: Needs,
  followed: FollowedAccount,
  there: readonly BrokerPosition[],
  asked: AskedBy,
): Promise<void> {
  const held = await storage.read.positions.of(followed.id);
  const drift = driftOf(held, there).filter((one) => !mayBeFill(followed, one));
  const before = { drift: followed.driftUntold ?? [] };
  followed.missingThere = missingThere(before, { drift }, followed.missingThere, (ticker) =>
    isMovedSince(followed, asked, ticker),
  );
  followed.driftUntold = drift;
}

/** Lets it go on. Inside the account's mutex only. */
export const noteTold = (needs: Needs, followed: FollowedAccount): Promise<void> =>
  noteDifference(needs, followed, {
    because: "broker-unread",
    isOver: true,
    about: undefined,
    facts: {},
  });
