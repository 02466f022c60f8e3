import type { Bps } from "@sevenfold/domain/money";
import { endAuthorisations } from "../../brokers/end-authorisations.ts";
import { validateDueAccounts } from "../../brokers/validate-account.ts";
import type { Announcement } from "../../ports/announcer.ts";
import { COLLAR_BPS_DEFAULT } from "../account/order-draft.ts";
import { openPulse } from "../account/pulse.ts";
import type { TradingNeeds } from "../account/trading-needs.ts";
import { inMarketOf } from "../prices/venue-prices.ts";
import { resumeSales } from "../sales/resume-sales.ts";
import { type RunSale, runSale } from "../sales/run-sale.ts";
import { openAccountsInHand } from "./accounts-in-hand.ts";
import { keepLeases } from "./keep-leases.ts";
import { keepSeat } from "./keep-seat.ts";
import { attachedMarkets } from "./markets.ts";
import { recallHalts } from "./recall-halts.ts";
import { settledTime } from "./settled-time.ts";
import { openShareOut } from "./share-out.ts";
import { sweepOldRows } from "./sweep-old-rows.ts";
import { type AccountView, viewOf } from "./worker-view.ts";

export interface WorkerOptions {
  /** Unique among all workers on one database, and a new one at every start. */
  readonly workerId: string;
  /**
   * No other worker can be at this database: a lease found at the start is a dead one's, and is
   * not waited for. False when not said.
   */
  readonly isAlone?: boolean;
  /** Kept aside beyond the price of a market buy; 300 when not said. */
  readonly collarBps?: Bps;
  /** What sells in this process: who serves its users has the same. Its own where absent. */
  readonly runSale?: RunSale;
}

export interface Worker {
  /** Ends within about ten seconds: what is being sent is awaited, trails are saved, leases given back. */
  stop(): Promise<void>;
  /** What the worker knows of an account it follows; undefined for others. */
  accountView(accountId: string): AccountView | undefined;
}

const POLL_MS = 5_000;
/** Topics that an account's settings are read again at. */
const SETTINGS_TOLD: ReadonlySet<Announcement["topic"]> = new Set([
  "settings",
  "settings-saved",
  "watchlist",
]);
const POLLS_PER_CLEANING = 12;
const POLLS_PER_SWEEP = 60;
/** A demo leaves tens of thousands of rows: to remove them takes no longer than any statement may. */
const EXPIRED_AT_ONCE = 10;
const EXPIRED_BATCHES_PER_CLEANING = 5;

/**
 * Follows every active account: trails, decisions, orders, fills. One account that fails stops alone
 * and is taken up again later from its stored rows. The price board belongs to the caller.
 */
export function startWorker(needs: TradingNeeds, options: WorkerOptions): Worker {
  const { announcer, clock, log, storage } = needs;
  const pulse = openPulse(clock.monotonicMs());
  const following = { collarBps: COLLAR_BPS_DEFAULT, ...options, pulse };
  const { workerId } = options;
  const ending = new AbortController();
  const { signal } = ending;
  const inHand = openAccountsInHand(needs, following, { noteOver: () => void pollNow(), signal });
  const shareOut = openShareOut(needs, options);
  let nextLookMs = POLL_MS;

  const quietly = async (event: string, work: () => Promise<unknown>) => {
    try {
      await work();
    } catch (error) {
      log.error(event, { workerId, error: String(error) });
    }
  };

  const pollOnce = async () => {
    const active = await endAuthorisations(needs)(await storage.read.accounts.toFollow());
    const ids = new Set(active.map(({ id }) => id));
    inHand.keepOnly(ids);
    const sharing = await shareOut.look([...ids], inHand.own());
    nextLookMs = Math.min(POLL_MS, sharing.nextLookMs);
    for (const accountId of inHand.handOver(sharing.toHandOver)) shareOut.gaveUp(accountId);
    const markets = attachedMarkets(needs);
    let areHaltsRecalled = false;
    for (const account of active) {
      while (inHand.isFull()) if (!(await inHand.oneTakenUp())) return;
      if (!inHand.isWanted(account.id) || !sharing.mayTake(account.id)) continue;
      // Who follows nobody hears nothing, however long ago it began.
      if (!areHaltsRecalled) await recallHalts(needs);
      areHaltsRecalled = true;
      if (signal.aborted) return;
      inHand.takeUp(account, markets);
    }
  };
  // Polls never overlap: a second one would attach what the first is attaching.
  let poll = options.isAlone
    ? quietly("leases-not-released", () => storage.transact(({ leases }) => leases.releaseAll()))
    : Promise.resolve();
  // One that waits reads what all that were asked for meanwhile would read.
  let waiting: Promise<void> | undefined;
  const pollNow = () => {
    waiting ??= poll.then(() => {
      waiting = undefined;
      return quietly("accounts-not-read", pollOnce);
    });
    poll = waiting;
    return waiting;
  };

  const removeExpired = async () => {
    const at = await settledTime(needs);
    let removed = 0;
    for (let batch = 1; batch <= EXPIRED_BATCHES_PER_CLEANING; batch += 1) {
      const count = await storage.transact(({ users }) => users.removeExpired(at, EXPIRED_AT_ONCE));
      removed += count;
      if (count < EXPIRED_AT_ONCE) break;
    }
    if (0 < removed) await pollNow();
  };

  const resume = resumeSales(needs, options.runSale ?? runSale(needs), signal);
  // In the background: a broker that is slow to answer keeps no other account waiting.
  let validating: Promise<void> | undefined;
  const validateDue = () => {
    validating ??= quietly("accounts-not-validated", validateDueAccounts(needs)).finally(() => {
      validating = undefined;
    });
  };

  const loop = async () => {
    for (let round = 0; !signal.aborted; round += 1) {
      await pollNow();
      validateDue();
      await quietly("sales-not-resumed", resume);
      if (round % POLLS_PER_CLEANING === 0) await quietly("expired-users-kept", removeExpired);
      if (round % POLLS_PER_SWEEP === 0) await quietly("rows-not-swept", sweepOldRows(needs));
      await clock.sleep(nextLookMs, signal);
    }
  };

  const hear = ({ accountId, topic }: Announcement) => {
    const run = inHand.run(accountId);
    if (topic === "accounts-changed") {
      run?.settingsChanged();
      void pollNow();
    } else if (topic === "worker") void pollNow();
    else if (topic === "orders") run?.ordersChanged();
    else if (topic === "account") run?.holdingsChanged();
    else if (SETTINGS_TOLD.has(topic)) run?.settingsChanged();
  };
  const missed = () => {
    for (const run of inHand.runs()) {
      run.settingsChanged();
      run.ordersChanged();
      run.holdingsChanged();
    }
    void pollNow();
  };
  const deafen = announcer.listen(hear, missed);
  const looping = loop();
  const own = { followed: inHand.followed, unsteady: inHand.unsteady, workerId };
  const seated = keepSeat(needs, own, signal);
  // Also those of accounts that come to rest: what is being sent is theirs to settle.
  const resting = new AbortController();
  const leased = keepLeases(needs, own, resting.signal);

  return {
    async stop() {
      ending.abort();
      deafen();
      inHand.endAll();
      await looping;
      await seated;
      await poll;
      await validating;
      await inHand.ended();
      resting.abort();
      await leased;
    },
    accountView(accountId) {
      const run = inHand.run(accountId);
      return run && viewOf(inMarketOf(needs, run.followed.account), run.followed);
    },
  };
}
