import type { FollowedAccount } from "../account/followed-account.ts";
import type { TradingNeeds } from "../account/trading-needs.ts";
import { LEASE_MS } from "./attach-account.ts";

/** A lease is renewed when it was not for so long. */
const RENEW_AFTER_MS = 5_000;
const LOOK_EVERY_MS = 1_000;

/**
 * Renews the leases of all of a worker's accounts until the signal, all that are due in one statement:
 * a worker that is busy with orders needs no more than one turn for it. An account that somebody else
 * has had ends.
 */
export async function keepLeases(
  needs: Pick<TradingNeeds, "clock" | "log" | "storage">,
  {
    followed,
    workerId,
  }: { readonly followed: () => readonly FollowedAccount[]; readonly workerId: string },
  signal: AbortSignal,
): Promise<void> {
  const { clock, log } = needs;
  while (!signal.aborted) {
    await clock.sleep(LOOK_EVERY_MS, signal);
    const nowMs = clock.monotonicMs();
    const due = followed().filter((each) => RENEW_AFTER_MS <= nowMs - each.leaseRenewedMs);
    if (signal.aborted || due.length === 0) continue;
    try {
      await renewLeases(needs, due, workerId);
    } catch (error) {
      // Untrusted before long: then nothing is sent, and the next renewal tells whose they are.
      log.warn("leases-not-renewed", { workerId, accounts: due.length, error: String(error) });
    }
  }
}

async function renewLeases(
  { clock, log, storage }: Pick<TradingNeeds, "clock" | "log" | "storage">,
  due: readonly FollowedAccount[],
  workerId: string,
): Promise<void> {
  const renewedMs = clock.monotonicMs();
  const { lost, renewed } = await storage.transact(
    ({ leases }) =>
      leases.renew(
        due.map(({ lease }) => lease),
        { owner: workerId, durationMs: LEASE_MS },
      ),
    { isUrgent: true },
  );
  for (const followed of due) {
    if (renewed.has(followed.id)) followed.leaseRenewedMs = renewedMs;
    else if (lost.has(followed.id) && !followed.ending.signal.aborted) {
      log.warn("lease-lost", { accountId: followed.id, during: "holding the lease" });
      followed.ending.abort();
    }
  }
}
