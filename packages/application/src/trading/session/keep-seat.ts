import type { FollowedAccount } from "../account/followed-account.ts";
import type { TradingNeeds } from "../account/trading-needs.ts";
import { pingWorker, seatOf } from "../account/worker-ping.ts";

const PING_EVERY_MS = 5_000;

/**
 * Says now and then that this worker lives, whatever else it is busy with, until the signal: then it
 * leaves its seat, and the others count its accounts as theirs to take.
 */
export async function keepSeat(
  needs: TradingNeeds,
  {
    followed,
    workerId,
  }: { readonly followed: () => Iterable<FollowedAccount>; readonly workerId: string },
  signal: AbortSignal,
): Promise<void> {
  const { clock, log, storage } = needs;
  const quietly = async (event: string, work: () => Promise<unknown>) => {
    try {
      await work();
    } catch (error) {
      log.error(event, { workerId, error: String(error) });
    }
  };
  while (!signal.aborted) {
    await quietly("ping-failed", () => pingWorker(needs, workerId, followed()));
    await clock.sleep(PING_EVERY_MS, signal);
  }
  await quietly("seat-not-left", () =>
    storage.transact(({ seats }) => seats.leave(seatOf(workerId))),
  );
}
