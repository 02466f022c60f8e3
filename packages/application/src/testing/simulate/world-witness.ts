import type { Instant, Ticker } from "@sevenfold/domain/market";
import type { Credentials } from "../../ports/stores/account.ts";
import type { Lease } from "../../ports/stores/lease-store.ts";
import type { Storage } from "../../ports/stores/storage.ts";
import {
  keyOnRecord,
  type SimulatedAccount,
  type SimulatedWorker,
  type Witness,
  type World,
} from "../world/world.ts";
import type { EventLog } from "./event-log.ts";
import type { Happening } from "./invariants/account-history.ts";
import { type InvariantWatch, invariantWatch } from "./invariants/invariant-watch.ts";
import { type AccountOracle, accountOracle } from "./oracle/account-oracle.ts";
import type { PlannedHalts } from "./planned-halts.ts";
import type { ReachedStates } from "./reached-states.ts";
import { toldStorage, type WrittenRow } from "./told-storage.ts";

/** Who judges one account. */
export interface AccountJudge extends Pick<SimulatedAccount, "accountId" | "userId"> {
  readonly oracle: AccountOracle;
  readonly invariants: InvariantWatch;
}

interface Onlookers {
  readonly events: EventLog;
  readonly reached: ReachedStates;
  /** Filled as the world begins: one of each account, in the order of the plan. */
  readonly judges: AccountJudge[];
  readonly keyless: readonly boolean[];
  readonly worldBegun: (world: World) => void;
  readonly isStorageSlow: () => boolean;
  readonly loweredAt: (ticker: Ticker) => Instant | undefined;
  readonly halts: () => PlannedHalts | undefined;
  /** Nothing keeps who listens from hearing of them. */
  readonly areHaltsHeard: boolean;
  /** Whether an account's broker refuses all keys, or did a moment ago. */
  readonly refusesAll: (account: number) => boolean;
}

/** So long after its end a halt may be held by who heard of that late, or by a quote only. */
const HALT_OVER_WITHIN_MS = 60_000;

/** Counts and tells all that happens, and lets each account be judged. */
export function worldWitness({
  areHaltsHeard,
  events,
  halts,
  isStorageSlow,
  judges,
  keyless,
  reached,
  loweredAt,
  refusesAll,
  worldBegun,
}: Onlookers): Witness {
  const owners = new Map<string, string>();
  let now = () => 0;
  /** When the latest worker began. */
  let listeningSince = 0;
  /** Since when an account's worker follows it; of its symbols nobody may have heard before. */
  const followedSince = new Map<string, number>();
  const epochs = new Map<string, number>();
  const venues = new Map<string, World["venue"]>();
  const byId = new Map<string, SimulatedWorker>();
  const workers = new Map<unknown, string>();
  /** A worker begins for an account as it takes it over. */
  const leased = ({ accountId, epoch, owner }: Lease) => {
    if (epochs.get(accountId) !== epoch) followedSince.set(accountId, now());
    epochs.set(accountId, epoch);
    if (owners.get(accountId) === owner) return;
    owners.set(accountId, owner);
    venues.get(accountId)?.surprises.beginAnew();
    judges.find((judge) => judge.accountId === accountId)?.oracle.started(byId.get(owner)!);
  };
  const noteBroken = brokenNotes(judges, events);
  /** Each account is judged by its own rows and its user's: no other row says anything of it. */
  const hear = (written: readonly WrittenRow[]) => {
    for (const row of written) {
      if (row.table === "leases") leased(row.row);
      events.mix(wordsOf(row));
    }
    reached.written(written);
    const concerned = judges.filter((judge) => isConcerned(judge, written));
    for (const { oracle } of concerned) oracle.committed(written);
    const happening: Happening = { kind: "committed", at: now(), written };
    for (const { invariants } of concerned) invariants.happened(happening);
    noteBroken();
  };
  return {
    async begin(world) {
      worldBegun(world);
      const { calendar, clock } = world;
      now = () => clock.now();
      for (const account of world.accounts) {
        const { accountId, userId, venue } = account;
        const index = judges.length;
        venues.set(accountId, venue);
        const isKeyless = keyless[index] ?? false;
        const happened = () => venue.activities.all;
        const sharesAt = (ticker: Ticker) => venue.positions.get(ticker)?.quantity ?? 0;
        const oracle = accountOracle({
          ...{ ...world, account, happened, isStorageSlow, sharesAt, loweredAt },
          wasHalted: (ticker) => halts()?.wasHalted(ticker, HALT_OVER_WITHIN_MS) === true,
        });
        const tradedThere = () => venue.foreign.trades ?? [];
        const isKnownHalted = (ticker: Ticker) => {
          const since = Math.max(listeningSince, followedSince.get(accountId) ?? 0);
          return areHaltsHeard && halts()?.isKnown(ticker, since) === true;
        };
        const told = {
          accountId,
          userId,
          calendar,
          happened,
          sharesAt,
          tradedThere,
          isKeyless,
          isKnownHalted,
          letsIn: (credentials: Credentials | undefined) =>
            !refusesAll(index) && venue.keys.isGood(keyOnRecord(credentials)),
        };
        const invariants = invariantWatch(told);
        judges.push({ accountId, userId, oracle, invariants });
        await oracle.begin();
        await invariants.begin(world.storage);
        venue.readers.add((notice) =>
          invariants.happened({ kind: "at-broker", at: clock.now(), notice }),
        );
      }
    },
    watch: (storage) => countedStorage(toldStorage(storage, hear), events),
    started(worker) {
      workers.set(worker.prices, worker.workerId);
      byId.set(worker.workerId, worker);
      listeningSince = now();
      events.note(`${worker.workerId} begins`);
    },
    heard(by, prints) {
      const workerId = workers.get(by);
      const followed = judges.filter(
        ({ accountId }) => workerId !== undefined && owners.get(accountId) === workerId,
      );
      events.add(prints.length * followed.length);
      for (const { price, ticker } of prints) events.mix(`${ticker}${price}`);
      for (const { oracle } of judges) oracle.heard(by, prints);
      const happening: Happening = { kind: "heard", at: now(), prints };
      for (const { invariants } of followed) invariants.happened(happening);
      noteBroken();
    },
  };
}

function isConcerned({ accountId, userId }: AccountJudge, written: readonly WrittenRow[]): boolean {
  for (const { of } of written) if (of === accountId || of === userId) return true;
  return false;
}

/** A claim stands in the log where it broke. */
function brokenNotes(judges: readonly AccountJudge[], events: EventLog): () => void {
  const noted = new Map<unknown, number>();
  let count = 0;
  return () => {
    let now = 0;
    for (const { invariants, oracle } of judges)
      now += oracle.broken.length + invariants.broken.length;
    if (now === count) return;
    count = now;
    const all = [...judges.map(({ oracle }) => oracle), ...judges.map((judge) => judge.invariants)];
    for (const { broken } of all) {
      for (const claim of broken.slice(noted.get(broken) ?? 0)) events.note(`Broken: ${claim}`);
      noted.set(broken, broken.length);
    }
  };
}

const countedStorage = (storage: Storage, events: EventLog): Storage => ({
  read: storage.read,
  async transact(work) {
    const value = await storage.transact(work);
    events.add(1);
    return value;
  },
});

const wordsOf = ({ of, row, table }: WrittenRow): string => {
  if (table === "orders") return `${row.clientKey} ${row.status} ${row.filled}`;
  if (table === "fills") return row.executionId;
  return `${table} ${of}`;
};
