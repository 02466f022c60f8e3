import { type FollowOptions, LEASE_MS } from "./attach-account.ts";
import { cancelAutomatedOrders, isSilent } from "./cancel-automated-orders.ts";
import type { FollowedAccount } from "./followed-account.ts";
import { reconcile } from "./hear-broker.ts";
import { noteVerdicts, writeJournal } from "./journal-decisions.ts";
import { notePatterns } from "./note-patterns.ts";
import { refreshAccount } from "./refresh-account.ts";
import { saveTrails } from "./save-trails.ts";
import { rollSession, storeSession } from "./session-roll.ts";
import { reopenSlots } from "./sync-orders.ts";
import type { TradingNeeds } from "./trading-needs.ts";

const BEAT_MS = 1_000;
const BEATS_PER_SAVE = 5;
const BEATS_PER_RECONCILE = 10;
const BEATS_PER_QUIET_RECONCILE = 60;
const BEATS_PER_EQUITY_POINT = 60;
const LEASE_RENEW_MS = 5_000;

/** What has to be done now and then for an account, until it ends. Answers why it did. */
export async function keepAccount(
  needs: TradingNeeds,
  followed: FollowedAccount,
): Promise<"ended" | "over"> {
  const { clock } = needs;
  const { signal } = followed.ending;
  for (let beat = 1; !signal.aborted; beat += 1) {
    await clock.sleep(BEAT_MS, signal);
    if (signal.aborted) break;
    followed.lastBeatMs = clock.monotonicMs();
    rollSession(followed, clock.now());
    reopenSlots(followed, clock.now());
    notePatterns(needs.patterns, followed);
    if (followed.isReconciled) noteVerdicts(followed, clock.now());
    if (followed.book.halted !== followed.storedSession.halted) await storeSession(needs, followed);
    if (beat % BEATS_PER_SAVE === 0) {
      if ((await refreshAccount(needs, followed)) === "over") return "over";
      await keepRows(needs, followed);
    }
    if (beat % reconcileEvery(followed) === 0) {
      await reconcile(needs, followed);
      if (0 < followed.working.size)
        await cancelAutomatedOrders(needs, isSilent(clock.now()))(followed.id);
    }
    if (beat % BEATS_PER_EQUITY_POINT === 0) await addEquityPoint(needs, followed);
  }
  return "ended";
}

/** Writes what is kept in memory between fills. */
export async function keepRows(needs: TradingNeeds, followed: FollowedAccount): Promise<void> {
  await followed.turns.take(() => saveTrails(needs, followed));
  await storeSession(needs, followed);
  await writeJournal(needs, followed);
}

/** Holds the lease until the account ends; "lost" when somebody else has had it in between. */
export async function holdLease(
  { clock, log, storage }: TradingNeeds,
  { workerId }: FollowOptions,
  followed: FollowedAccount,
): Promise<"ended" | "lost"> {
  const { signal } = followed.ending;
  while (!signal.aborted) {
    await clock.sleep(LEASE_RENEW_MS, signal);
    if (signal.aborted) break;
    const renewedMs = clock.monotonicMs();
    try {
      const lease = await storage.read.leases.acquire({
        accountId: followed.id,
        owner: workerId,
        durationMs: LEASE_MS,
      });
      if (lease?.epoch !== followed.lease.epoch) return "lost";
      followed.lease = lease;
      followed.leaseRenewedMs = renewedMs;
    } catch (error) {
      // Untrusted before long: then nothing is sent, and the next renewal tells whose it is.
      log.warn("lease-not-renewed", { accountId: followed.id, error: String(error) });
    }
  }
  return "ended";
}

/** Often while orders are open or trust is missing, however healthy the stream looks. */
const reconcileEvery = ({ isReconciled, others, working }: FollowedAccount): number =>
  !isReconciled || 0 < others.size + working.size ? BEATS_PER_RECONCILE : BEATS_PER_QUIET_RECONCILE;

async function addEquityPoint({ clock, storage }: TradingNeeds, followed: FollowedAccount) {
  const { book, id } = followed;
  // Without a price for every holding the sum would be a wrong one.
  if (0 < book.unpriced) return;
  const point = { at: clock.now(), equity: book.equity };
  await storage.transact((tables) => tables.equity.add(id, [point]));
}
