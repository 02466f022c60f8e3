import type { Bps } from "@sevenfold/domain/money";
import { endAuthorisations } from "../../brokers/end-authorisations.ts";
import { validateDueAccounts } from "../../brokers/validate-account.ts";
import type { Announcement } from "../../ports/announcer.ts";
import type { Account } from "../../ports/stores/account.ts";
import type { FollowedAccount } from "../account/followed-account.ts";
import { openKeepTogether } from "../account/keep-together.ts";
import { logOfAccount } from "../account/log-of-account.ts";
import { COLLAR_BPS_DEFAULT } from "../account/order-draft.ts";
import { openPulse } from "../account/pulse.ts";
import { openRowVersions } from "../account/row-versions.ts";
import type { TradingNeeds } from "../account/trading-needs.ts";
import { openOrderLine } from "../placing/order-line.ts";
import { inMarketOf } from "../prices/venue-prices.ts";
import { resumeSales } from "../sales/resume-sales.ts";
import { type RunSale, runSale } from "../sales/run-sale.ts";
import { attachAccount } from "./attach-account.ts";
import { openBeats } from "./beats.ts";
import { type AccountRun, followAccount } from "./follow-account.ts";
import { keepLeases } from "./keep-leases.ts";
import { keepSeat } from "./keep-seat.ts";
import { type AttachedMarkets, attachedMarkets, hearMarkets, marketOf } from "./markets.ts";
import { recallHalts } from "./recall-halts.ts";
import { type OwnAccounts, openShareOut } from "./share-out.ts";
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
const POLLS_PER_CLEANING = 12;
const POLLS_PER_SWEEP = 60;
/** Accounts taken up at once: one whose broker is slow keeps few others waiting. */
const ATTACHED_AT_ONCE_MAX = 8;
/** Handed over at one look: what its next worker has not taken up yet nobody trades. */
const HANDED_OVER_MAX = 250;
/** How long a stop waits for accounts that are being taken up. */
const ATTACH_ENDS_MS = 5_000;
const RETRY_MIN_MS = 5_000;
const RETRY_MAX_MS = 60_000;

interface Failure {
  /** On the clock that never steps. */
  readonly retryMs: number;
  readonly count: number;
}

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
  const runs = new Map<string, AccountRun>();
  const failures = new Map<string, Failure>();
  const rests = new Set<Promise<void>>();
  /** Accounts being taken up: a broker that is slow to answer holds up its own alone. */
  const attaching = new Map<string, Promise<void>>();

  const heard = hearMarkets({ ...needs, pulse }, runs);
  const workTogether = {
    beats: openBeats(clock),
    orderLine: openOrderLine(needs),
    together: openKeepTogether(needs),
    versions: openRowVersions(needs),
  };
  const shareOut = openShareOut(needs, options);
  let nextLookMs = POLL_MS;
  const noteFailure = (accountId: string) => {
    const count = (failures.get(accountId)?.count ?? 0) + 1;
    const delayMs = Math.min(RETRY_MIN_MS * 2 ** (count - 1), RETRY_MAX_MS);
    failures.set(accountId, { count, retryMs: clock.monotonicMs() + delayMs });
  };

  const rest = async (accountId: string, run: AccountRun) => {
    const outcome = await run.ended;
    if (outcome === "failed") noteFailure(accountId);
    await giveBack(accountId);
    // Whoever takes it up again connects anew: keys and status may have changed meanwhile.
    needs.brokers.release(accountId);
    runs.delete(accountId);
    // It may be another's to take up, who waits for it.
    const { userId } = run.followed;
    announcer.announce({ accountId, userId, topic: "worker" });
    if (outcome === "over" && !signal.aborted) void pollNow();
  };

  const quietly = async (event: string, work: () => Promise<unknown>, about: object = {}) => {
    try {
      await work();
    } catch (error) {
      log.error(event, { workerId, ...about, error: String(error) });
    }
  };
  const giveBack = (accountId: string) => {
    const release = () => storage.transact(({ leases }) => leases.release(accountId, workerId));
    return quietly("lease-not-released", release, { accountId });
  };

  const attach = async (account: Account, markets: AttachedMarkets) => {
    try {
      const own = { ...marketOf(markets, account), log: logOfAccount(log, account.id) };
      const followed = await attachAccount(own, following, account);
      if (!followed) return;
      log.info("account-followed", { accountId: account.id, workerId });
      const run = followAccount(own, followed, workTogether);
      runs.set(account.id, run);
      heard.join(run);
      // What was announced since its rows were read went by unheard; orders and holdings are read
      // anew before the first decision anyway.
      run.settingsChanged();
      const resting = rest(account.id, run).finally(() => rests.delete(resting));
      rests.add(resting);
      if (signal.aborted) followed.ending.abort();
    } catch (error) {
      noteFailure(account.id);
      log.error("account-not-followed", { accountId: account.id, error: String(error) });
      // Another may be luckier.
      await giveBack(account.id);
    }
  };

  /** Ends what others are to have: those at rest first, so that no order changes hands without need. */
  const handOver = (count: number) => {
    if (count <= 0) return;
    const atRest = (run: AccountRun) => (isAtRest(run.followed) ? 0 : 1);
    const ours = [...runs.values()].filter(({ followed }) => !followed.ending.signal.aborted);
    const given = ours.sort((one, other) => atRest(one) - atRest(other)).slice(0, count);
    for (const { followed } of given) {
      log.info("account-handed-over", { accountId: followed.id, workerId });
      shareOut.gaveUp(followed.id);
      followed.ending.abort();
    }
  };

  let areHaltsRecalled = false;
  const pollOnce = async () => {
    if (!areHaltsRecalled) await recallHalts(needs);
    areHaltsRecalled = true;
    const active = await endAuthorisations(needs)(await storage.read.accounts.active());
    const ids = new Set(active.map(({ id }) => id));
    for (const [accountId, { followed }] of runs) if (!ids.has(accountId)) followed.ending.abort();
    for (const accountId of failures.keys()) if (!ids.has(accountId)) failures.delete(accountId);
    const sharing = await shareOut.look([...ids], ownAccounts(runs, attaching));
    nextLookMs = Math.min(POLL_MS, sharing.nextLookMs);
    handOver(Math.min(HANDED_OVER_MAX, sharing.toHandOver));
    const markets = attachedMarkets(needs);
    for (const account of active) {
      while (ATTACHED_AT_ONCE_MAX <= attaching.size && (await roomForMore()) === "none") return;
      if (signal.aborted) return;
      if (isWanted(account.id) && sharing.mayTake(account.id)) takeUp(account, markets);
    }
  };
  /** Neither in hand nor to be left alone after a failure. */
  const isWanted = (accountId: string): boolean =>
    !runs.has(accountId) &&
    !attaching.has(accountId) &&
    (failures.get(accountId)?.retryMs ?? 0) <= clock.monotonicMs();
  const takeUp = (account: Account, markets: AttachedMarkets) => {
    const attached = attach(account, markets).finally(() => attaching.delete(account.id));
    attaching.set(account.id, attached);
  };
  /** Those who are slow keep their places; the rest of the accounts are asked about at the next poll. */
  const roomForMore = async (): Promise<"some" | "none"> => {
    const room = Promise.race(attaching.values()).then(() => "some" as const);
    const patience = new AbortController();
    const none = clock.sleep(POLL_MS, patience.signal).then(() => "none" as const);
    const found = await Promise.race([room, none]);
    patience.abort();
    return found;
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
    if (0 < (await storage.transact(({ users }) => users.removeExpired(clock.now()))))
      await pollNow();
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
    const run = runs.get(accountId);
    if (topic === "accounts-changed") {
      run?.settingsChanged();
      void pollNow();
    } else if (topic === "worker") void pollNow();
    else if (topic === "orders") run?.ordersChanged();
    else if (topic === "account") run?.holdingsChanged();
    else if (topic === "settings" || topic === "watchlist") run?.settingsChanged();
  };
  const missed = () => {
    for (const run of runs.values()) {
      run.settingsChanged();
      run.ordersChanged();
      run.holdingsChanged();
    }
    void pollNow();
  };
  const deafen = announcer.listen(hear, missed);
  const looping = loop();
  const inHand = { followed: () => [...runs.values()].map(({ followed }) => followed), workerId };
  const seated = keepSeat(needs, inHand, signal);
  // Also those of accounts that come to rest: what is being sent is theirs to settle.
  const resting = new AbortController();
  const leased = keepLeases(needs, inHand, resting.signal);

  return {
    async stop() {
      ending.abort();
      deafen();
      for (const { followed } of runs.values()) followed.ending.abort();
      await looping;
      await seated;
      await poll;
      // One that is still being taken up ends by itself once its broker has answered.
      await Promise.race([Promise.all(attaching.values()), clock.sleep(ATTACH_ENDS_MS)]);
      await validating;
      await Promise.all(rests);
      resting.abort();
      await leased;
      heard.end();
    },
    accountView(accountId) {
      const run = runs.get(accountId);
      return run && viewOf(inMarketOf(needs, run.followed.account), run.followed);
    },
  };
}

/** No order of ours is at work, or about to be. */
const isAtRest = ({ drafts, others, placing, working }: FollowedAccount): boolean =>
  others.size + placing.size + working.size + drafts.entries.length + drafts.exits.length === 0;

const ownAccounts = (
  runs: ReadonlyMap<string, AccountRun>,
  attaching: ReadonlyMap<string, unknown>,
): OwnAccounts => {
  const isEnding = ({ followed }: AccountRun) => followed.ending.signal.aborted;
  const ending = [...runs.values()].filter(isEnding).map(({ followed }) => followed.id);
  const own = [...runs.values()].filter((run) => !isEnding(run)).map(({ followed }) => followed.id);
  return { followed: new Set([...own, ...attaching.keys()]), ending: new Set(ending) };
};
