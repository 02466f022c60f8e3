import type { AccountToFollow } from "../../ports/stores/account-store.ts";
import type { Decision } from "../../ports/stores/decision-store.ts";
import type { FollowedAccount } from "../account/followed-account.ts";
import { openKeepTogether } from "../account/keep-together.ts";
import { logOfAccount } from "../account/log-of-account.ts";
import type { Pulse } from "../account/pulse.ts";
import { openRowVersions } from "../account/row-versions.ts";
import type { TradingNeeds } from "../account/trading-needs.ts";
import { putBack, takeNoted } from "../decisions/journal-decisions.ts";
import { openOrderLine } from "../placing/order-line.ts";
import { attachAccount, type FollowOptions } from "./attach-account.ts";
import { openBeats } from "./beats.ts";
import { type AccountRun, followAccount } from "./follow-account.ts";
import { type AttachedMarkets, hearMarkets, marketOf } from "./markets.ts";
import type { OwnAccounts } from "./share-out.ts";

/** Accounts taken up at once: one whose broker is slow keeps few others waiting. */
const ATTACHED_AT_ONCE_MAX = 8;
/** Handed over at one look: what its next worker has not taken up yet nobody trades. */
const HANDED_OVER_MAX = 250;
const ROOM_WITHIN_MS = 5_000;
/** How long a stop waits for accounts that are being taken up. */
const ATTACH_ENDS_MS = 5_000;
const RETRY_MIN_MS = 5_000;
const RETRY_MAX_MS = 60_000;
/** So long after it was taken up again an account that failed has to go well before it counts as well. */
const STEADY_AFTER_MS = 30_000;

interface Failure {
  /** On the clock that never steps. */
  readonly retryMs: number;
  readonly count: number;
}

interface WorkerEvents {
  /** The worker's own end. */
  readonly signal: AbortSignal;
  /** Called once an account's following is over while the worker goes on: others may be due. */
  readonly noteOver: () => void;
}

/** The accounts that a worker follows, is taking up or is giving back. */
export interface AccountsInHand {
  run(accountId: string): AccountRun | undefined;
  runs(): Iterable<AccountRun>;
  followed(): readonly FollowedAccount[];
  own(): OwnAccounts;
  /** That failed and are not surely well again, in hand or not. */
  unsteady(): readonly string[];
  /** Neither in hand nor to be left alone after a failure. */
  isWanted(accountId: string): boolean;
  /** As many are being taken up as may be at once. */
  isFull(): boolean;
  /** Waits a while for one of those to be done; answers whether one was. */
  oneTakenUp(): Promise<boolean>;
  /** In the background: a broker that is slow to answer holds up its own account alone. */
  takeUp(account: AccountToFollow, markets: AttachedMarkets): void;
  /** Ends those of other accounts than these. */
  keepOnly(accountIds: ReadonlySet<string>): void;
  /** Ends so many that others are to have, and answers which. */
  handOver(count: number): readonly string[];
  endAll(): void;
  /** Once all have come to rest, each one's lease given back. */
  ended(): Promise<void>;
}

/**
 * Takes accounts up, follows each and gives it back. One that fails stops alone, and may be taken up
 * again later from its stored rows: the longer, the more often it failed.
 */
export function openAccountsInHand(
  needs: TradingNeeds,
  following: FollowOptions & { readonly pulse: Pulse },
  { noteOver, signal }: WorkerEvents,
): AccountsInHand {
  const { announcer, brokers, clock, log, storage } = needs;
  const { pulse, workerId } = following;
  const runs = new Map<string, AccountRun>();
  const failures = new Map<string, Failure>();
  /** What of their journals could not be written as they came to rest. */
  const untold = new Map<string, readonly Decision[]>();
  const rests = new Set<Promise<void>>();
  const attaching = new Map<string, Promise<void>>();
  const heard = hearMarkets({ pulse, ...needs }, runs);
  const orderLine = openOrderLine(needs);
  const workTogether = {
    beats: openBeats(clock),
    orderLine,
    together: openKeepTogether(needs, orderLine),
    versions: openRowVersions(needs),
  };
  const followed = () => [...runs.values()].map((run) => run.followed);

  const noteFailure = (accountId: string) => {
    const count = (failures.get(accountId)?.count ?? 0) + 1;
    const delayMs = Math.min(RETRY_MIN_MS * 2 ** (count - 1), RETRY_MAX_MS);
    failures.set(accountId, { count, retryMs: clock.monotonicMs() + delayMs });
  };
  /** Tried by the next run of the account, and by no further one: what cannot be written is let go. */
  const noteUntold = (accountId: string, lines: readonly Decision[]) => {
    const [tried] = untold.get(accountId) ?? [];
    if (lines.length === 0 || (tried && lines.includes(tried))) untold.delete(accountId);
    else untold.set(accountId, lines);
  };
  const giveBack = async (accountId: string) => {
    try {
      await storage.transact(({ leases }) => leases.release(accountId, workerId));
    } catch (error) {
      log.error("lease-not-released", { workerId, accountId, error: String(error) });
    }
  };

  const attach = async (account: AccountToFollow, markets: AttachedMarkets) => {
    try {
      const own = { ...marketOf(markets, account), log: logOfAccount(log, account.id) };
      const attached = await attachAccount(own, following, account);
      if (!attached) return;
      putBack(attached, untold.get(account.id) ?? []);
      log.info("account-followed", { accountId: account.id, workerId });
      const run = followAccount(own, attached, workTogether);
      runs.set(account.id, run);
      heard.join(run);
      // What was announced since its rows were read went by unheard; orders and holdings are read
      // anew before the first decision anyway.
      run.settingsChanged();
      const resting = rest(account.id, run).finally(() => rests.delete(resting));
      rests.add(resting);
      if (signal.aborted) attached.ending.abort();
    } catch (error) {
      noteFailure(account.id);
      log.error("account-not-followed", { accountId: account.id, error: String(error) });
      // Another may be luckier.
      await giveBack(account.id);
    }
  };
  const rest = async (accountId: string, run: AccountRun) => {
    const outcome = await run.ended;
    if (outcome === "failed") noteFailure(accountId);
    noteUntold(accountId, takeNoted(run.followed));
    await giveBack(accountId);
    // Whoever takes it up again connects anew: keys and status may have changed meanwhile.
    brokers.release(accountId);
    runs.delete(accountId);
    // It may be another's to take up, who waits for it.
    const { userId } = run.followed;
    announcer.announce({ accountId, userId, topic: "worker" });
    if (outcome === "over" && !signal.aborted) noteOver();
  };

  return {
    run: (accountId) => runs.get(accountId),
    runs: () => runs.values(),
    followed,
    own() {
      const isEnding = ({ ending }: FollowedAccount) => ending.signal.aborted;
      const idsOf = (accounts: readonly FollowedAccount[]) => accounts.map(({ id }) => id);
      const kept = idsOf(followed().filter((account) => !isEnding(account)));
      return {
        followed: new Set([...kept, ...attaching.keys()]),
        ending: new Set(idsOf(followed().filter(isEnding))),
      };
    },
    unsteady() {
      const now = clock.monotonicMs();
      const isUnsteady = ([accountId, { retryMs }]: [string, Failure]) =>
        attaching.has(accountId) || now < retryMs + STEADY_AFTER_MS;
      return [...failures].filter(isUnsteady).map(([accountId]) => accountId);
    },
    isWanted: (accountId) =>
      !runs.has(accountId) &&
      !attaching.has(accountId) &&
      (failures.get(accountId)?.retryMs ?? 0) <= clock.monotonicMs(),
    isFull: () => ATTACHED_AT_ONCE_MAX <= attaching.size,
    async oneTakenUp() {
      const patience = new AbortController();
      const done = Promise.race(attaching.values()).then(() => true);
      const none = clock.sleep(ROOM_WITHIN_MS, patience.signal).then(() => false);
      const isDone = await Promise.race([done, none]);
      patience.abort();
      return isDone;
    },
    takeUp(account, markets) {
      const attached = attach(account, markets).finally(() => attaching.delete(account.id));
      attaching.set(account.id, attached);
    },
    keepOnly(accountIds) {
      for (const { ending, id } of followed()) if (!accountIds.has(id)) ending.abort();
      for (const id of failures.keys()) if (!accountIds.has(id)) failures.delete(id);
      for (const id of untold.keys()) if (!accountIds.has(id)) untold.delete(id);
    },
    handOver(count) {
      // Those at rest first, so that no order changes hands without need.
      const ranked = followed()
        .filter(({ ending }) => !ending.signal.aborted)
        .sort((one, other) => Number(isAtWork(one)) - Number(isAtWork(other)));
      const given = ranked.slice(0, Math.max(0, Math.min(HANDED_OVER_MAX, count)));
      for (const { ending, id } of given) {
        log.info("account-handed-over", { accountId: id, workerId });
        ending.abort();
      }
      return given.map(({ id }) => id);
    },
    endAll() {
      for (const { ending } of followed()) ending.abort();
    },
    async ended() {
      // One that is still being taken up ends by itself once its broker has answered.
      await Promise.race([Promise.all(attaching.values()), clock.sleep(ATTACH_ENDS_MS)]);
      await Promise.all(rests);
      heard.end();
    },
  };
}

/** An order of ours is at work, or about to be. */
const isAtWork = ({ drafts, others, placing, working }: FollowedAccount): boolean =>
  0 < others.size + placing.size + working.size + drafts.entries.length + drafts.exits.length;
