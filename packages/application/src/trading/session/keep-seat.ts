import type { FollowedAccount } from "../account/followed-account.ts";
import type { TradingNeeds } from "../account/trading-needs.ts";
import { pingWorker, seatOf } from "../account/worker-ping.ts";

const PING_EVERY_MS = 5_000;

/**
 * Says now and then that this worker lives, whatever else it is busy with, until the signal: then it
 * leaves its seat, and the others count its accounts as theirs to take. What an exchange says of the trading
 * in a symbol goes on record at once: a halt is told once, and who heard it may be gone the next moment.
 */
export async function keepSeat(
  needs: TradingNeeds,
  {
    followed,
    unsteady,
    workerId,
  }: {
    readonly followed: () => Iterable<FollowedAccount>;
    readonly unsteady: () => Iterable<string>;
    readonly workerId: string;
  },
  signal: AbortSignal,
): Promise<void> {
  const { clock, log, prices, realMarket, storage } = needs;
  let isDue = false;
  let wake = (): void => undefined;
  const ping = () => {
    isDue = true;
    wake();
  };
  const deafen = [prices, realMarket?.prices].map((board) => board?.listenToHalts(ping));
  const quietly = async (event: string, work: () => Promise<unknown>) => {
    try {
      await work();
    } catch (error) {
      log.error(event, { workerId, error: String(error) });
    }
  };
  while (!signal.aborted) {
    isDue = false;
    await quietly("ping-failed", () => pingWorker(needs, workerId, followed(), unsteady()));
    // No signal of several: Node keeps one that is listened to until it aborts.
    const nap = new AbortController();
    wake = () => nap.abort();
    if (isDue || signal.aborted) wake();
    signal.addEventListener("abort", wake, { once: true });
    await clock.sleep(PING_EVERY_MS, nap.signal);
    signal.removeEventListener("abort", wake);
  }
  for (const end of deafen) end?.();
  await quietly("seat-not-left", () =>
    storage.transact(({ seats }) => seats.leave(seatOf(workerId))),
  );
}
